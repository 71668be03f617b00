import Foundation
import ModelSchema
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// Stores whose hashes were computed before Core Data's were known.
@Suite struct EarlierHashTests {
    private static let model = Model(
        name: "Library",
        entities: [
            Entity(
                name: "Book",
                attributes: [
                    Attribute(name: "title", type: .string, isOptional: true),
                    Attribute(
                        name: "saved", type: .date, isOptional: true, isDerived: true, derivationExpression: "now()"),
                ])
        ])

    @Test(
        "A store with an earlier hash of a derived attribute opens with its model, and has Core Data's after the next save"
    )
    func earlierHashes() throws {
        let lookup = ModelLookup(Self.model)
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "store.sqlite")
        _ = try SQLiteStore(at: file, model: ManagedObjectModel(Self.model))
        let list = try #require(
            PropertyListSerialization.propertyList(
                from: StoreMetadata.propertyList(for: Self.model), format: nil) as? [String: Any])
        let earlier = Data(lookup.earlierCoreDataVersionHash(of: Self.model.entities[0]).bytes)
        let replaced = list.merging(
            ["NSStoreModelVersionHashes": ["Book": earlier], "modelgen.ownVersionHashes": ["Book"]]
        ) { $1 }
        let bytes = try PropertyListSerialization.data(fromPropertyList: replaced, format: .binary, options: 0)
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        _ = try DatabaseFile(file).rows("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")

        let hashes = lookup.coreDataVersionHashes.mapValues { Data($0.bytes) }
        #expect(try SQLiteStore.isStore(at: file, of: Self.model))
        #expect(try SQLiteStore.properties(at: file)["NSStoreModelVersionHashes"] as? [String: Data] == hashes)
        #expect(try StoreMetadata(SQLiteConnection(reading: file.path)).hasEarlierHashes)

        let context = try PersistentContainer(model: ManagedObjectModel(Self.model), store: .sqlite(at: file))
            .newContext()
        try withExtendedLifetime(context) {
            context.insertNewObject(forEntityName: "Book").setValue("Emma", forKey: "title")
            try context.save()
        }
        let saved = try StoreMetadata(SQLiteConnection(reading: file.path))
        #expect(!saved.hasEarlierHashes)
        #expect(saved.versionHashes == lookup.coreDataVersionHashes)
        #expect(saved.ownHashNames == [])
    }
}
