import CSQLite
import Foundation
import ModelExpressions
import SQLStore
import TestSupport
import Testing

@testable import ObjectGraph
@testable import SQLiteStore

/// What SQLite does for a query: an index is gone by where there is one.
struct QueryPlanTests {
    private static let identifier = UUID()

    /// The statement of a query, and what SQLite says of it.
    private func explain(
        _ predicate: ModelPredicate?, order: [String] = [], entity: String = "Item"
    ) throws -> (text: String, plan: String) {
        let model = ManagedObjectModel.queried
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "plan.sqlite")
        _ = try SQLiteStore(at: file, model: model)
        let description = try #require(model.entitiesByName[entity])
        let layout = StoreLayout(model, numbers: EntityNumbers(of: model))
        let translator = QueryTranslator(
            model, names: layout, dialect: SQLiteDialect(), storeIdentifier: Self.identifier)
        var query = StoreQuery(
            entity: description, entityNames: description.concreteFamilyNames, predicate: predicate)
        query.order = try order.map {
            try SortKey(ModelSortDescriptor<ManagedObject>(key: $0), of: description, in: model)
        }
        let translated = try #require(translator.translate(query, contents: KnownTables()))
        let fragment = translated.statement(selecting: "t.Z_PK")
        let connection = try SQLiteConnection(path: file.path(percentEncoded: false), access: .writing)
        let statement = try connection.statement("EXPLAIN QUERY PLAN \(fragment)" as SQLFragment)
        var lines: [String] = []
        while try statement.step() { lines.append(statement.text(at: 3)) }
        return (fragment.written(in: SQLiteDialect()).text, lines.joined(separator: "\n"))
    }

    /// An entity without ancestors needs nothing besides the index; of a subentity, the rows are read too.
    @Test(
        "A query uses an index if there is one",
        arguments: [("Item", "COVERING INDEX"), ("SpecialItem", "INDEX")])
    func indexesAreGoneBy(entity: String, index: String) throws {
        func plan(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> String {
            try explain(.format(format, argumentArray: arguments), entity: entity).plan
        }
        let sorted = "\nUSE TEMP B-TREE FOR ORDER BY"
        #expect(try plan("number == 7") == "SEARCH t USING \(index) Z_Item_byNumber (ZNUMBER=?)")
        #expect(
            try plan("number > 7 AND number <= 9")
                == "SEARCH t USING \(index) Z_Item_byNumber (ZNUMBER>? AND ZNUMBER<?)\(sorted)")
        #expect(
            try plan("number BETWEEN {1, 2}")
                == "SEARCH t USING \(index) Z_Item_byNumber (ZNUMBER>? AND ZNUMBER<?)\(sorted)")
        #expect(try plan("number IN {1, 2, 3}") == "SEARCH t USING \(index) Z_Item_byNumber (ZNUMBER=?)\(sorted)")
        #expect(try plan("text == 'abc'") == "SEARCH t USING \(index) Z_Item_byText (ZTEXT=?)")
        #expect(try plan("text == 'Kelvin'") == "SEARCH t USING \(index) Z_Item_byText (ZTEXT=?)\(sorted)")
        #expect(try plan("text == 'Zoë'") == "SEARCH t USING \(index) Z_Item_byText (ZTEXT>? AND ZTEXT<?)\(sorted)")
        #expect(
            try plan("text BEGINSWITH 'ab'")
                == "SEARCH t USING \(index) Z_Item_byText (ZTEXT>? AND ZTEXT<?)\(sorted)")
        #expect(try plan("text LIKE 'ab*'") == "SEARCH t USING \(index) Z_Item_byText (ZTEXT>? AND ZTEXT<?)\(sorted)")
        #expect(try plan("text IN {'a', 'b'}") == "SEARCH t USING \(index) Z_Item_byText (ZTEXT=?)\(sorted)")
        #expect(
            try plan("date > %@", Date.distantPast)
                == "SEARCH t USING \(index) Z_Item_byDate (ZDATE>? AND ZDATE<?)\(sorted)")
        #expect(try plan("uuid == %@", UUID()) == "SEARCH t USING \(index) Z_Item_byUUID (ZUUID=?)")
        #expect(try plan("SELF == %@", object("Item")) == "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)")
        #expect(try plan("box == %@", object("Box")) == "SEARCH t USING \(index) ZITEM_ZBOX_INDEX (ZBOX=?)")
        #expect(
            try plan("box.title == 'a' AND number == 7") == """
                SEARCH t USING INDEX Z_Item_byNumber (ZNUMBER=?)
                SEARCH t1 USING INTEGER PRIMARY KEY (rowid=?)
                """)
    }

    private func object(_ entity: String) -> ObjectID {
        ObjectID(storeIdentifier: Self.identifier, entityName: entity, number: 1)
    }

    @Test("A sort order uses an index")
    func anOrderGoesByAnIndex() throws {
        #expect(try explain(nil, order: ["number"]).plan == "SCAN t USING COVERING INDEX Z_Item_byNumber")
    }

    @Test("Values are bound to statements, and never part of their text")
    func argumentsAreNeverInTheText() throws {
        let secret = "x'; DROP TABLE ZITEM;--"
        let tagged = "SELECT t2.Z_2ITEMS FROM Z_2TAGS t2 JOIN ZTAG t1 ON t1.Z_PK = t2.Z_5TAGS"
        for (format, condition) in [
            ("text == %@", "t.ZTEXT IN (?, ?, ?, ?)"), ("text CONTAINS[c] %@", "modelgen_contains(t.ZTEXT, ?, 1)"),
            ("text IN {%@, 'b'}", "t.ZTEXT IN (?, ?, ?, ?, ?)"),
            ("ANY tags.name == %@", "t.Z_PK IN (\(tagged) WHERE t1.ZNAME IN (?, ?, ?, ?))"),
            ("text LIKE %@", "(t.ZTEXT >= ? AND t.ZTEXT < ? AND modelgen_like(t.ZTEXT, ?, 0))"),
        ] {
            #expect(
                try explain(.format(format, secret)).text
                    == "SELECT t.Z_PK FROM ZITEM t WHERE \(condition) ORDER BY t.Z_PK")
        }
        let text = try explain(.format("number == %@ AND real > %@", 424_242, 3.25)).text
        #expect(!text.contains("424242") && !text.contains("3.25"))
    }

    @Test("A copied statement returns the same rows as the query of the store")
    func copiedStatements() throws {
        let model = ManagedObjectModel.queried
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "copied.sqlite")
        let container = try PersistentContainer(model: model, store: .sqlite(at: file))
        let context = container.newContext()
        let texts = [
            "it's", "x'; DROP TABLE ZITEM;--", "a\u{0}b", "\u{0}", "line\nbreak", "back\\slash", "\u{202E}turned",
            "\u{1B}[31m", "",
            "'\u{301}accent", "?1",
        ]
        for text in texts { context.insertNewObject(forEntityName: "Item").setValue(text, forKey: "text") }
        try context.save()
        let connection = try SQLiteConnection(path: file.path(percentEncoded: false), access: .writing)
        for text in texts {
            var request = FetchRequest<ManagedObject>(entityName: "Item", fetchLimit: 5)
            request.predicate = try .matching(.format("text == %@ AND real != %@", text, -Double.infinity))
            let shown = try #require(try container.newContext().explain(request).statements.first)
            #expect(
                shown.remainingParts == []
                    && shown.text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isControl })
            let statement = try connection.statement(shown.text)
            defer { statement.reset() }
            var found = 0
            while try statement.step() { found += 1 }
            #expect(found == 1, "\(shown.text)")
        }
    }

    @Test("An index needs exactly one column of each property")
    func columnsOfIndexes() throws {
        func index(_ names: String...) -> FetchIndex {
            FetchIndex(
                name: names.joined(), elements: names.map { FetchIndex.Element(propertyName: $0, order: .ascending) })
        }
        let model = ManagedObjectModel(
            Model(
                name: "Places",
                entities: [
                    Entity(
                        name: "Visit",
                        attributes: [
                            Attribute(name: "name", type: .string, isOptional: true),
                            Attribute(name: "note", type: .string, isOptional: true, isTransient: true),
                            Attribute(name: "place", type: .composite, isOptional: true, compositeName: "Place"),
                        ], indexes: [index("name"), index("place", "note"), index("note", "place"), index("place")],
                        uniquenessConstraints: [UniquenessConstraint(["place", "note"])])
                ],
                composites: [
                    Composite(
                        name: "Place",
                        attributes: ["x", "y"].map { Attribute(name: $0, type: .double, isOptional: true) })
                ]))
        let schema = SQLiteStore.schema(of: model)
        let indexes = schema.split(separator: "\n").filter { $0.contains(" INDEX ") }
        #expect(indexes == ["CREATE INDEX Z_Visit_name ON ZVISIT (ZNAME COLLATE BINARY ASC);"])
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isControl: Bool { generalCategory == .control || generalCategory == .format }
}

/// Tables without rows of unknown entities.
private struct KnownTables: SQLTableContents {
    func mayHaveUnknownEntities(_ entity: EntityDescription) -> Bool { false }

    func isInOrderOfIndex(_ column: String, of entity: EntityDescription, _ kind: SQLKind) -> Bool { false }
}
