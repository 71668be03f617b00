public import Foundation
import Synchronization

/// A store that lasts as long as the process, for tests and caches.
public final class InMemoryStore: ResidentStore {
    /// Another one for each store, unless the program has given one.
    public let identifier: UUID
    private let state: Mutex<State>
    /// Held for a whole commit, while ``state`` is held for moments only: readers do not wait.
    private let committing = Mutex(())

    private struct State {
        var snapshot: GraphSnapshot
        var lastNumbers: [String: Int64] = [:]
    }

    /// An empty store.
    ///
    /// - Parameters:
    ///   - model: What its objects are of.
    ///   - identifier: The identity of the store; another one each time unless it is given.
    public init(model: ManagedObjectModel, identifier: UUID = UUID()) {
        self.identifier = identifier
        state = Mutex(State(snapshot: GraphSnapshot(layout: GraphLayout(model: model, storeIdentifier: identifier))))
    }

    public var snapshot: GraphSnapshot {
        state.withLock { $0.snapshot }
    }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        state.withLock { state in
            let last = state.lastNumbers[name, default: 0]
            state.lastNumbers[name] = last + Int64(count)
            return last + 1
        }
    }

    public func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try committing.withLock { _ in
            let next = try snapshot.applying(changes)
            state.withLock { $0.snapshot = next }
            return next
        }
    }
}

/// Describes an ``InMemoryStore``.
public struct InMemoryStoreDescription: PersistentStoreDescription {
    /// A new, empty store for each container.
    public init() {}

    public func openStore(for model: ManagedObjectModel) -> any PersistentStore {
        InMemoryStore(model: model)
    }
}

extension PersistentStoreDescription where Self == InMemoryStoreDescription {
    /// A store that lasts as long as the process.
    public static var inMemory: InMemoryStoreDescription { InMemoryStoreDescription() }
}
