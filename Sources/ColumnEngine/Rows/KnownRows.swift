import Synchronization

/// Rows that came up while a store was asked for something else, until there are too many.
///
/// Held by the state that they are of, not by the reader of its view: rows point back to the reader, which asks for their
/// destinations when someone looks at them.
package final class KnownRows: Sendable {
    private let rows = Mutex(ReferenceTable<Row>())

    /// As many as people look at in one go.
    private static let greatestCount = 200_000

    subscript(reference: ObjectReference) -> Row? { rows.withLock { $0[reference] } }

    /// Those that are here among some, and those that are not.
    func split(_ references: [ObjectReference]) -> (known: [ObjectReference: Row], unknown: [ObjectReference]) {
        rows.withLock { rows in
            guard rows.count > 0 else { return ([:], references) }
            var known: [ObjectReference: Row] = [:]
            let unknown = references.filter { reference in
                guard let row = rows[reference] else { return true }
                known[reference] = row
                return false
            }
            return (known, unknown)
        }
    }

    /// Those that are not here among some.
    func unknown(among references: [ObjectReference]) -> [ObjectReference] {
        rows.withLock { rows in rows.count == 0 ? references : references.filter { rows[$0] == nil } }
    }

    func keep(_ new: [Row]) {
        rows.withLock { rows in
            if rows.count + new.count > Self.greatestCount { rows = ReferenceTable() }
            rows.reserveCapacity(rows.count + min(new.count, Self.greatestCount))
            for row in new.prefix(Self.greatestCount) { rows.insert(row, for: row.reference) }
        }
    }
}
