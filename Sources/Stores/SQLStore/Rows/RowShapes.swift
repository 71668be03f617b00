import Synchronization

/// The columns of a statement that reads rows.
package protocol SQLRowShape: Sendable {
    /// The columns for `SELECT`, with the key, the entity, and the version first.
    var columns: String { get }
    /// The same for people.
    var plainColumns: String { get }
}

extension SQLRowShape {
    package var plainColumns: String { columns }
}

private struct RowShapeKey: Hashable {
    var entityNames: [String]
    var alias: String
    var heldColumn: String?
}

/// A cache of the shapes of rows, by their entities.
package final class RowShapes<Shape: SQLRowShape>: Sendable {
    private let known = Mutex<[RowShapeKey: Shape]>([:])

    package init() {}

    /// Returns the shape of the rows of some entities of one table.
    ///
    /// - Parameters:
    ///   - entityNames: Those that are not in the store are ignored.
    ///   - alias: The name of the table in the statement.
    ///   - heldColumn: A column whose destinations are known to exist in the statement, in a table of one entity; nil
    ///     for none.
    package func shape(
        of entityNames: [String], alias: String, heldColumn: String? = nil, make: () -> Shape
    ) -> Shape {
        known.withLock { known in
            let key = RowShapeKey(entityNames: entityNames, alias: alias, heldColumn: heldColumn)
            if let shape = known[key] { return shape }
            let shape = make()
            known[key] = shape
            return shape
        }
    }
}
