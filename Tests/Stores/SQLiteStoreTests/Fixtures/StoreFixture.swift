import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// A store of `Tests/Fixtures/Stores`, and what is expected of it.
struct StoreFixture {
    /// The objects of a store by entity and number, each with its values that are not nil, by name.
    typealias Objects = [String: [String: String]]

    let name: String
    let model: ManagedObjectModel
    let expectation: Expectation
    let objects: Objects

    /// The file that says what is in each store.
    struct Expectations: Decodable {
        var contents: [String: Objects]
        var stores: [String: Expectation]

        static func read() throws -> Expectations {
            try JSONDecoder().decode(Expectations.self, from: Data(contentsOf: Fixtures.url("Stores/expected.json")))
        }
    }

    struct Expectation: Decodable {
        enum Access: String, Decodable {
            /// CloudKit mirrors the store.
            case reading
            /// An interrupted save must be undone before the store can be read.
            case afterWriting
        }

        /// The name of the model.
        var model: String
        /// The name of the objects, which several stores share.
        var contents: String
        /// The problems that a check of the store finds; nil for none.
        var findings: [String]?
        /// What is special about opening the store; nil for nothing.
        var access: Access?
        /// The transactions and their changes, a line for each; nil for a store without a history.
        var history: [String]?
        /// Whether the store contains its model.
        var hasModel: Bool?
        /// What a program has added to the metadata, by key; nil for nothing.
        var metadata: [String: String]?
    }

    init(_ name: String) throws {
        let expectations = try Expectations.read()
        self.name = name
        expectation = try #require(expectations.stores[name], "nothing is expected of \(name)")
        objects = try #require(expectations.contents[expectation.contents])
        model = ManagedObjectModel(try readModel(Fixtures.modelText(expectation.model)))
    }

    /// A copy of the store in a folder, with the files next to it.
    func copy(in folder: TemporaryFolder) throws -> URL {
        let source = Fixtures.url("Stores")
        let all = try FileManager.default.contentsOfDirectory(atPath: source.path(percentEncoded: false))
        for file in all where file.hasPrefix("\(name).sqlite") || file == ".\(name)_SUPPORT" {
            try FileManager.default.copyItem(at: source.appending(path: file), to: folder.url.appending(path: file))
        }
        return folder.url.appending(path: "\(name).sqlite")
    }

    // MARK: Reading

    /// All objects of a store, with all values and relationships.
    ///
    /// - Parameter model: The model that the store is open with; nil for that of the fixture.
    func objects(in store: SQLiteStore, of model: ManagedObjectModel? = nil) throws -> Objects {
        let model = model ?? self.model
        let view = try store.openView()
        var objects: Objects = [:]
        for entity in model.entities where !entity.isAbstract {
            let query = StoreQuery(entity: entity, entityNames: [entity.name])
            guard case .rows(let rows) = try view.execute(query).objects else { continue }
            #expect(try view.count(query) == rows.count)
            for row in rows {
                var values = ["version": "\(row.version)"]
                for (attribute, value) in zip(entity.attributes, row.values) where !value.isNull {
                    values[attribute.name] = value.plainText
                }
                objects[row.objectID.plainName] = values
            }
            for relationship in entity.relationships {
                let found = try view.destinations(of: relationship, from: rows.map(\.objectID))
                for (row, destinations) in zip(rows, found.objectIDs) where !destinations.isEmpty {
                    let ordered = relationship.isOrdered ? Array(destinations) : destinations.sorted()
                    objects[row.objectID.plainName]?[relationship.name] = ordered.map(\.plainName)
                        .joined(separator: ", ")
                }
            }
        }
        return objects
    }

    /// The findings of a check, without the path of the store.
    func findings(in file: URL) throws -> [String] {
        try SQLiteStore.check(file, model: model).map { finding in
            finding.description.replacing("\(file.path(percentEncoded: false)): ", with: "")
        }
    }

    /// The transactions of a store's history, a line for each and one for each change.
    static func history(in store: SQLiteStore, after number: Int = 0) throws -> [String] {
        try #require(store.history).transactions(after: number).flatMap { transaction in
            let author = transaction.author ?? "nobody"
            let context = transaction.contextName ?? "no context"
            let number = transaction.token.transactionNumber
            let time = transaction.timestamp.timeIntervalSinceReferenceDate
            return ["\(number) at \(time) by \(author) in \(context)"]
                + transaction.changes.map { change in
                    let values = change.tombstone.sorted { $0.key < $1.key }
                        .map { "\($0.key) \($0.value.plainText)" }
                    let parts = (change.updatedProperties.sorted() + values).joined(separator: ", ")
                    return "  \(change.changeType) \(change.changedObjectID.plainName)"
                        + (parts.isEmpty ? "" : ": \(parts)")
                }
        }
    }

    /// A value of a property list as text.
    static func text(ofMetadata value: Any) -> String {
        switch value {
        case let flag as Bool: flag ? "1" : "0"
        case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
        case let data as Data: data.hexadecimal
        case let list as [Any]: list.map(text).joined(separator: ", ")
        case let table as [String: Any]:
            table.sorted { $0.key < $1.key }.map { "\($0.key): \(text(ofMetadata: $0.value))" }
                .joined(separator: ", ")
        default: "\(value)"
        }
    }
}

extension ObjectID {
    /// The entity and the number.
    fileprivate var plainName: String { "\(entityName) \(number)" }
}

extension ManagedObject {
    /// The entity and the number.
    var plainName: String { objectID.plainName }
}

extension AttributeValue {
    /// The value as the expectations write it.
    fileprivate var plainText: String {
        switch self {
        case .null: ""
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .float(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let value): value
        case .date(let value): "\(value.timeIntervalSinceReferenceDate)"
        case .binary(let value): value.hexadecimal
        case .uuid(let value): value.uuidString
        case .uri(let value): value.absoluteString
        case .composite(let values):
            values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.plainText)" }.joined(separator: ", ")
        }
    }
}

extension Data {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
