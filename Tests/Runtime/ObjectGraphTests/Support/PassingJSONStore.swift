import Foundation
import JSONStore
import ObjectGraph
import TestSupport

/// A JSON store whose files go away with it.
final class PassingJSONStore: GroupCommittingResidentStore {
    private let store: JSONStore
    private let folder: TemporaryFolder

    init(model: ManagedObjectModel) throws {
        folder = try TemporaryFolder()
        store = try JSONStore(
            at: folder.url.appending(path: "store.json"), model: model,
            options: JSONStoreOptions(durability: .off, compaction: .manual))
    }

    var identifier: UUID { store.identifier }
    var history: (any PersistentHistoryStore)? { store.history }
    var snapshot: GraphSnapshot { store.snapshot }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot { try store.commit(changes) }

    func commit(_ group: [ChangeSet], resultingIn states: [GraphSnapshot]) throws {
        try store.commit(group, resultingIn: states)
    }
}
