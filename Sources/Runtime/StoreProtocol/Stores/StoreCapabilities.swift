// Optional capabilities of stores, which conform to these protocols.

/// A store that enforces uniqueness itself: its commits throw ``ConstraintConflictError``.
///
/// For any other store that answers queries, the coordinator searches for equal objects before each commit, with one
/// query for each constraint whose values change. This does not find what other processes commit at the same time.
///
/// If a commit throws conflicts, the coordinator searches for all conflicts of the changes,
/// which then replace the store's.
///
/// ```swift
/// extension ServerStore: UniquenessEnforcingStore {
///     func enforcesUniqueness(
///         of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
///     ) -> Bool {
///         // The database compares the bytes of strings, so the coordinator looks for equal ones.
///         uniqueIndexes.contains(propertyNames) && values.allSatisfy { if case .integer = $0 { true } else { false } }
///     }
/// }
/// ```
public protocol UniquenessEnforcingStore: PersistentStore {
    /// Returns whether commits refuse every second object with some values of a constraint.
    ///
    /// The engine compares values by what they mean: canonically equivalent strings are equal, for example. If the
    /// database compares some of the values in another way, or doesn't know the constraint, return false. The
    /// coordinator then searches for equal objects, as for other stores.
    ///
    /// - Parameters:
    ///   - values: The values of the constraint's properties, none of them null. That of a to-one relationship is the
    ///     URI of the destination.
    ///   - propertyNames: The constraint's properties, in its order.
    ///   - name: The entity that defines the constraint.
    func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool
}

extension UniquenessEnforcingStore {
    /// Returns true: the store compares all values as the engine does.
    public func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        true
    }
}

/// A store with many writers, whose commits may run at the same time, each in a transaction of its own.
///
/// The coordinator does not let the commits of several contexts wait for one another, except while the history is
/// recorded.
///
/// ```swift
/// extension ServerStore: ConcurrentlyCommittingStore {
///     // Commits of several contexts call this at the same time.
///     func commit(_ changes: StoreChanges) throws -> StoreReceipt {
///         try pool.withTransaction { transaction in try transaction.commit(changes) }
///     }
/// }
/// ```
public protocol ConcurrentlyCommittingStore: PersistentStore {}

/// A store that can write several saves in one transaction, so that they wait for the medium once.
///
/// Contexts that save while another one's save is written share a transaction then. Stores that let saves run at the
/// same time don't need this.
///
/// ```swift
/// extension ShelfStore: GroupCommittingStore {
///     func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
///         try shelf.withLock { shelf in
///             var next = shelf  // A copy, so that an error leaves the shelf as it was.
///             let receipts = try next.commit(group)
///             shelf = next
///             return receipts
///         }
///     }
/// }
/// ```
public protocol GroupCommittingStore: PersistentStore {
    /// Commits several consecutive change sets, all or none. When this returns, they are as durable as a single commit.
    ///
    /// - Parameter group: At least one change set. No object is concerned by two of them.
    /// - Returns: What the store has done, in the order of the change sets.
    /// - Throws: ``GroupCommitError`` if one of the change sets cannot be written, and nothing has changed: the
    ///   caller then commits each on its own. Otherwise, the error of all, such as that of a medium, which may have
    ///   written them or not.
    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt]
}

/// The error of a store that wrote none of several change sets, because of one of them.
///
/// ```swift
/// mutating func commit(_ group: [StoreChanges]) throws(GroupCommitError) -> [StoreReceipt] {
///     var receipts: [StoreReceipt] = []
///     do {
///         for changes in group { receipts.append(try commit(changes)) }
///         return receipts
///     } catch {
///         throw GroupCommitError(error)  // The caller then commits each on its own.
///     }
/// }
/// ```
public struct GroupCommitError: Error, CustomStringConvertible {
    /// Why one of them could not be written.
    public let reason: any Error

    /// - Parameter reason: Why one of them could not be written.
    public init(_ reason: any Error) { self.reason = reason }

    public var description: String { "nothing was saved: \(reason)" }
}

/// A store whose usual views do not keep a state, because that is costly, but which can open views that do.
///
/// Contexts with a pinned query generation read from such a view. Any other store is expected to keep the state of a
/// view from the first query on.
///
/// ```swift
/// extension ServerStore: ViewPinningStore {
///     var pinningCost: String { "an open transaction" }
///
///     func openPinnedView() throws -> any PinnedStoreView {
///         ServerView(pool.server, transaction: pool.server.openView())
///     }
/// }
/// ```
public protocol ViewPinningStore: PersistentStore {
    /// What a pinned view costs while it is open, such as `a connection and an open transaction`.
    ///
    /// A context pins its query generation only if the caller accepts this cost.
    var pinningCost: String { get }

    /// Opens a view of the latest committed state, which keeps this state until it is unpinned or deallocated.
    ///
    /// - Throws: An error of the store if it cannot keep a state now.
    func openPinnedView() throws -> any PinnedStoreView
}

/// A view that keeps its state until it is unpinned.
///
/// ```swift
/// extension ServerView: PinnedStoreView {
///     func unpin() { transaction.withLock { $0 = nil } }  // Each later query is a transaction of its own.
/// }
/// ```
public protocol PinnedStoreView: StoreView {
    /// Ends what the view costs. Later queries answer with the latest rows, as those of the store's usual views do, for
    /// relationships of objects that a context still has.
    func unpin()
}

/// A store that others also write to: other processes, or other machines.
///
/// ```swift
/// extension ServerStore: ChangeReportingStore {
///     func externalChanges() throws -> ExternalChanges? {
///         lastSeen.withLock { lastSeen in
///             let latest = commitCount  // One number, which is fast to read.
///             defer { lastSeen = latest }
///             return latest == lastSeen ? nil : .unknown
///         }
///     }
/// }
/// ```
public protocol ChangeReportingStore: PersistentStore {
    /// Returns what others have committed since the last call, or since the store was opened; nil for nothing.
    ///
    /// Called before each fetch and refresh, so it should be fast, such as a check of a counter. A commit of the store
    /// may be running on another thread, and should not be waited for. The result can include the store's own commits
    /// for this coordinator. Errors are ignored: a store that cannot be read reports it when objects are read.
    ///
    /// - Throws: An error that the caller ignores.
    func externalChanges() throws -> ExternalChanges?

    /// Returns what others have committed since the last call, as far as a pinned view of this store shows it. What
    /// they commit later belongs to a later call.
    ///
    /// Contexts that follow others read the changed objects from the same view, so that they never see a part of a
    /// commit. A store that does not pin views need not implement it.
    ///
    /// - Throws: An error that the caller ignores.
    func externalChanges(in view: any PinnedStoreView) throws -> ExternalChanges?

    /// Calls a closure, on any thread, whenever others may have committed something, until the store is deallocated.
    ///
    /// Called when the first context follows others' saves, or the program is to be notified of them, and possibly
    /// again, with a closure that replaces the previous one. A store without an implementation is only checked when
    /// contexts fetch and process changes.
    ///
    /// - Parameter handler: Calls ``externalChanges()``. It does not retain the store. Never call it from within a call
    ///   of the store, such as `commit(_:)`, because it waits for that call to end.
    func observeExternalChanges(_ handler: @escaping @Sendable () -> Void)
}

extension ChangeReportingStore {
    /// Returns everything that others have committed since the last call.
    public func externalChanges(in view: any PinnedStoreView) throws -> ExternalChanges? { try externalChanges() }

    /// Does nothing.
    public func observeExternalChanges(_ handler: @escaping @Sendable () -> Void) {}
}

/// What others have committed to a store.
///
/// ```swift
/// // Contexts check each of their objects if the log no longer goes back far enough.
/// let changes: ExternalChanges =
///     page.isTruncated
///     ? .unknown
///     : ExternalChanges(
///         inserted: Set(page.inserted), updated: Set(page.updated), deleted: Set(page.deleted))
/// ```
public struct ExternalChanges: Sendable, Hashable {
    /// New objects.
    public var inserted: Set<ObjectID>
    /// Changed objects.
    public var updated: Set<ObjectID>
    /// Objects that no longer exist.
    public var deleted: Set<ObjectID>
    /// Whether these are all changes. Otherwise, contexts that follow them check each of their objects.
    public var isComplete: Bool

    /// Creates a value with known changes.
    public init(inserted: Set<ObjectID> = [], updated: Set<ObjectID> = [], deleted: Set<ObjectID> = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        isComplete = true
    }

    /// Unknown changes.
    public static var unknown: ExternalChanges {
        var changes = ExternalChanges()
        changes.isComplete = false
        return changes
    }
}

/// An error of a commit that may have succeeded, such as one whose response was lost.
///
/// The context's new objects then keep their permanent IDs, so the next save passes the same ones, and the store can
/// recognize what it already has.
///
/// ```swift
/// struct LostConnectionError: UncertainCommitError {
///     /// Whether the server had received the commit.
///     var hadSentCommit: Bool
///     var mayHaveSucceeded: Bool { hadSentCommit }
/// }
/// ```
public protocol UncertainCommitError: Error {
    /// Whether the commit may have succeeded.
    var mayHaveSucceeded: Bool { get }
}
