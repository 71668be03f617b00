import Foundation
import ObjectGraph
import Synchronization

/// A store in memory whose commits fail while it is told to refuse them.
final class RefusingStore: PersistentStore {
    struct Refusal: Error, Equatable {}

    private let store: InMemoryStore
    private let isRefusing = Mutex(false)

    init(model: ManagedObjectModel) {
        store = InMemoryStore(model: model)
    }

    var identifier: UUID { store.identifier }
    var snapshot: GraphSnapshot { store.snapshot }

    func refuse(_ refuses: Bool) {
        isRefusing.withLock { $0 = refuses }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        if isRefusing.withLock({ $0 }) { throw Refusal() }
        return try store.commit(changes)
    }
}
