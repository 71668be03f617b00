import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLStore

/// Answers of so many rows that several threads make columns of them.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LargeResultTests {
    private let server: TestServer
    private let options: PostgreSQLStoreOptions
    private let container: PersistentContainer
    private static let count = 5_000
    private static let values = LargeAnswerValues()

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0)
        container = try PersistentContainer(
            model: LargeAnswerValues.model, store: .postgreSQL(connectionString: server.connection, options: options))
        let context = container.newContext()
        let owners = (0..<3).map { _ in context.insertNewObject(forEntityName: "Owner") }
        for number in 0..<Self.count {
            let thing = context.insertNewObject(forEntityName: number % 2 == 0 ? "Thing" : "SmallThing")
            let item = context.insertNewObject(forEntityName: "Item")
            for object in [thing, item] {
                for (name, value) in Self.values.row(number) { object.setStoredValue(value, forKey: name) }
            }
            item.setValue(number % 4 == 0 ? nil : owners[number % 3], forKey: "owner")
        }
        try context.save()
    }

    private func table(_ name: String) -> String { "\(options.schemaName ?? "").\(name)" }

    private func request(_ name: String = "Item") -> FetchRequest<ManagedObject> { FetchRequest(entityName: name) }

    private func numbers(_ objects: [ManagedObject]) -> [Int] {
        objects.compactMap { ($0.value(forKey: "number") as? Int64).map(Int.init) }
    }

    /// Puts a third of the rows behind the others, which is where the server writes a row that changes.
    private func shuffle(_ name: String) throws {
        try server.run("UPDATE \(table(name)) SET number = number WHERE id % 3 = 0")
        let ascends =
            "SELECT bool_and(before < id) FROM (SELECT id, lag(id) OVER () AS before FROM \(table(name))) rows"
        #expect(try server.run(ascends) == "f")
    }

    @Test(
        "Objects with values of every type are fetched in the order of insertion",
        arguments: ["Item", "Thing"])
    func orderOfInsertion(_ name: String) throws {
        try shuffle(name.lowercased())
        let context = container.newContext()
        defer { withExtendedLifetime(context) {} }
        let objects = try context.fetch(request(name))
        #expect(numbers(objects) == Array(0..<Self.count))
        for (number, object) in objects.enumerated() {
            for (name, value) in Self.values.row(number) {
                let found = object.storedValue(forKey: name)
                if found != value { Issue.record("\(name) of \(number) is \(found) instead of \(value)") }
            }
        }
        guard name == "Item" else { return }
        let owners = objects.map { $0.value(forKey: "owner") as? ManagedObject }
        #expect(owners.indices.allSatisfy { (owners[$0] == nil) == ($0 % 4 == 0) })
        #expect(
            owners.indices.dropFirst(3).allSatisfy { $0 % 4 == 0 || ($0 - 3) % 4 == 0 || owners[$0] === owners[$0 - 3] }
        )
    }

    @Test("Objects are fetched in the order of the request")
    func objectsComeInTheOrderOfTheRequest() throws {
        var request = request()
        request.sortDescriptors = [ModelSortDescriptor(key: "number", ascending: false)]
        let sorted = Array((0..<Self.count).reversed())
        let context = container.newContext()
        #expect(numbers(try context.fetch(request)) == sorted)
        request.fetchOffset = 10
        request.fetchLimit = 4_500
        #expect(numbers(try context.fetch(request)) == Array(sorted[10..<4_510]))
        request.sortDescriptors = []
        try shuffle("item")
        #expect(numbers(try context.fetch(request)) == Array(10..<4_510))
    }

    @Test("Large results include the changes of the context and its parent")
    func changesOfTheContextAndOfItsParentCount() throws {
        let parent = container.newContext()
        let new = parent.insertNewObject(forEntityName: "Item")
        new.setValue(Int64(Self.count), forKey: "number")
        #expect(numbers(try parent.fetch(request())) == Array(0...Self.count))
        let child = ManagedObjectContext(parent: parent)
        let objects = try child.fetch(request())
        #expect(numbers(objects) == Array(0...Self.count))
        child.delete(objects[7])
        #expect(numbers(try child.fetch(request())) == (0...Self.count).filter { $0 != 7 })
        let ids = try container.newContext().fetchObjectIDs(request())
        #expect(ids.count == Self.count)
    }

    @Test("Rows of a table of one entity are read with any entity number")
    func unknownEntityNumbers() throws {
        try server.run("UPDATE \(table("item")) SET entity = 99 WHERE number IN (0, 4000, 4999)")
        let context = container.newContext()
        #expect(numbers(try context.fetch(request())) == Array(0..<Self.count))
        #expect(try context.count(for: request()) == Self.count)
        #expect(try context.fetchObjectIDs(request()).count == Self.count)
    }

    @Test("A fetch with an invalid row fails and leaves the context unchanged", arguments: [false, true])
    func invalidRows(_ isRetaining: Bool) throws {
        let context = container.newContext()
        context.retainsRegisteredObjects = isRetaining
        try server.run("UPDATE \(table("item")) SET version = -1 WHERE number = 4900")
        let error = #expect(throws: StoreError.self) { try context.fetch(request()) }
        #expect(error?.code == .malformed)
        #expect(context.registeredObjects.isEmpty)
        try server.run("UPDATE \(table("item")) SET version = 1 WHERE number = 4900")
        #expect(try context.fetch(request()).count == Self.count)
    }

    @Test(
        "A column of another type is a model mismatch",
        arguments: ["id", "entity", "version", "owner_id", "number"], ["Item", "Thing"])
    func aColumnOfAnotherTypeIsAModelMismatch(_ column: String, _ name: String) throws {
        if column == "owner_id", name == "Thing" { return }
        let table = table(name.lowercased())
        try server.run(
            "ALTER TABLE \(table) DROP CONSTRAINT IF EXISTS item_owner_id_fkey, ALTER \(column) TYPE numeric")
        let error = #expect(throws: StoreError.self) { try container.newContext().fetch(request(name)) }
        #expect(error?.code == .modelMismatch)
    }
}

/// Values of all types, some of them nil, by number.
private struct LargeAnswerValues {
    /// An item has a table for itself. Things and small things share theirs.
    static let model = ManagedObjectModel(
        Model(
            name: "Large",
            entities: [
                Entity(
                    name: "Item", attributes: attributes,
                    relationships: [
                        Relationship(name: "owner", isOptional: true, destinationName: "Owner", inverseName: "items")
                    ]),
                Entity(
                    name: "Owner",
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, destinationName: "Item",
                            inverseName: "owner")
                    ]),
                Entity(name: "Thing", attributes: attributes),
                Entity(name: "SmallThing", parentName: "Thing"),
            ]))

    private static let types: [(String, AttributeType)] = [
        ("isOpen", .boolean), ("short", .integer16), ("medium", .integer32), ("long", .integer64), ("float", .float),
        ("double", .double), ("price", .decimal), ("text", .string), ("date", .date), ("uuid", .uuid), ("link", .uri),
        ("data", .binary),
    ]
    private static let attributes =
        [Attribute(name: "number", type: .integer64, isOptional: true)]
        + types.map { Attribute(name: $0.0, type: $0.1, isOptional: true) }

    /// By the names of attributes. Each is nil for every fifth number, another one each time.
    func row(_ number: Int) -> [(String, AttributeValue)] {
        let integer = Int64(number)
        let texts = ["", "a", "\u{0}", "\u{1}\u{2}", "ö\u{1}", String(repeating: "long ", count: 40), "text \(number)"]
        let uuid = UUID(
            uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, UInt8(number >> 8), UInt8(truncatingIfNeeded: number)))
        let values: [AttributeValue] = [
            .boolean(number % 3 == 0), .integer(integer - 2_500), .integer(-integer * 1_000), .integer(integer << 40),
            .float(Float(number) / 3), .double(Double(number) / 7), .decimal(Decimal(number) / 8),
            .string(texts[number % texts.count]), .date(Date(timeIntervalSinceReferenceDate: Double(number) / 3)),
            .uuid(uuid), URL(string: "https://example.com/\(number)").map(AttributeValue.uri) ?? .null,
            .binary(Data(repeating: UInt8(truncatingIfNeeded: number), count: number % 4)),
        ]
        return [("number", .integer(integer))]
            + zip(Self.types, values).enumerated().map { place, pair in
                (pair.0.0, (number + place) % 5 == 0 ? .null : pair.1)
            }
    }
}
