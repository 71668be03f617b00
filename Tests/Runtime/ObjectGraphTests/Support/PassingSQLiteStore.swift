import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// A SQLite store whose file goes away with it.
final class PassingSQLiteStore: PersistentStore, ChangeReportingStore {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init(model: ManagedObjectModel) throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(
            at: folder.url.appending(path: "store.sqlite"), model: model,
            options: SQLiteStoreOptions(durability: .off))
    }

    var identifier: UUID { store.identifier }
    var history: (any PersistentHistoryStore)? { store.history }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView { try store.openView() }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try store.commit(changes) }

    func externalChanges() throws -> ExternalChanges? { try store.externalChanges() }
}
