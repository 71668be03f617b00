import Dispatch
import Foundation
import ObjectGraph
import SQLiteStore

/// A store of a program's own, whose first commit waits until it may go on, and which says so.
final class PausingStore: PersistentStore {
    /// Lets the commit go on.
    let mayGoOn = DispatchSemaphore(value: 0)
    private let store: SQLiteStore

    init(at url: URL, model: ManagedObjectModel) throws { store = try SQLiteStore(at: url, model: model) }

    var identifier: UUID { store.identifier }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView { try store.openView() }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        if changes.contextName == "slow" {
            StoreActivity.measure(.wait(for: .server, of: systemName)) { mayGoOn.wait() }
        }
        return try store.commit(changes)
    }
}

struct PausingStoreDescription: PersistentStoreDescription {
    let url: URL

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        try PausingStore(at: url, model: model)
    }
}
