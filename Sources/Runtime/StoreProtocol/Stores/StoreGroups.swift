public import ModelExpressions

/// A query for groups of objects, and values that are computed for each group.
///
/// ```swift
/// func groups(_ query: StoreGroupQuery) -> [StoreGroup]? {
///     // The number of all objects is known. Whoever asks computes everything else.
///     guard query.keys.isEmpty, query.objects.predicate == nil, query.objects.limit == 0,
///         query.aggregates.allSatisfy({ $0 == StoreAggregate(.count, of: ModelKeyPath([])) })
///     else { return nil }
///     let count = Int64(query.objects.entityNames.flatMap(rows(ofEntityNamed:)).count - query.objects.offset)
///     return [StoreGroup(keys: [], aggregates: query.aggregates.map { _ in .integer(max(count, 0)) })]
/// }
/// ```
public struct StoreGroupQuery: Sendable {
    /// The query for all objects that match. Their order determines that of the groups, each at the position of its
    /// first object.
    public var objects: StoreQuery
    /// The paths of names whose equal values define a group: through to-one relationships to an attribute or a to-one
    /// relationship. Without paths, all objects form one group, even if there are none.
    public var keys: [ModelKeyPath]
    /// The values to compute for each group, which has them in the same order.
    public var aggregates: [StoreAggregate]
    /// The maximum number of groups, above which the answer is nil; 0 for any number.
    public var maximumCount: Int

    /// Creates a query for groups of the objects that match another query.
    public init(objects: StoreQuery, keys: [ModelKeyPath], aggregates: [StoreAggregate], maximumCount: Int = 0) {
        self.objects = objects
        self.keys = keys
        self.aggregates = aggregates
        self.maximumCount = maximumCount
    }
}

/// A value that is computed from many objects. Nil is not a value (rule FET-16).
///
/// ```swift
/// let column =
///     switch aggregate.function {
///     case .count: path.components.isEmpty ? "COUNT(*)" : "COUNT(\(path))"
///     case .sum: "SUM(\(path))"
///     case .minimum: "MIN(\(path))"
///     case .maximum: "MAX(\(path))"
///     }
/// ```
public struct StoreAggregate: Sendable, Hashable {
    /// The function that computes the value.
    public enum Function: Sendable, Hashable {
        /// The number of objects with a value at the path.
        case count
        /// The sum: an integer of integers, a ``AttributeValue/double(_:)`` of other numbers, null if there are none.
        /// The last digits of a sum of real numbers depend on the order of addition.
        case sum
        /// The least value; null if there are none.
        case minimum
        /// The greatest value; null if there are none.
        case maximum
    }

    /// The function that computes the value.
    public var function: Function
    /// The path to the value of each object, like ``StoreGroupQuery/keys``; empty for the object, which can only be
    /// counted.
    public var path: ModelKeyPath

    /// Creates a function of the values at a path.
    public init(_ function: Function, of path: ModelKeyPath) {
        self.function = function
        self.path = path
    }
}

/// A group of objects.
///
/// ```swift
/// // SELECT universe, COUNT(*) FROM hero GROUP BY universe
/// let groups = rows.map { row in
///     StoreGroup(keys: [.value(.integer(row.universe))], aggregates: [.integer(row.count)])
/// }
/// ```
public struct StoreGroup: Sendable, Hashable {
    /// A value that the members have in common.
    public enum Key: Sendable, Hashable {
        /// The value of an attribute; null also if the path ends at nil before it.
        case value(AttributeValue)
        /// The destination of a to-one relationship. Nil is a null ``value(_:)``.
        case object(ObjectID)
    }

    /// The keys, in the order of ``StoreGroupQuery/keys``.
    public var keys: [Key]
    /// The aggregates, in the order of ``StoreGroupQuery/aggregates``. The values of attributes have their types.
    public var aggregates: [AttributeValue]

    /// Creates a group with its keys and aggregates.
    public init(keys: [Key], aggregates: [AttributeValue]) {
        self.keys = keys
        self.aggregates = aggregates
    }
}
