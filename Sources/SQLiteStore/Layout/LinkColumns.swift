/// Where a store keeps a relationship.
enum LinkColumns: Sendable {
    /// Nowhere: the relationship is not stored.
    case none
    /// In a column of the object's own row: the key of the destination, and its entity where that may be one of several.
    case own(column: String, entityColumn: String?)
    /// In a column of the destinations' rows, with the place that each has where there is an order.
    case destinations(column: String, orderColumn: String?)
    /// In a table of pairs, with the place that each destination has where there is an order.
    case pairs(JoinTable)

    /// A table of pairs, seen from one side.
    struct JoinTable: Sendable {
        var name: String
        /// The column of the objects that the relationship leads from.
        var sourceColumn: String
        /// The column of the objects that it points to.
        var destinationColumn: String
        /// Where each destination stands; nil without an order.
        var orderColumn: String?
        /// Where each source stands in the order of the inverse; nil without one.
        var inverseOrderColumn: String?
        /// Whether the table has its name from this side.
        var isNamedAfterThisSide: Bool
        /// Whether both sides are one relationship, such as friendship: each pair is there twice then, once each way.
        var isSymmetric: Bool
    }
}
