/// A query for objects that match a predicate, in an order, within a range.
///
/// ```swift
/// func result(of query: StoreQuery) -> StoreResult {
///     let found = query.entityNames.flatMap(rows(ofEntityNamed:))
///     // Whoever asks applies the predicate, the order, and the range.
///     return StoreResult(.rows(found), remainingParts: [.predicate, .order, .range])
/// }
/// ```
public struct StoreQuery: Sendable {
    /// The entity of the predicate and the order.
    public var entity: EntityDescription
    /// The entities of the objects, in any order: the entity, its descendants, or some of them. None is abstract.
    public var entityNames: [String]
    /// The condition that objects match; nil for all. It has been checked against the model.
    public var predicate: ModelPredicate?
    /// The sort keys, with the most important first. Objects with equal keys sort by their numbers.
    public var order: [SortKey]
    /// The number of objects to skip at the beginning.
    public var offset: Int
    /// The maximum number of objects; 0 for all.
    public var limit: Int
    /// Whether to return rows rather than only IDs.
    public var includesRows: Bool

    /// Creates a query; by default, for all objects of some entities.
    public init(
        entity: EntityDescription, entityNames: [String], predicate: ModelPredicate? = nil, order: [SortKey] = [],
        offset: Int = 0, limit: Int = 0, includesRows: Bool = true
    ) {
        self.entity = entity
        self.entityNames = entityNames
        self.predicate = predicate
        self.order = order
        self.offset = offset
        self.limit = limit
        self.includesRows = includesRows
    }
}

/// The result of a query.
///
/// ```swift
/// guard query.predicate == nil, query.order.isEmpty else {
///     return StoreResult(.rows(rows), remainingParts: [.predicate, .order])  // And so the range
/// }
/// let end = query.limit > 0 ? query.offset + query.limit : rows.count
/// return StoreResult(.rows(Array(rows.prefix(end).dropFirst(query.offset))))
/// ```
public struct StoreResult: Sendable {
    /// The objects as rows, or as IDs.
    public enum Objects: Sendable, Hashable {
        /// The rows. A store may also return rows if only IDs are requested.
        case rows([StoreRow])
        /// The IDs.
        case objectIDs([ObjectID])
    }

    /// A part of a query.
    public struct Parts: OptionSet, Sendable, Hashable {
        /// One bit for each part.
        public let rawValue: Int
        /// The predicate: the answer may include objects that do not match, but it has all objects that match.
        public static let predicate = Parts(rawValue: 1)
        /// The order: the objects are in any order.
        public static let order = Parts(rawValue: 2)
        /// The offset and the limit: the answer has all objects that match.
        public static let range = Parts(rawValue: 4)

        public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// The objects, each once.
    public var objects: Objects
    /// The parts that the store does not answer, which the caller applies. If they include the predicate or the order,
    /// they also include the range.
    public var remainingParts: Parts

    /// Creates a result. By default, it covers the whole query.
    public init(_ objects: Objects, remainingParts: Parts = []) {
        self.objects = objects
        self.remainingParts =
            remainingParts.isDisjoint(with: [.predicate, .order]) ? remainingParts : remainingParts.union(.range)
    }
}

/// A query as a statement of the database, for people to read and copy.
///
/// ```swift
/// func statement(for query: StoreQuery) -> StoreStatement? {
///     let selections = query.entityNames.map { "SELECT *\nFROM \($0)" }
///     return StoreStatement(
///         text: selections.joined(separator: "\nUNION ALL\n"), remainingParts: [.predicate, .order, .range])
/// }
/// ```
public struct StoreStatement: Sendable, Hashable {
    /// The whole statement, with its values as constants, and each clause on its own line.
    public var text: String
    /// The parts that the statement leaves to the caller.
    public var remainingParts: StoreResult.Parts
    /// The functions and collations in it that only the store's connections have, in order.
    public var storeSpecificNames: [String]

    /// - Parameters:
    ///   - text: The statement.
    ///   - remainingParts: The parts of the query that it does not answer.
    ///   - storeSpecificNames: The names in it that other programs do not have.
    public init(text: String, remainingParts: StoreResult.Parts = [], storeSpecificNames: [String] = []) {
        self.text = text
        self.remainingParts = remainingParts
        self.storeSpecificNames = storeSpecificNames
    }
}
