// What a store may do beyond answering and committing. A store says so by conforming to a protocol.

/// A store that keeps what is unique unique itself: its commits throw ``ConstraintConflicts``.
///
/// For any other store that is asked, the coordinator looks for equal objects before each commit, with a question for each
/// constraint whose values change. That sees nothing of what other processes commit at the same moment.
public protocol UniquenessEnforcingStore: PersistentStore {}

/// A store that others write to as well: other processes, or other machines.
public protocol ChangeReportingStore: PersistentStore {
    /// What others have committed since this was called last, or since the store was opened; nil for nothing.
    ///
    /// Called before each fetch and refresh, so it should take little: a look at a counter, say. What the store itself has
    /// committed for this coordinator need not be left out. An error is passed over: a store that cannot be read says so when
    /// it is asked for objects.
    func changesByOthers() throws -> ChangesByOthers?

    /// Calls a closure, on any thread, whenever others may have committed something, until the store goes away.
    ///
    /// Called when the first context follows what others save, and perhaps again, with a closure that takes the place of the one
    /// before. A store that does nothing, as by default, is looked at where contexts fetch and process changes, and nowhere else.
    ///
    /// - Parameter handler: Calls ``changesByOthers()``. It does not hold the store. Never call it from within a call of the store,
    ///   such as `commit(_:)`: it waits for that call to end.
    func watchOthers(_ handler: @escaping @Sendable () -> Void)
}

extension ChangeReportingStore {
    /// Notices nothing by itself.
    public func watchOthers(_ handler: @escaping @Sendable () -> Void) {}
}

/// What others have committed to a store.
public struct ChangesByOthers: Sendable, Hashable {
    /// New objects.
    public var inserted: Set<ObjectID>
    /// Changed objects.
    public var updated: Set<ObjectID>
    /// Objects that no longer exist.
    public var deleted: Set<ObjectID>
    /// Whether these are all. Otherwise contexts that follow look at each object they have.
    public var isComplete: Bool

    /// Changes that are known one by one.
    public init(inserted: Set<ObjectID> = [], updated: Set<ObjectID> = [], deleted: Set<ObjectID> = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        isComplete = true
    }

    /// Changes of which is known only that there are some.
    public static var unknown: ChangesByOthers {
        var changes = ChangesByOthers()
        changes.isComplete = false
        return changes
    }
}

/// An error of a commit that may have taken place all the same, such as one whose answer was lost on its way.
///
/// The context's new objects keep the identities then that they were to be saved under: the next save brings the same ones, so that
/// the store can tell what it has already.
public protocol UncertainCommitError: Error {
    /// Whether the commit may have taken place.
    var mayHaveTakenPlace: Bool { get }
}
