public import Foundation

/// A store of objects, which answers questions and commits changes.
///
/// All contexts share a store, so it must be safe to use from any task. Commits are sequential. Contexts read values
/// when they need them, so a store can be larger than memory.
public protocol PersistentStore: AnyObject, Sendable {
    /// The identity of the store, the same each time it is opened.
    var identifier: UUID { get }

    /// Where the store is; nil for one in memory.
    var storeURL: URL? { get }

    /// Reserves numbers for new objects of a family of entities. A number is never handed out twice within a store's
    /// life, and is unique in the family, so that a relationship to a parent entity can name its destinations.
    ///
    /// - Returns: The first of `count` consecutive numbers.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64

    /// A reading of the latest committed state.
    func openView() throws -> any StoreView

    /// Commits changes as a whole. When this returns, they are as safe as the store promises; when it throws, nothing has
    /// changed.
    ///
    /// Afterwards every relationship points to objects that exist, but for those whose
    /// ``RelationshipDescription/mayLeadNowhere`` says otherwise, and both sides of each agree.
    ///
    /// - Throws: ``MergeConflict`` for objects that have another version than the change began with, that no longer exist, or that
    ///   would be destinations although they no longer exist; ``ConstraintConflicts``; or an error of the store.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt

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

/// A description of a store to open, and its location.
public protocol PersistentStoreDescription: Sendable {
    /// Opens the store for a model, making it when there is none; again each time.
    ///
    /// The model says where the store lies beside others of a container: open the store, or what it is made of, with this
    /// very model.
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore
}
