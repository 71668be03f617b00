import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// Values and links that only a database can keep apart, and values in values.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct SharedValueTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Seats",
            entities: [
                Entity(
                    name: "Room",
                    attributes: [Attribute(name: "size", type: .composite, isOptional: true, compositeName: "Size")]),
                Entity(
                    name: "Seat", attributes: [Attribute(name: "number", type: .integer64, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "room", isOptional: true, destinationName: "Room")
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["number", "room"])]),
            ],
            composites: [
                Composite(
                    name: "Size",
                    attributes: [
                        Attribute(name: "width", type: .double, isOptional: true),
                        Attribute(name: "shape", type: .transformable, isOptional: true),
                        Attribute(name: "label", type: .string, isOptional: true),
                    ])
            ]))

    private let options: PostgreSQLStoreOptions
    private let server: TestServer

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(
            schemaName: server.newSchemaName(), maximumConnectionCount: 1, connectionTimeoutMilliseconds: 2_000)
    }

    private func store() throws -> PostgreSQLStore {
        try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
    }

    private func objectID(_ name: String, in store: PostgreSQLStore) throws -> ObjectID {
        ObjectID(
            storeIdentifier: store.identifier, entityName: name,
            number: try store.reserveNumbers(1, forRootEntityNamed: name))
    }

    private func insertion(_ objectID: ObjectID, _ value: AttributeValue, _ destinations: [[ObjectID]] = [])
        -> StoreChanges
    {
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [value], destinations: destinations)]
        return changes
    }

    @Test("A compound unique value that another process has saved is a constraint conflict")
    func compoundConstraints() throws {
        let first = try store()
        let second = try store()
        let room = try objectID("Room", in: first)
        _ = try first.commit(insertion(room, .null))
        let taken = try objectID("Seat", in: first)
        _ = try first.commit(insertion(taken, .integer(1), [[room]]))
        let late = insertion(try objectID("Seat", in: second), .integer(1), [[room]])
        let error = #expect(throws: ConstraintConflictError.self) { try second.commit(late) }
        let conflict = try #require(error?.conflicts.first)
        #expect(conflict.constraint == ["number", "room"])
        #expect(conflict.values == [.integer(1), .uri(room.uriRepresentation())])
        #expect(conflict.databaseObjectID == taken)
        #expect(conflict.conflictingObjectIDs == late.inserted.map(\.objectID))
    }

    @Test("A transformable attribute in a composite is read back the same")
    func transformablesInComposites() throws {
        let store = try store()
        let room = try objectID("Room", in: store)
        let size = AttributeValue.composite(["width": .double(2.5), "shape": .binary(Data([0, 1, 255]))])
        _ = try store.commit(insertion(room, size))
        #expect(try store.openView().rows(of: [room]).first?.values == [size])
    }

    @Test(
        "A string in a composite keeps a byte order mark at its start",
        arguments: ["\u{FEFF}bom", "\u{FEFF}", "a\u{FEFF}b"])
    func byteOrderMarksInComposites(_ label: String) throws {
        let store = try store()
        let room = try objectID("Room", in: store)
        let size = AttributeValue.composite(["width": .double(2.5), "label": .string(label)])
        _ = try store.commit(insertion(room, size))
        guard case .composite(let members)? = try store.openView().rows(of: [room]).first?.values.first,
            case .string(let text)? = members["label"]
        else {
            Issue.record("the composite is not read back")
            return
        }
        #expect(Array(text.unicodeScalars) == Array(label.unicodeScalars))
        #expect(members["width"] == .double(2.5))
    }

    @Test("Reserving numbers and saving do not block each other")
    func reservingNumbers() async throws {
        let store = try store()
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<40 {
                        _ = try store.reserveNumbers(1_500, forRootEntityNamed: "Room")
                        let changes = insertion(try objectID("Room", in: store), .null)
                        _ = try store.commit(changes)
                    }
                }
            }
            try await group.waitForAll()
        }
        let rooms = try #require(Self.model.entitiesByName["Room"])
        #expect(try store.openView().count(StoreQuery(entity: rooms, entityNames: ["Room"])) == 80)
    }

    @Test("A sum that is too large is infinite, as in memory")
    func aSumThatIsTooLargeIsInfiniteAsInMemory() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Sums",
                entities: [
                    Entity(name: "Thing", attributes: [Attribute(name: "real", type: .double, isOptional: true)])
                ]))
        let container = try PersistentContainer(
            model: model, store: PostgreSQLStoreDescription(connectionString: server.connection, options: options))
        let context = container.newContext()
        for _ in 0..<2 { context.insertNewObject(forEntityName: "Thing").setValue(1e308, forKey: "real") }
        try context.save()
        var request = FetchRequest<ManagedObject>(entityName: "Thing")
        request.expressionsToFetch = [FetchedExpression(name: "sum", expression: try .init(format: "sum:(real)"))]
        #expect(try context.fetchDictionaries(request).first?["sum"] as? Double == .infinity)
    }
}
