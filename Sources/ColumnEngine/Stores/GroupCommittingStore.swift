/// A store that can make several saves durable at the cost of one.
///
/// The coordinator lets contexts that save at the same time share the wait.
public protocol GroupCommittingStore: ResidentStore {
    /// Commits several consecutive change sets, all or none. When this returns, they are as durable as a single commit.
    ///
    /// - Parameter group: At least one change set, none of them empty.
    /// - Returns: The states after the change sets, in their order. ``ResidentStore/snapshot`` becomes the last of
    ///   them, without passing through the others.
    /// - Throws: ``MergeConflict`` for objects that have changed since, or an error of the store. Nothing changes then.
    func commit(_ group: [ChangeSet]) throws -> [GraphSnapshot]
}
