/// Where a database keeps a relationship.
///
/// Whether the names have quotes depends on where they are from: a layout has them as they are, and
/// ``SQLNames/link(of:of:)`` makes them ready for SQL.
package enum LinkColumns: Sendable {
    /// In a column of the object's own row: the key of the destination, and in some databases its entity.
    case own(column: String, entityColumn: String? = nil)
    /// In a column of the destinations' rows, with the position of each if the relationship is ordered.
    case destinations(column: String, position: String?)
    /// In a table of pairs.
    case pairs(JoinTable)

    /// A table of pairs, from the perspective of one side.
    package struct JoinTable: Sendable {
        /// The name of the table.
        package var name: String
        /// The table in SQL.
        package var table: String
        /// The column of the source's key.
        package var source: String
        /// The column of the destination's key.
        package var destination: String
        /// The column of the destination's position; nil if the relationship is not ordered.
        package var position: String?
        /// The column of the source's position in the inverse; nil if the inverse is not ordered.
        package var inversePosition: String?
        /// Whether the relationship is its own inverse, such as friendship. Each pair is then stored in both
        /// directions.
        package var isSymmetric: Bool
        /// Whether this side gives the table its name.
        package var isNamedAfterThisSide: Bool

        package init(
            name: String, table: String, source: String, destination: String, position: String?,
            inversePosition: String?, isSymmetric: Bool, isNamedAfterThisSide: Bool = true
        ) {
            self.name = name
            self.table = table
            self.source = source
            self.destination = destination
            self.position = position
            self.inversePosition = inversePosition
            self.isSymmetric = isSymmetric
            self.isNamedAfterThisSide = isNamedAfterThisSide
        }

        /// The table from the perspective of the other side.
        package var reversed: JoinTable {
            JoinTable(
                name: name, table: table, source: destination, destination: source, position: inversePosition,
                inversePosition: position, isSymmetric: isSymmetric, isNamedAfterThisSide: !isNamedAfterThisSide)
        }

        /// The columns: the keys, and then the positions.
        package var columns: [String] { [source, destination] + [position, inversePosition].compactMap { $0 } }
    }

    /// Returns the columns with changed names.
    func renamed(_ name: (String) -> String) -> LinkColumns {
        switch self {
        case .own(let column, let entityColumn):
            return .own(column: name(column), entityColumn: entityColumn.map(name))
        case .destinations(let column, let position):
            return .destinations(column: name(column), position: position.map(name))
        case .pairs(var pairs):
            (pairs.source, pairs.destination) = (name(pairs.source), name(pairs.destination))
            (pairs.position, pairs.inversePosition) = (pairs.position.map(name), pairs.inversePosition.map(name))
            return .pairs(pairs)
        }
    }
}
