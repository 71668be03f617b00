public import Foundation

/// A store of objects, which answers questions and commits changes.
///
/// All contexts share a store, so it must be safe to use from any task. Commits are sequential. Contexts read values
/// when they need them, so a store can be larger than memory.
public protocol PersistentStore: AnyObject, Sendable {
    /// The ID of the store, which is the same each time it is opened.
    var identifier: UUID { get }
    /// The location of the store; nil for a store in memory.
    var storeURL: URL? { get }
    /// A short name for what keeps the objects, such as `sqlite`, for metrics and traces. It is OpenTelemetry's `db.system.name`.
    var systemName: String { get }

    /// Reserves numbers for new objects of an entity hierarchy. A store never returns a number twice, and numbers are
    /// unique in the hierarchy, so that a relationship to a parent entity can refer to its destinations.
    ///
    /// - Returns: The first of `count` consecutive numbers.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64

    /// Opens a view of the latest committed state.
    func openView() throws -> any StoreView

    /// Commits changes atomically. When this method returns, they are durable; if it throws, nothing has changed.
    ///
    /// Afterward, every relationship points to existing objects, except if its
    /// ``RelationshipDescription/allowsMissingDestination`` is true, and both sides of each agree. A new object may
    /// have the number of a deleted one that returns. It then has no links but those of the changes, even if objects
    /// still referred to the deleted one.
    ///
    /// - Throws: ``MergeConflict`` for objects that have another version than the changes are based on, or that no
    ///   longer exist, including new destinations; ``ConstraintConflicts``; or an error of the store.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt

    /// The history of the store, the same object each time; nil if the store cannot store it. It is then kept in memory.
    var history: (any PersistentHistoryStore)? { get }
}

extension PersistentStore {
    /// Returns nil, for a store in memory.
    public var storeURL: URL? { nil }
    /// Returns the name of the store's type.
    public var systemName: String { "\(type(of: self))" }
    /// Returns nil, for a history in memory.
    public var history: (any PersistentHistoryStore)? { nil }
}

/// A store that can write several saves in one transaction, so that they wait for the medium once.
///
/// Contexts that save while another one's save is written share a transaction then. Stores that let saves run at the same time
/// don't need this.
public protocol TransactionSharingStore: PersistentStore {
    /// Commits several consecutive change sets, all or none. When this returns, they are as durable as a single commit.
    ///
    /// - Parameter group: At least one change set. No object is concerned by two of them.
    /// - Returns: What the store has done, in the order of the change sets.
    /// - Throws: ``SharedTransactionRefusal`` if one of the change sets cannot be written, and nothing has changed: the caller then
    ///   commits each on its own. Otherwise, the error of all, such as that of a medium, which may have written them or not.
    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt]
}

/// The error of a store that wrote none of several change sets, because of one of them.
public struct SharedTransactionRefusal: Error, CustomStringConvertible {
    /// Why one of them could not be written.
    public let reason: any Error

    /// - Parameter reason: Why one of them could not be written.
    public init(_ reason: any Error) { self.reason = reason }

    public var description: String { "nothing was saved: \(reason)" }
}

/// A description of a store to open, and its location.
public protocol PersistentStoreDescription: Sendable {
    /// Opens the store for a model, each time anew, and creates it if it does not exist.
    ///
    /// The model determines the store's place among others of a container, so open the store with this model.
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore
}
