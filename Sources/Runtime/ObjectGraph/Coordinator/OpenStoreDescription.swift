/// A description of a store that is open already.
package struct OpenStoreDescription: PersistentStoreDescription {
    private let store: any PersistentStore

    /// - Parameter store: A store that was opened for the model of the container.
    package init(_ store: any PersistentStore) { self.store = store }

    package func openStore(for model: ManagedObjectModel) -> any PersistentStore { store }
}
