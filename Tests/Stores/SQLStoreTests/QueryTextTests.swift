import Foundation
import ModelExpressions
import ModelSchema
import SQLStore
import Testing

@testable import ObjectGraph

/// What statements say.
struct QueryTextTests {
    private func translate(
        _ format: String, _ arguments: (any PredicateArgument)?..., order: [ModelSortDescriptor<ManagedObject>] = [],
        limit: Int = 0
    ) throws -> SQLQuery {
        let model = ManagedObjectModel.people
        let entity = try #require(model.entitiesByName["Person"])
        var query = StoreQuery(
            entity: entity, entityNames: ["Person"], predicate: try .format(format, argumentArray: arguments))
        query.order = try order.map { try SortKey($0, of: entity, in: model) }
        query.limit = limit
        let translator = QueryTranslator(
            model, names: PlainNames(), dialect: NumberedDialect(), storeIdentifier: PlainNames.store)
        return try #require(translator.translate(query))
    }

    private func text(_ query: SQLQuery) -> String {
        query.statement(selecting: "t.id").written(in: NumberedDialect()).text
    }

    @Test("Parameters are numbered in the order of their conditions")
    func orderOfParameters() throws {
        let query = try translate("age > 3 AND name != nil AND NOT (age == 7.0)", limit: 5)
        let written = query.statement(selecting: "t.id").written(in: NumberedDialect())
        #expect(
            written.text == "SELECT t.id FROM person t WHERE (t.age > $1 AND NOT (t.name IS NULL) "
                + "AND NOT COALESCE(t.age = $2, FALSE)) ORDER BY t.id LIMIT $3")
        #expect(written.values == [.integer(3), .integer(7), .integer(5)])
        #expect(query.remainingParts.isEmpty)
    }

    @Test("A key path is joined once")
    func pathsAreJoinedOnce() throws {
        #expect(
            text(try translate("team.name == 'a' AND team.size > 1", order: [ModelSortDescriptor(key: "team.name")]))
                == "SELECT t.id FROM person t LEFT JOIN team t1 ON t1.id = t.team WHERE (t1.name = $1 AND t1.size > $2) "
                + "ORDER BY t1.name COLLATE plain, t.id")
    }

    @Test("Quantifiers become subqueries")
    func quantifiersArePartsInParentheses() throws {
        #expect(
            text(try translate("NONE pets.name == 'Rex'"))
                == "SELECT t.id FROM person t WHERE NOT (EXISTS (SELECT 1 FROM pet t1 WHERE t1.owner = t.id "
                + "AND t1.name = $1)) ORDER BY t.id")
        #expect(
            text(try translate("pets.@count > 2"))
                == "SELECT t.id FROM person t WHERE (SELECT COUNT(*) FROM pet t1 WHERE t1.owner = t.id) > $1 "
                + "ORDER BY t.id")
        #expect(
            text(try translate("ANY pets.name == 'Rex'"))
                == "SELECT t.id FROM person t WHERE t.id IN (SELECT t1.owner FROM pet t1 WHERE t1.name = $1) "
                + "ORDER BY t.id")
    }

    @Test("A list before the operator of a quantifier becomes a condition for each member")
    func quantifiedLists() throws {
        func condition(_ format: String) throws -> String {
            let query = try translate(format)
            #expect(query.remainingParts.isEmpty)
            return query.source.written(in: NumberedDialect()).text
        }
        #expect(try condition("ANY {1, 2} == age") == "FROM person t WHERE (t.age = $1 OR t.age = $2)")
        #expect(try condition("ALL {1, 2} < age") == "FROM person t WHERE (t.age > $1 AND t.age > $2)")
        #expect(
            try condition("NONE {1, 2} == age")
                == "FROM person t WHERE NOT COALESCE((t.age = $1 OR t.age = $2), FALSE)")
        #expect(try condition("ANY {1, 'a', nil} == age") == "FROM person t WHERE (t.age = $1 OR t.age IS NULL)")
        #expect(try condition("ALL {1, nil} < age") == "FROM person t WHERE FALSE")
    }

    @Test("A comparison includes every canonically equivalent spelling of a string")
    func equivalentSpellings() throws {
        let query = try translate("name == 'OK'")
        let written = query.source.written(in: NumberedDialect())
        #expect(written.text == "FROM person t WHERE t.name IN ($1, $2)")
        #expect(written.values == [.text("OK"), .text("O\u{212A}")])
    }

    @Test("The part of a predicate that SQL can express still restricts the rows")
    func whatIsLeftStillNarrows() throws {
        let query = try translate("age == 3 AND age + 1 == 4", limit: 2)
        #expect(text(query) == "SELECT t.id FROM person t WHERE t.age = $1 ORDER BY t.id")
        #expect(query.remainingParts == [.predicate, .range])
        #expect(query.count == nil)
        #expect(text(try translate("age == 3 OR age + 1 == 4")) == "SELECT t.id FROM person t ORDER BY t.id")
        #expect(text(try translate("NOT (age == 3 AND age + 1 == 4)")) == "SELECT t.id FROM person t ORDER BY t.id")
    }

    @Test("An identity of another store matches no row")
    func identitiesOfOtherStores() throws {
        let own = ObjectID(storeIdentifier: PlainNames.store, entityName: "Team", number: 4)
        let other = ObjectID(storeIdentifier: UUID(), entityName: "Team", number: 4)
        #expect(text(try translate("team == %@", own)) == "SELECT t.id FROM person t WHERE t.team = $1 ORDER BY t.id")
        #expect(text(try translate("team == %@", other)) == "SELECT t.id FROM person t WHERE FALSE ORDER BY t.id")
    }
}
