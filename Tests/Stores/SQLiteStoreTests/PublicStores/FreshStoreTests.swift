import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// New stores for models of stores that Core Data has made: they are to be alike.
@Suite(.enabled(if: PublicStores.isPresent, Comment(rawValue: PublicStores.absence)))
struct FreshStoreTests {
    /// Stores that were never migrated, by a framework whose names of indexes are those of today.
    static let fresh = PublicStore.all.filter { store in
        [
            "SampleModel3_V1.sqlite", "SampleModel_V1.sqlite", "SampleStore2.0.sqlite",
            "CoreDataMigration_Example_1.sqlite",
            "CoreDataMigration_Example_3.sqlite", "XCServerCoreData_2.0.0_empty.sqlite", "TestModel.sqlite",
        ]
        .contains(store.file.lastPathComponent)
    }

    @Test("A new store has the same schema as one that Core Data made", arguments: fresh)
    func schemas(_ store: PublicStore) throws {
        let folder = try TemporaryFolder()
        let made = folder.url.appending(path: "made.sqlite")
        _ = try SQLiteStore(at: made, model: store.model())
        let own = try schema(of: made, like: store)
        let theirs = try schema(of: store.copy(in: folder), like: store)
        // Of two tables of pairs after one table the order is not known.
        #expect(own.sorted() == theirs.sorted())
        #expect(own.filter { !$0.contains("Z_9") } == theirs.filter { !$0.contains("Z_9") })
    }

    @Test("A new store has the same metadata as one that Core Data made", arguments: fresh)
    func aNewStoreSaysTheSameOfItsModel(_ store: PublicStore) throws {
        let folder = try TemporaryFolder()
        let made = folder.url.appending(path: "made.sqlite")
        _ = try SQLiteStore(at: made, model: store.model())
        let own = try metadata(of: made)
        let copy = try store.copy(in: folder)
        let theirs = try metadata(of: copy)
        let hashes = try #require(own["NSStoreModelVersionHashes"] as? [String: Data])
        #expect(hashes == theirs["NSStoreModelVersionHashes"] as? [String: Data])
        for key in ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"] {
            guard let value = theirs[key] as? String else { continue }
            #expect(own[key] as? String == value)
        }
        let numbers = "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT"
        #expect(try DatabaseFile(made).rows(numbers) == DatabaseFile(copy).rows(numbers))
    }

    /// The names of fetch indexes came later than the model that XCServerCoreData made its stores with:
    /// there they are left out.
    private func schema(of file: URL, like store: PublicStore) throws -> [String] {
        let schema = try DatabaseFile(file).schema()
        guard store.file.lastPathComponent.hasPrefix("XCServerCoreData") else { return schema }
        return schema.filter { $0.firstMatch(of: /^CREATE INDEX Z_[A-Z][a-z]/) == nil }
    }

    private func metadata(of file: URL) throws -> [String: Any] {
        let text = try DatabaseFile(file).rows("SELECT hex(Z_PLIST) FROM Z_METADATA")[0][0]
        var bytes: [UInt8] = []
        var digits = text.utf8.makeIterator()
        while let high = digits.next(), let low = digits.next() {
            bytes.append(UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) ?? 0)
        }
        return try #require(
            try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
    }
}
