import Foundation
import ObjectGraph
import Synchronization

/// A store in memory whose commits fail while it is told to refuse them.
final class RefusingStore: ResidentStore {
    struct RefusalError: Error, Equatable {}

    private let store: InMemoryStore
    private let refusal = Mutex<(any Error)?>(nil)
    private let isRefusingOnce = Mutex(false)

    init(model: ManagedObjectModel) {
        store = InMemoryStore(model: model)
    }

    var identifier: UUID { store.identifier }
    var snapshot: GraphSnapshot { store.snapshot }

    func refuse(_ refuses: Bool) {
        isRefusingOnce.withLock { $0 = false }
        refusal.withLock { $0 = refuses ? RefusalError() : nil }
    }

    func refuse(with error: any Error) {
        refusal.withLock { $0 = error }
    }

    /// Makes the next commit fail, and none after it.
    func refuseOnce(with error: any Error) {
        refuse(with: error)
        isRefusingOnce.withLock { $0 = true }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        if let error = refusal.withLock({ $0 }) {
            if isRefusingOnce.withLock({ $0 }) { refuse(false) }
            throw error
        }
        return try store.commit(changes)
    }
}
