import StoreProtocol

/// A value that is known before the question is asked.
typealias SQLConstant = QueryValue<Never>

/// One side of a comparison.
indirect enum SQLOperand {
    /// A value that does not depend on the object.
    case constant(SQLConstant)
    /// A value of the database; without a kind, nothing but whether it is there is known.
    case column(SQLFragment, SQLKind?)
    /// An object by its key, which is null for none.
    case object(SQLFragment, EntityDescription)
    /// What a to-many leads to.
    case members(SQLMembers)
    /// How many objects there are; a part in parentheses.
    ///
    /// - Parameter isNilWithoutOwner: Whether it is nil rather than 0 where the path leads to nothing before its to-many.
    case count(SQLMembers, isNilWithoutOwner: Bool)
}
