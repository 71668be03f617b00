/// A consistent view of a store, which answers queries in batches.
///
/// A view shows what was committed when it was opened. If it keeps this state only briefly, it may answer a later query
/// with later rows. Values that a context has read stay the same until the context refreshes or merges.
///
/// A view is used from any task, and by several tasks at a time.
///
/// ```swift
/// final class ShelfView: StoreView {
///     private let shelf: Shelf
///     init(_ shelf: Shelf) { self.shelf = shelf }
///
///     func rows(of objectIDs: [ObjectID]) -> [StoreRow] { objectIDs.compactMap(shelf.row) }
///
///     func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) -> StoreDestinations {
///         StoreDestinations(objectIDs.map { shelf.destinations(of: relationship, from: $0) })
///     }
///
///     func execute(_ query: StoreQuery) -> StoreResult { shelf.result(of: query) }
/// }
/// ```
public protocol StoreView: AnyObject, Sendable {
    /// Returns the rows of objects, in any order, without objects that the store does not contain.
    ///
    /// - Parameter objectIDs: The objects of the store, each once.
    /// - Throws: An error if the store cannot be read.
    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow]

    /// Returns the destinations of a relationship of some objects, which the store contains.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of the entities of all the objects.
    ///   - objectIDs: The objects, each once. Objects that the store does not contain have no destinations.
    /// - Throws: An error if the store cannot be read.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations

    /// Returns the objects that match a query.
    ///
    /// - Throws: An error if the store cannot be read, or ``QueryError`` for a query that has no answer.
    func execute(_ query: StoreQuery) throws -> StoreResult

    /// Does the same as ``execute(_:)``, but may pass rows to a closure as they are read, instead of keeping them until
    /// the end. These come before the objects of the answer.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - receive: A closure that does not use the view. It throws to end the query.
    /// - Throws: The errors of ``execute(_:)``, or that of the closure.
    func execute(_ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void) throws -> StoreResult

    /// Does the same as ``destinations(of:from:)``, but may pass rows of destinations to a closure as they are read,
    /// each once, instead of keeping them until the end.
    ///
    /// - Parameters:
    ///   - relationship: A relationship of the entities of all the objects.
    ///   - objectIDs: The objects, each once. Objects that the store does not contain have no destinations.
    ///   - receive: A closure that does not use the view. It throws to end the query.
    /// - Throws: The errors of ``destinations(of:from:)``, or that of the closure.
    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        forEachRow receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations

    /// Returns the number of objects that match a query, within its offset and limit; nil if the store does not know it
    /// without answering the query.
    ///
    /// - Throws: The errors of ``execute(_:)``.
    func count(_ query: StoreQuery) throws -> Int?

    /// Returns the groups of the objects that match a query, with their values; nil if the store cannot compute all of
    /// it, so that the caller does.
    ///
    /// - Throws: The errors of ``execute(_:)``.
    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]?

    /// Returns a query as the statement that ``execute(_:)`` uses; nil if the store has no such language, or knows the
    /// answer without a statement.
    ///
    /// - Throws: The errors of ``execute(_:)``.
    func statement(for query: StoreQuery) throws -> StoreStatement?
}

extension StoreView {
    /// Returns nil, so that the answer is counted.
    public func count(_ query: StoreQuery) throws -> Int? { nil }

    /// Returns nil, so that the caller computes the groups.
    public func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? { nil }

    /// Returns nil, for a store without such a language.
    public func statement(for query: StoreQuery) throws -> StoreStatement? { nil }

    /// Returns all rows in the answer.
    public func execute(
        _ query: StoreQuery, forEachRow receive: (StoreRow) throws -> Void
    ) throws -> StoreResult {
        try execute(query)
    }

    /// Returns all rows in the answer.
    public func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID],
        forEachRow receive: (StoreRow) throws -> Void
    ) throws -> StoreDestinations {
        try destinations(of: relationship, from: objectIDs)
    }
}

/// The values of an object in a store.
///
/// ```swift
/// let stored = relationships.map { $0.isStored ? insertion.destinations[$0.index] : nil }
/// let row = StoreRow(
///     objectID: insertion.objectID, version: 1, values: insertion.values, destinations: stored)
/// ```
public struct StoreRow: Sendable, Hashable {
    /// The object, with its own entity.
    public var objectID: ObjectID
    /// A number that increases with each save of the object, by anyone.
    public var version: Int
    /// The values in the order of ``EntityDescription/attributes``; null for transient attributes.
    public var values: [AttributeValue]
    /// The destinations in the order of ``EntityDescription/relationships``, with nil for relationships that are read
    /// later. The list may be shorter than that of the relationships.
    public var destinations: [[ObjectID]?]

    /// Creates a row, by default without destinations.
    public init(objectID: ObjectID, version: Int, values: [AttributeValue], destinations: [[ObjectID]?] = []) {
        self.objectID = objectID
        self.version = version
        self.values = values
        self.destinations = destinations
    }
}

/// The destinations of a relationship of some objects.
///
/// ```swift
/// let found = try view.destinations(of: relationship, from: objectIDs).objectIDs
/// // The rows are of the same answer, so the context need not ask for them.
/// let rows = try view.rows(of: Array(Set(found.joined())))
/// return StoreDestinations(found, rows: rows)
/// ```
public struct StoreDestinations: Sendable, Hashable {
    /// One list for each object, in the order of the query. A list of an ordered relationship has its order, others
    /// have any order.
    public var objectIDs: [[ObjectID]]
    /// Rows of destinations that need not be read separately, in any order.
    public var rows: [StoreRow]

    /// - Parameters:
    ///   - objectIDs: One list for each requested object.
    ///   - rows: Rows of destinations; by default, none.
    public init(_ objectIDs: [[ObjectID]], rows: [StoreRow] = []) {
        self.objectIDs = objectIDs
        self.rows = rows
    }
}
