import JSONStore
package import ObjectGraph

extension PersistentContainer {
    /// Reads what other processes have saved.
    ///
    /// A read-only JSON store that cannot do so keeps its last state, and tells only this request and its log.
    ///
    /// - Throws: `StoreError` if a store can no longer be read.
    package func readSavesOfOthers() throws {
        for store in persistentStoreCoordinator.persistentStores { try (store as? JSONStore)?.refresh() }
    }
}
