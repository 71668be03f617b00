import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Queries that the indexes of the model are for.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct IndexUseTests {
    private let server: TestServer
    private let container: PersistentContainer
    private let schemaName: String
    private static let count = 5_000

    private static let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(name: "created", type: .date, isOptional: true),
                        Attribute(name: "folder", type: .integer32, isOptional: true),
                        Attribute(name: "title", type: .string, isOptional: true),
                    ],
                    indexes: [["title"], ["folder", "title"], ["created"]].map { names in
                        FetchIndex(
                            name: names.joined(separator: "-"),
                            elements: names.map { FetchIndex.Element(propertyName: $0, order: .ascending) })
                    })
            ]))

    init() throws {
        server = try #require(TestServer.shared)
        schemaName = server.newSchemaName()
        container = try PersistentContainer(
            model: Self.model,
            store: .postgreSQL(
                connectionString: server.connection, options: PostgreSQLStoreOptions(schemaName: schemaName)))
        let context = container.newContext()
        for number in 0..<Self.count {
            let note = context.insertNewObject(forEntityName: "Note")
            note.setValuesForKeys([
                "title": "Note \((number * 7_919) % Self.count)", "folder": Int32(number % 20),
                "created": Date(timeIntervalSinceReferenceDate: Double(number) * 60.1),
            ])
        }
        // Two spellings of one title, a title that precedes it in bytes alone,
        // and dates that microseconds can't express.
        for (title, seconds) in [
            ("Cafe\u{301}", 1e-9), ("Caf\u{E9}", 2e-9), ("Cafz", -.infinity), ("\u{212A}elvin", .nan), ("Kelvin", 1e15),
        ] {
            let note = context.insertNewObject(forEntityName: "Note")
            note.setValuesForKeys([
                "title": title, "folder": Int32(99), "created": Date(timeIntervalSinceReferenceDate: seconds),
            ])
        }
        _ = context.insertNewObject(forEntityName: "Note")
        try context.save()
        _ = try server.run("ANALYZE \"\(schemaName)\".note")
    }

    /// A request, with the index that it uses, and whether the server sorts nothing but objects with equal values.
    static let requests: [(format: String, keys: [String], limit: Int, index: String)] = [
        ("TRUEPREDICATE", ["title"], 20, "note_title"),
        ("TRUEPREDICATE", ["-title"], 20, "note_title"),
        ("folder == 7", ["title"], 20, "note_folder-title"),
        ("folder == 99", ["title"], 20, "note_folder-title"),
        ("title == 'Note 17'", [], 0, "note_title"),
        ("title == 'Café'", [], 0, "note_title"),
        ("title == 'Kelvin'", [], 0, "note_title"),
        ("title == [n] 'Kelvin'", [], 0, "note_title"),
        ("title IN {'Note 1', 'Note 2', 'Kelvin', 'Café'}", [], 0, "note_title"),
        ("title BEGINSWITH 'Note 12'", [], 0, "note_title"),
        ("title >= 'Note 99' AND title < 'Notf'", ["title"], 20, "note_title"),
        ("TRUEPREDICATE", ["created"], 20, "note_created"),
        ("TRUEPREDICATE", ["-created"], 20, "note_created"),
        ("created > CAST(299000, 'NSDate')", ["created"], 0, "note_created"),
        ("created < CAST(300, 'NSDate')", [], 0, "note_created"),
        ("created == CAST(601, 'NSDate')", [], 0, "note_created"),
        ("created BETWEEN {CAST(600, 'NSDate'), CAST(700, 'NSDate')}", [], 0, "note_created"),
    ]

    @Test("A query that an index fits uses it, and returns what the runtime finds")
    func indexes() throws {
        let context = container.newContext()
        // The same objects in a store in memory, in the same order.
        let copy = try PersistentContainer(model: Self.model, store: .inMemory).newContext()
        for note in try context.fetch(FetchRequest<ManagedObject>(entityName: "Note")) {
            copy.insertNewObject(forEntityName: "Note").setValuesForKeys(note.dictionaryWithValues(forKeys: Self.keys))
        }
        try copy.save()
        for (format, keys, limit, index) in Self.requests {
            var request = FetchRequest<ManagedObject>(entityName: "Note", fetchLimit: limit)
            request.predicate = try .matching(.format(format))
            request.sortDescriptors = keys.map { key in
                ModelSortDescriptor(key: key.replacing("-", with: ""), ascending: !key.hasPrefix("-"))
            }
            let statement = try #require(try context.explain(request).statements.first)
            #expect(statement.remainingParts.subtracting(.predicate) == [], "\(format)")
            let plan = try server.run("EXPLAIN (FORMAT JSON, COSTS OFF) \(statement.text)")
            #expect(plan.contains("\"\(index)\"") && !plan.contains("Seq Scan"), "\(statement.text)\n\(plan)")
            let (found, expected) = try (rows(of: request, in: context), rows(of: request, in: copy))
            #expect(!found.isEmpty && found == expected, "\(format)")
        }
    }

    private static let keys = ["title", "folder", "created"]

    private func rows(of request: FetchRequest<ManagedObject>, in context: ManagedObjectContext) throws -> [[String]] {
        try context.fetch(request).map { note in
            let date = note.value(forKey: "created") as? Date
            return ["title", "folder"].map { "\(note.value(forKey: $0) ?? "nil")" }
                + ["\(date?.timeIntervalSinceReferenceDate ?? 0)"]
        }
    }

    @Test("Dates that the server has no time for are compared, and dates are grouped in their order")
    func dates() throws {
        let context = container.newContext()
        for seconds in [-3e11, 3e12, -1e15] {
            context.insertNewObject(forEntityName: "Note")
                .setValue(Date(timeIntervalSinceReferenceDate: seconds), forKey: "created")
        }
        try context.save()
        func count(_ format: String) throws -> Int {
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = try .matching(.format(format))
            return try context.count(for: request)
        }
        #expect(try count("created < CAST(-200000000000, 'NSDate')") == 3)
        #expect(try count("created <= CAST(-300000000000, 'NSDate')") == 3)
        #expect(try count("created == CAST(-300000000000, 'NSDate')") == 1)
        #expect(try count("created > CAST(-300000000000, 'NSDate') AND created < CAST(-1, 'NSDate')") == 0)
        #expect(try count("created > CAST(2000000000000, 'NSDate')") == 2)
        var request = FetchRequest<ManagedObject>(entityName: "Note", fetchLimit: 3)
        request.resultType = .dictionaries
        request.propertiesToFetch = ["created"]
        request.propertiesToGroupBy = ["created"]
        request.predicate = try .matching(.format("folder == 7"))
        request.sortDescriptors = [ModelSortDescriptor(key: "created", ascending: false)]
        let days = try context.fetchDictionaries(request).compactMap { $0["created"] as? Date }
        #expect(days.map(\.timeIntervalSinceReferenceDate) == [4987, 4967, 4947].map { $0 * 60.1 })
    }

    @Test("A store of an earlier format, whose indexes have strings as they are, is queried by them")
    func earlierFormat() throws {
        _ = try server.run("DROP INDEX \"\(schemaName)\".note_title")
        _ = try server.run("CREATE INDEX note_title ON \"\(schemaName)\".note (title NULLS FIRST)")
        _ = try server.run("UPDATE \"\(schemaName)\".modelgen_store SET format = 2")
        let earlier = try PersistentContainer(
            model: Self.model,
            store: .postgreSQL(
                connectionString: server.connection, options: PostgreSQLStoreOptions(schemaName: schemaName)))
        var request = FetchRequest<ManagedObject>(entityName: "Note")
        request.predicate = try .matching(.format("title == 'Note 17'"))
        let context = earlier.newContext()
        let statement = try #require(try context.explain(request).statements.first)
        #expect(try server.run("EXPLAIN (FORMAT JSON, COSTS OFF) \(statement.text)").contains("\"note_title\""))
        #expect(try context.count(for: request) == 1)
    }
}
