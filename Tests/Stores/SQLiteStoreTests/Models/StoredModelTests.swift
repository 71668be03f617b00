import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// The model that a store keeps of itself.
@Suite struct StoredModelTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "store.sqlite")
        try EveryShape.write(to: SQLiteStore(at: file, model: EveryShape.model))
    }

    @Test("A store contains its model")
    func aStoreOfOursKeepsItsModel() throws {
        let model = try SQLiteStore.model(at: file)
        #expect(model.name == "EveryShape")
        let hashes = ModelLookup(EveryShape.model.schema).coreDataVersionHashes
        #expect(ModelLookup(model.schema).coreDataVersionHashes == hashes)
        _ = try SQLiteStore(at: file, model: model, options: SQLiteStoreOptions(isReadOnly: true))
    }

    @Test("A store without its model is an error")
    func aStoreWithoutItsModelSaysSo() throws {
        let list: [String: Any] = ["NSStoreModelVersionHashes": [String: Data]()]
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        _ = try DatabaseFile(file).rows("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")
        let error = #expect(throws: StoreError.self) { try SQLiteStore.model(at: file) }
        #expect(error?.code == .modelMissing)
    }

    @Test("A damaged model cache is an error")
    func aDamagedModelCacheIsAnError() throws {
        let list: [String: Any] = ["NSStoreModelVersionHashes": [String: Data]()]
        let bytes = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let database = try DatabaseFile(file)
        _ = try database.rows("UPDATE Z_METADATA SET Z_PLIST = x'\(digits)'")
        _ = try database.rows("INSERT INTO Z_MODELCACHE VALUES (x'00112233')")
        let error = #expect(throws: StoreError.self) { try SQLiteStore.model(at: file) }
        #expect(error?.code == .modelMissing)
        #expect(error?.table == "Z_MODELCACHE")
    }
}
