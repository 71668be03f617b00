public import Foundation
import Synchronization

/// A store in memory, for tests and caches.
///
/// ```swift
/// struct CacheDescription: PersistentStoreDescription {
///     let identifier: UUID  // For tests that print IDs. The store still opens empty.
///
///     func openStore(for model: ManagedObjectModel) -> any PersistentStore {
///         InMemoryStore(model: model, identifier: identifier)
///     }
/// }
/// ```
public final class InMemoryStore: ResidentStore {
    /// The identifier of the store, which is unique unless the program provides it.
    public let identifier: UUID
    private let state: Mutex<State>
    /// Locked for a whole commit, while ``state`` is locked only briefly, so readers do not wait.
    private let committing = Mutex(())

    private struct State {
        var snapshot: GraphSnapshot
        var lastNumbers: [String: Int64] = [:]
    }

    /// An empty store.
    ///
    /// - Parameters:
    ///   - model: The model of the objects.
    ///   - identifier: The identifier of the store. The default is a new identifier.
    public init(model: ManagedObjectModel, identifier: UUID = UUID()) {
        self.identifier = identifier
        state = Mutex(State(snapshot: GraphSnapshot(layout: GraphLayout(model: model, storeIdentifier: identifier))))
    }

    public var systemName: String { "memory" }

    public var snapshot: GraphSnapshot { state.withLock { $0.snapshot } }

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

/// The description of an ``InMemoryStore``.
///
/// ```swift
/// let tests = try PersistentContainer(model: .app, store: .inMemory)
/// let others = try PersistentContainer(model: .app, store: .inMemory)  // Shares nothing with the first.
/// ```
public struct InMemoryStoreDescription: PersistentStoreDescription {
    /// Creates a description of a new, empty store for each container.
    public init() {}

    public func openStore(for model: ManagedObjectModel) -> any PersistentStore { InMemoryStore(model: model) }
}

extension PersistentStoreDescription where Self == InMemoryStoreDescription {
    /// A store in memory.
    public static var inMemory: InMemoryStoreDescription { InMemoryStoreDescription() }
}
