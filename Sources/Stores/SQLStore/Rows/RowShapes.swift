public import Synchronization

/// The columns of a statement that reads rows.
@usableFromInline
package protocol SQLRowShape: Sendable {
    /// The columns for `SELECT`, with the key, the entity, and the version first.
    var columns: String { get }
    /// The same for people.
    var plainColumns: String { get }
}

extension SQLRowShape {
    package var plainColumns: String { columns }
}

@usableFromInline
struct RowShapeKey: Hashable {
    @usableFromInline var entityNames: [String]
    @usableFromInline var alias: String
    @usableFromInline var heldColumn: String?

    @inlinable
    init(entityNames: [String], alias: String, heldColumn: String?) {
        self.entityNames = entityNames
        self.alias = alias
        self.heldColumn = heldColumn
    }
}

/// A cache of the shapes of rows, by their entities.
///
/// The lookup is inlinable, so that each store specializes it: every query does one.
@usableFromInline
package final class RowShapes<Shape: SQLRowShape>: Sendable {
    @usableFromInline let known = Mutex<[RowShapeKey: Shape]>([:])

    package init() {}

    /// Returns the shape of the rows of some entities of one table.
    ///
    /// - Parameters:
    ///   - entityNames: Those that are not in the store are ignored.
    ///   - alias: The name of the table in the statement.
    ///   - heldColumn: A column whose destinations are known to exist in the statement, in a table of one entity; nil
    ///     for none.
    @inlinable
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
