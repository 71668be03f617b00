import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

/// Queries that a program repeats with other values, whose statements the store keeps.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct RepeatedQueryTests {
    private let server: TestServer
    private let options: PostgreSQLStoreOptions
    private let container: PersistentContainer
    private let lines = LogLines()

    private static let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(name: "key", type: .uuid, isOptional: true),
                        Attribute(name: "number", type: .integer16, isOptional: true),
                        Attribute(name: "owner", type: .uuid, isOptional: true),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["key"])]),
                Entity(name: "Memo", parentName: "Note"),
            ]))

    init() throws {
        server = try #require(TestServer.shared)
        var options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        options.logger = lines.logger
        self.options = options
        container = try Self.container(server, options)
        let context = container.newContext()
        for number in 0..<20 {
            let note = context.insertNewObject(forEntityName: number.isMultiple(of: 2) ? "Note" : "Memo")
            note.setValuesForKeys(["key": Self.key(number), "number": Int16(number), "owner": Self.key(number % 5)])
        }
        try context.save()
    }

    private static func container(
        _ server: TestServer, _ options: PostgreSQLStoreOptions
    ) throws -> PersistentContainer {
        try PersistentContainer(
            model: model, store: .postgreSQL(connectionString: server.connection, options: options))
    }

    private static func key(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
    }

    /// The numbers of the notes that match, and the last statement that read them.
    private func find(
        _ format: String, _ arguments: any PredicateArgument..., entityName: String = "Note", limit: Int = 0,
        in other: PersistentContainer? = nil
    ) throws -> (numbers: [Int16?], statement: String) {
        var request = FetchRequest<ManagedObject>(
            entityName: entityName, predicate: try .format(format, argumentArray: arguments))
        request.fetchLimit = limit
        request.sortDescriptors = [ModelSortDescriptor<ManagedObject>(key: "number", ascending: false)]
        let found = try (other ?? container).newContext().fetch(request).map { $0.value(forKey: "number") as? Int16 }
        return (found, try #require(lines.all.last { $0.contains("SELECT t.id") }))
    }

    @Test("Each repetition finds the objects with its own values")
    func repetitions() throws {
        for number in 0..<20 {
            #expect(try find("key == %@", Self.key(number)).numbers == [Int16(number)])
            #expect(try find("key == %@", Self.key(number), limit: 1).numbers == [Int16(number)])
            let isMemo = !number.isMultiple(of: 2)
            #expect(try find("key == %@", Self.key(number), entityName: "Memo").numbers.count == (isMemo ? 1 : 0))
            let owned = stride(from: number % 5, to: 20, by: 5).map { Int16($0) }
            #expect(
                try find("owner == %@ AND number >= %ld", Self.key(number % 5), number % 5).numbers
                    == owned.reversed())
            #expect(
                try find("number < %ld", number, limit: 3).numbers
                    == (0..<number).suffix(3).reversed().map { Int16($0) })
        }
        // No attribute of this type has such a number.
        #expect(try find("number < %ld", 100_000, limit: 3).numbers == [19, 18, 17])
        #expect(try find("number == %ld", Int.max).numbers == [])
        #expect(try find("number == %ld", 7).numbers == [7])
        #expect(try find("key == %@", Self.key(99)).numbers == [])
        #expect(try find("key == nil").numbers == [])
    }

    @Test("The server does not sort what a unique value finds")
    func uniqueValues() throws {
        for _ in 0..<3 {
            #expect(try !find("key == %@ AND number > 1", Self.key(3)).statement.contains("ORDER BY"))
            #expect(try find("owner == %@", Self.key(3)).statement.contains("ORDER BY"))
            #expect(try find("number == %ld", 3).statement.contains("ORDER BY"))
        }
    }

    @Test("No value changes the statement of a query that is kept")
    func statements() throws {
        let numbers = [0, -1, 7, 32_767, 40_000, Int(Int32.min), Int.max, Int.min]
        let keys = [Self.key(0), Self.key(1), UUID()]
        for name in ["<", "<=", ">", ">=", "=="] {
            let statements = try numbers.map { number in
                // A store that has kept nothing yet.
                try find("number \(name) %ld", number, in: Self.container(server, options)).statement
            }
            #expect(Set(try statements.map(Self.text)).count == 1, "\(statements)")
        }
        let statements = try keys.map { try find("key == %@", $0, in: Self.container(server, options)).statement }
        #expect(Set(try statements.map(Self.text)).count == 1, "\(statements)")
    }

    /// The statement in a line of the log, without what was measured.
    private static func text(_ line: String) throws -> String {
        String(try #require(line.firstMatch(of: /SELECT .*?(?=, "rows"|, "milliseconds"|\]$)/)).output)
    }
}
