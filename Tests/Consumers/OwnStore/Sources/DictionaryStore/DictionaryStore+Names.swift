import ObjectGraph
import Synchronization

extension DictionaryStore {
    private static let stores = Mutex<[String: DictionaryStore]>([:])

    static func named(_ name: String) -> DictionaryStore? { stores.withLock { $0[name] } }

    static func make(named name: String, _ model: ManagedObjectModel) -> DictionaryStore {
        stores.withLock { stores in
            let store = stores[name] ?? DictionaryStore(model: model)
            stores[name] = store
            return store
        }
    }

    /// Returns whether there was a store with the name.
    static func remove(named name: String) -> Bool { stores.withLock { $0.removeValue(forKey: name) } != nil }
}
