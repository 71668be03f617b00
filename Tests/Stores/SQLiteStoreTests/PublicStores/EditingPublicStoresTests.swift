import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Stores that Core Data has written, edited here: what this module writes must leave them whole.
@Suite(.enabled(if: PublicStores.isPresent, Comment(rawValue: PublicStores.absence)))
struct EditingPublicStoresTests {
    @Test("A save without changes changes no row", arguments: PublicStore.all)
    func aSaveOfNothingChangesNoRow(_ store: PublicStore) async throws {
        let folder = try TemporaryFolder()
        let file = try store.copy(in: folder)
        let before = try DatabaseFile(file).dump()
        let model = try store.model()
        let name = try #require(model.entities.first).name
        let container = try PersistentContainer(model: model, store: .sqlite(at: file))
        try await container.performBackgroundTask { context in
            _ = try context.fetch(FetchRequest<ManagedObject>(entityName: name))
            try context.save()
        }
        #expect(try DatabaseFile(file).dump() == before)
        #expect(try DatabaseFile(file).integrity() == "ok")
    }

    @Test("Objects of every entity can be updated, inserted, and deleted", arguments: PublicStore.all)
    func editing(_ store: PublicStore) throws {
        let folder = try TemporaryFolder()
        let file = try store.copy(in: folder)
        let model = try store.model()
        let objects = try edit(file, model)
        #expect(try DatabaseFile(file).integrity() == "ok")
        let opened = try SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true))
        let view = try opened.openView()
        for (objectID, values) in objects {
            let row = try #require(try view.rows(of: [objectID]).first)
            let entity = try #require(model.entitiesByName[objectID.entityName])
            for (name, value) in values {
                let index = try #require(entity.attributes.firstIndex { $0.name == name })
                #expect(row.values[index] == value, "\(objectID).\(name)")
            }
        }
    }

    /// Changes an object of each entity, inserts two, and deletes one of these again.
    ///
    /// - Returns: What the objects hold that are left, by their identities.
    private func edit(_ file: URL, _ model: ManagedObjectModel) throws -> [ObjectID: [String: AttributeValue]] {
        let store = try SQLiteStore(at: file, model: model)
        var expected: [ObjectID: [String: AttributeValue]] = [:]
        for entity in model.entities where !entity.isAbstract {
            let view = try store.openView()
            let query = StoreQuery(entity: entity, entityNames: [entity.name], limit: 1)
            guard case .rows(let rows) = try view.execute(query).objects else { continue }
            var changes = StoreChanges()
            let values = SampleValues(seed: entity.name)
            if let row = rows.first {
                var update = StoreChanges.Update(objectID: row.objectID, version: row.version)
                for (index, attribute) in entity.attributes.enumerated() where SampleValues.covers(attribute) {
                    update.values[index] = values.value(of: attribute)
                    expected[row.objectID, default: [:]][attribute.name] = values.value(of: attribute)
                }
                changes.updated = [update]
            }
            let first = try store.reserveNumbers(2, forRootEntityNamed: entity.rootName)
            let inserted = [first, first + 1].map { number in
                ObjectID(storeIdentifier: store.identifier, entityName: entity.name, number: number)
            }
            let others = inserted.map { SampleValues(seed: "\(entity.name) inserted \($0.number - first)") }
            changes.inserted = zip(inserted, others).map { objectID, values in
                StoreChanges.Insertion(
                    objectID: objectID,
                    values: entity.attributes.map { SampleValues.covers($0) ? values.value(of: $0) : .null },
                    destinations: entity.relationships.map { _ in [] })
            }
            for attribute in entity.attributes where SampleValues.covers(attribute) {
                expected[inserted[0], default: [:]][attribute.name] = others[0].value(of: attribute)
            }
            let receipt = try store.commit(changes)
            #expect(inserted.allSatisfy { receipt.version(ofInserted: $0) == 1 })
            var deletion = StoreChanges()
            deletion.deleted = [StoreChanges.ObjectVersion(objectID: inserted[1], version: 1)]
            _ = try store.commit(deletion)
            #expect(try store.openView().rows(of: inserted).map(\.objectID) == [inserted[0]])
        }
        return expected
    }
}

/// Values that tell attributes and objects apart.
struct SampleValues {
    var seed: String

    /// Whether there is a value for an attribute.
    static func covers(_ attribute: Attribute) -> Bool {
        !attribute.isTransient && !attribute.isDerived && attribute.type != .composite && attribute.type != .undefined
            && attribute.type != .objectID
    }

    func value(of attribute: Attribute) -> AttributeValue {
        let number = (seed + attribute.name).utf8.reduce(7) { ($0 * 31 + Int64($1)) % 30_011 }
        return switch attribute.type {
        case .integer16, .integer32, .integer64: .integer(number)
        case .decimal: .decimal(Decimal(number) / 100)
        case .double: .double(Double(number) / 7)
        case .float: .float(Float(number) / 7)
        case .string: .string("\(seed) \(attribute.name) 'é'")
        case .boolean: .boolean(number % 2 == 0)
        case .date: .date(Date(timeIntervalSinceReferenceDate: Double(number) + 0.25))
        case .binary: .binary(Data("\(seed) \(number)".utf8))
        case .uuid: .uuid(UUID(uuidString: "00000000-0000-4000-8000-0000000\(10_000 + number)") ?? UUID())
        case .uri: .uri(URL(string: "https://example.org/\(number)") ?? URL(filePath: "/"))
        case .transformable: .binary(Data("\(number)".utf8))
        case .objectID, .composite, .undefined: .null
        }
    }
}
