import StoreProtocol

/// A value that is known before the store runs the query.
typealias SQLConstant = QueryValue<Never>

/// One side of a comparison.
indirect enum SQLOperand {
    /// A value that does not depend on the object.
    case constant(SQLConstant)
    /// A value in the database. Without a kind, only whether it is null is known.
    case column(SQLFragment, SQLKind?)
    /// An object by its key, which is null if there is no object.
    case object(SQLFragment, EntityDescription)
    /// The destinations of a to-many relationship.
    case members(SQLMembers)
    /// The number of objects, as a subquery.
    ///
    /// - Parameter isNilWithoutOwner: Whether the count is nil, not 0,
    ///   if the path ends before its to-many relationship.
    case count(SQLMembers, isNilWithoutOwner: Bool)
}
