public import Foundation

/// Where objects are kept.
///
/// A store hands out snapshots and commits change sets. It is shared by all contexts, so it must be safe to use from
/// any task; commits come one after the other.
public protocol PersistentStore: AnyObject, Sendable {
    /// The identity of the store, the same each time it is opened.
    var identifier: UUID { get }

    /// Where the store is; nil for one in memory.
    var storeURL: URL? { get }

    /// The latest committed state.
    var snapshot: GraphSnapshot { get }

    /// Reserves numbers for new objects of a family of entities. A number is never handed out twice within a store's
    /// life, and is unique in the family, so that a relationship to a parent entity can name its destinations.
    ///
    /// - Returns: The first of `count` consecutive numbers.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64

    /// Commits a change set as a whole. When this returns, the change is as safe as the store promises; when it
    /// throws, nothing has changed.
    ///
    /// - Returns: The state after the commit, which is ``GraphSnapshot/applying(_:)`` the change to the latest one.
    /// - Throws: ``MergeConflict`` for objects that have changed since, or an error of the store.
    func commit(_ changes: ChangeSet) throws -> GraphSnapshot

    /// Where the store keeps its history, the same object each time; nil for a store that cannot, whose history is then
    /// kept in memory.
    var history: (any PersistentHistoryStore)? { get }
}

extension PersistentStore {
    /// Nowhere but in memory.
    public var storeURL: URL? { nil }

    /// No history but that in memory.
    public var history: (any PersistentHistoryStore)? { nil }
}

/// Says which store to open, and where.
public protocol PersistentStoreDescription: Sendable {
    /// Opens the store for a model, making it when there is none; anew each time.
    ///
    /// The model says where the store lies beside others of a container: open the store, or what it is made of, with this
    /// very model.
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore
}
