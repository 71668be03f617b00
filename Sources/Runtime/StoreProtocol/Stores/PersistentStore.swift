public import Foundation

/// A store of objects, which answers questions and commits changes.
///
/// All contexts share a store, so it must be safe to use from any task. Commits are sequential. Contexts read values
/// when they need them, so a store can be larger than memory.
///
/// ```swift
/// final class ShelfStore: PersistentStore {
///     let identifier = UUID()
///     fileprivate let shelf: Mutex<Shelf>
///
///     init(model: ManagedObjectModel) { shelf = Mutex(Shelf(model: model)) }
///
///     func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
///         shelf.withLock { $0.reserve(count) }
///     }
///     func openView() -> any StoreView { ShelfView(shelf.withLock { $0 }) }
///     func commit(_ changes: StoreChanges) throws -> StoreReceipt { try shelf.withLock { try $0.commit(changes) } }
/// }
/// ```
public protocol PersistentStore: AnyObject, Sendable {
    /// The ID of the store, which is the same each time it is opened.
    var identifier: UUID { get }
    /// The location of the store; nil for a store in memory.
    var storeURL: URL? { get }
    /// A short name for what keeps the objects, such as `sqlite`, for metrics and traces.
    /// It is OpenTelemetry's `db.system.name`.
    var systemName: String { get }

    /// Reserves numbers for new objects of an entity hierarchy. A store never returns a number twice, and numbers are
    /// unique in the hierarchy, so that a relationship to a parent entity can refer to its destinations.
    ///
    /// - Returns: The first of `count` consecutive numbers.
    /// - Throws: An error if the store is read-only, or cannot be read or written.
    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64

    /// Opens a view of the latest committed state.
    ///
    /// - Throws: An error if the store cannot be read now.
    func openView() throws -> any StoreView

    /// Commits changes atomically. When this method returns, they are durable; if it throws, nothing has changed.
    ///
    /// Afterward, every relationship points to existing objects, except if its
    /// ``RelationshipDescription/allowsMissingDestination`` is true, and both sides of each agree. A new object may
    /// have the number of a deleted one that returns. It then has no links but those of the changes, even if objects
    /// still referred to the deleted one.
    ///
    /// - Throws: ``MergeConflictError`` for objects that have another version than the changes are based on, or that no
    ///   longer exist, including new destinations; ``ConstraintConflictError``; or an error of the store.
    func commit(_ changes: StoreChanges) throws -> StoreReceipt

    /// The history of the store, the same object each time; nil if the store cannot store it.
    /// It is then kept in memory.
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

/// A description of a store to open, and its location.
///
/// ```swift
/// struct ShelfStoreDescription: PersistentStoreDescription {
///     func openStore(for model: ManagedObjectModel) throws -> any PersistentStore { ShelfStore(model: model) }
/// }
///
/// extension PersistentStoreDescription where Self == ShelfStoreDescription {
///     static var shelf: ShelfStoreDescription { ShelfStoreDescription() }
/// }
/// ```
public protocol PersistentStoreDescription: Sendable {
    /// Opens the store for a model, each time anew, and creates it if it does not exist.
    ///
    /// The model determines the store's place among others of a container, so open the store with this model.
    ///
    /// - Throws: An error if the store cannot be opened, or was written with another version of the model and cannot be
    ///   migrated.
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore
}
