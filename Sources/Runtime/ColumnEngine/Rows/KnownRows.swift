import Synchronization

/// A cache of rows that a store has returned with other answers, limited in size.
///
/// The state owns the rows, not the reader of its view, because rows refer back to the reader, which reads their
/// destinations on access.
package final class KnownRows: Sendable {
    private let rows = Mutex(ReferenceTable<Row>())

    /// As many as people look at in one session.
    private static let maximumCount = 200_000

    subscript(reference: ObjectReference) -> Row? { rows.withLock { $0[reference] } }

    /// The known rows among some, and the objects without one.
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

    /// The objects among some whose rows are not known.
    func unknown(among references: [ObjectReference]) -> [ObjectReference] {
        rows.withLock { rows in rows.count == 0 ? references : references.filter { rows[$0] == nil } }
    }

    func keep(_ new: [Row]) {
        rows.withLock { rows in
            if rows.count + new.count > Self.maximumCount { rows = ReferenceTable() }
            rows.reserveCapacity(rows.count + min(new.count, Self.maximumCount))
            for row in new.prefix(Self.maximumCount) { rows.insert(row, for: row.reference) }
        }
    }
}
