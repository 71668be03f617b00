import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQLStore

/// Values that are sent without being copied, on their own and in lists with others.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct LargeValueTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Pictures",
            entities: [
                Entity(
                    name: "Picture",
                    attributes: [
                        Attribute(name: "data", type: .binary, isOptional: true),
                        Attribute(name: "number", type: .integer64, isOptional: true),
                        Attribute(name: "preview", type: .binary, isOptional: true),
                        Attribute(name: "state", type: .transformable, isOptional: true),
                    ])
            ]))
    private static let keys = ["data", "preview", "state"]

    private let container: PersistentContainer
    private let options: PostgreSQLStoreOptions
    private let server: TestServer

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0)
        container = try PersistentContainer(
            model: Self.model, store: .postgreSQL(connectionString: server.connection, options: options))
    }

    private func value(_ number: Int, count: Int) -> AttributeValue {
        .binary(Data((0..<count).lazy.map { UInt8(truncatingIfNeeded: $0 / 3 + number) }))
    }

    /// The number of bytes of each value: nil, empty, and around the size from which values are not copied.
    private static let counts = [nil, 0, 1, (1 << 16) - 1, 1 << 16, 300_000]

    private func values(_ number: Int) -> [AttributeValue] {
        Self.keys.indices.map { place in
            Self.counts[(number * (place + 1) + place) % Self.counts.count].map { value(number + place, count: $0) }
                ?? .null
        }
    }

    private func set(_ object: ManagedObject, _ number: Int) {
        object.setValue(Int64(number), forKey: "number")
        for (key, value) in zip(Self.keys, values(number)) { object.setStoredValue(value, forKey: key) }
    }

    /// Whether a context that has read nothing finds the objects with their values.
    private func expectSaved(_ numbers: [Int], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let context = container.newContext()
        defer { withExtendedLifetime(context) {} }
        let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: "Picture"))
        #expect(objects.count == numbers.count, sourceLocation: sourceLocation)
        for object in objects {
            let number = (object.value(forKey: "number") as? Int64).map(Int.init) ?? -1
            #expect(
                Self.keys.map { object.storedValue(forKey: $0) } == values(number), "object \(number)",
                sourceLocation: sourceLocation)
        }
    }

    @Test("Large values are saved and read, of one object and of many, new and changed", arguments: [1, 2, 40])
    func values(ofObjects count: Int) throws {
        let context = container.newContext()
        let objects = (0..<count).map { _ in context.insertNewObject(forEntityName: "Picture") }
        for (number, object) in objects.enumerated() { set(object, number) }
        try context.save()
        try expectSaved(Array(0..<count))
        for (number, object) in objects.enumerated() { set(object, number + 7) }
        try context.save()
        try expectSaved(Array(7..<count + 7))
    }

    @Test("A list with a large value at any place is the same as one of copied values")
    func lists() {
        let large = Data(repeating: 1, count: 1 << 16)
        let values = [ValueBytes(large), nil, .array([1, 2]), ValueBytes(large + large)]
        for start in values.indices {
            let order = values[start...] + values[..<start]
            var list = ListParameter(.bytes)
            var copied = ListParameter(.bytes)
            for value in order {
                list.append(value)
                switch value {
                case .array(let bytes): copied.append(bytesOf: bytes)
                case .data(let data): copied.append(bytesOf: data)
                case nil: copied.appendNull()
                }
            }
            guard case .array(let bytes) = list.parameter.bytes, case .array(let expected) = copied.parameter.bytes
            else {
                Issue.record("a list is not one value")
                continue
            }
            #expect(bytes == expected)
        }
    }
}
