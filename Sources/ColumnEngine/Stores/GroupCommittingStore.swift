/// A store that can make several saves durable at the cost of one.
///
/// The coordinator of the store lets contexts that save at the same time share the wait.
public protocol GroupCommittingStore: ResidentStore {
    /// Commits several change sets, each on top of the one before, all of them or none. When this returns, they are as
    /// safe as the store promises of one.
    ///
    /// - Parameter group: At least one change set, none of them empty.
    /// - Returns: The states after the change sets, in their order. ``ResidentStore/snapshot`` is the last of them, and has
    ///   been none of the others.
    /// - Throws: ``MergeConflict`` for objects that have changed since, or an error of the store. Nothing has changed then.
    func commit(_ group: [ChangeSet]) throws -> [GraphSnapshot]
}
