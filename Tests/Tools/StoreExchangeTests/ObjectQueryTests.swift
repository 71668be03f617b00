import ModelExpressions
import ObjectGraph
import StoreExchange
import Testing

struct ObjectQueryTests {
    @Test("Clauses of a query can have any order")
    func clausesComeInAnyOrder() throws {
        let query = try ObjectQuery(
            text: "Hero limit 10 where universe == 1 AND name != 'sort' sort by name desc nocase, team.rank offset 5")
        var expected = ObjectQuery(
            entityName: "Hero", predicate: try .format("universe == 1 AND name != 'sort'"),
            sortDescriptors: [
                ModelSortDescriptor(key: "name", ascending: false, comparison: .caseInsensitive),
                ModelSortDescriptor(key: "team.rank"),
            ], limit: 10, offset: 5)
        expected.sortStarts = [FormatPosition(), FormatPosition()]
        #expect(query == expected)
        #expect(query.sortStarts.map(\.column) == [61, 79])
        #expect(try ObjectQuery(text: "  Hero ") == ObjectQuery(entityName: "Hero"))
        #expect(
            try ObjectQuery(text: "Hero COLUMNS name, max:({1, 2}), 'a,b'").columns == [
                "name", "max:({1, 2})", "'a,b'",
            ])
    }

    @Test(
        "A predicate can contain the keywords of clauses",
        arguments: [
            "Hero where \"limit 1\" == name", "Hero where #limit == 1", "Hero where team.limit == 1",
            "Hero where SUBQUERY(teams, $limit, $limit.sort == 1).@count > 0", "Hero where limit.x == 1",
            "Hero where name IN {'where', 'a\\' sort b'}",
        ])
    func wordsOfClausesMayStandInPredicates(_ text: String) throws {
        let query = try ObjectQuery(text: text)
        #expect(query.limit == nil && query.sortDescriptors.isEmpty && query.predicate != nil)
    }

    @Test(
        "A query that cannot be parsed is an error with its column",
        arguments: [
            ("", 1), ("where name == 1", 1), ("Hero Villain", 6), ("Hero where", 11), ("Hero where name ==", 19),
            ("Hero limit -1", 12), ("Hero limit 1 limit 2", 14), ("Hero sort name upwards", 11), ("Hero sort a,,b", 13),
            ("Hero limit x", 12), ("Hero where ((", 14), ("Hero columns name, id, name", 24),
            ("Hero sort name asc desc", 11), ("Hero sort id, name nocase natural", 15), ("Hero where 'abc", 12),
            ("Hero columns", 13),
        ])
    func whatCannotBeReadIsAnErrorWithItsPlace(_ text: String, _ column: Int) {
        let error = #expect(throws: ObjectQueryError.self) { try ObjectQuery(text: text) }
        #expect(error?.column == column, "\(error?.description ?? "")")
    }

    @Test("A key with the name of a clause is written with a number sign in each clause")
    func keysNamedAsClauses() throws {
        let query = try ObjectQuery(text: "Rect where #limit == 1 sort #limit desc, team.#sort columns #limit, #where")
        #expect(query.limit == nil && query.predicate != nil)
        #expect(query.sortDescriptors.map(\.key) == ["limit", "team.sort"])
        #expect(query.columns == ["#limit", "#where"])
        let model = ManagedObjectModel(
            Model(
                name: "Shapes",
                entities: [
                    Entity(
                        name: "Rect",
                        attributes: ["limit", "where"].map { Attribute(name: $0, type: .integer16, isOptional: true) })
                ]))
        let entity = try #require(model.entitiesByName["Rect"])
        let columns = try query.columns.map { try RowColumn($0, of: entity, in: model) }
        #expect(columns.map(\.name) == ["limit", "where"])
        #expect(throws: ObjectQueryError.self) { try ObjectQuery(text: "Rect columns name, #name") }
    }

    @Test("Endless parentheses are an error")
    func endlessBracketsAreAnError() {
        let text = "Hero where " + String(repeating: "(", count: 100_000)
        #expect(throws: ObjectQueryError.self) { try ObjectQuery(text: text) }
    }
}
