public import Foundation
public import ObjectGraph
import Synchronization

/// A store that keeps its objects in dictionaries during its lifetime.
public final class DictionaryStore: PersistentStore {
    public let identifier = UUID()
    let model: ManagedObjectModel
    private let state = Mutex(State())

    private struct State {
        var contents = StoreContents()
        var lastNumbers: [String: Int64] = [:]
    }

    /// Creates an empty store.
    public init(model: ManagedObjectModel) {
        self.model = model
    }

    public func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        state.withLock { state in
            let last = state.lastNumbers[name, default: 0]
            state.lastNumbers[name] = last + Int64(count)
            return last + 1
        }
    }

    public func openView() -> any StoreView {
        DictionaryView(state.withLock { $0.contents }, model)
    }

    public func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try state.withLock { state in
            // A copy, so that an error leaves the state unchanged.
            var contents = state.contents
            let receipt = try contents.apply(changes, model)
            state.contents = contents
            return receipt
        }
    }
}

/// Describes a ``DictionaryStore``.
public struct DictionaryStoreDescription: PersistentStoreDescription {
    /// The name by which the process finds the store again; nil for a new store each time.
    public var name: String?
    /// Whether to create no store that does not exist.
    public var isReadOnly = false

    public func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        guard let name else { return DictionaryStore(model: model) }
        if let store = DictionaryStore.named(name) {
            guard store.model.entityVersionHashesByName == model.entityVersionHashesByName else {
                throw StoreError(.modelMismatch, location: "'\(name)'", "the store has another model")
            }
            return store
        }
        guard !isReadOnly else { throw StoreError(.notAStore, location: "'\(name)'", "there is no store") }
        return DictionaryStore.make(named: name, model)
    }
}

extension PersistentStoreDescription where Self == DictionaryStoreDescription {
    /// A store of dictionaries.
    public static var dictionary: DictionaryStoreDescription { DictionaryStoreDescription() }
}
