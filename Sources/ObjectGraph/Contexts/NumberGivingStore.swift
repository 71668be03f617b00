/// A store that gives each new object its number, for a module that offers Core Data's names: such a store is handed the objects
/// themselves. They have their permanent identities by the time that it commits them.
package protocol NumberGivingStore: PersistentStore {
    /// The numbers of new objects, in their order. Never called twice for an object, unless it throws.
    func numbers(for objects: [ManagedObject]) throws -> [Int64]
}
