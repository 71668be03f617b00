import Synchronization

/// A cache of rows that a store has returned with other answers, limited in size.
///
/// The state owns the rows, not the reader of its view, because rows refer back to the reader, which reads their
/// destinations on access.
package final class KnownRows: Sendable {
    private struct Contents {
        var rows = ReferenceTable<Row>()
        var byteCount = 0
    }

    private let contents = Mutex(Contents())

    /// As many as people look at in one session: some hundred thousand small rows, or a few large ones.
    private static let maximumByteCount = 24 << 20
    /// The approximate number of bytes of a row in the table.
    private static let placeByteCount = 64

    subscript(reference: ObjectReference) -> Row? { contents.withLock { $0.rows[reference] } }

    /// The known rows among some, and the objects without one.
    func split(_ references: [ObjectReference]) -> (known: [ObjectReference: Row], unknown: [ObjectReference]) {
        contents.withLock { contents in
            guard contents.rows.count > 0 else { return ([:], references) }
            var known: [ObjectReference: Row] = [:]
            let unknown = references.filter { reference in
                guard let row = contents.rows[reference] else { return true }
                known[reference] = row
                return false
            }
            return (known, unknown)
        }
    }

    /// The objects among some whose rows are not known.
    func unknown(among references: [ObjectReference]) -> [ObjectReference] {
        contents.withLock { contents in
            contents.rows.count == 0 ? references : references.filter { contents.rows[$0] == nil }
        }
    }

    /// Keeps as many of some rows as there is room for, instead of earlier ones if necessary.
    func keep(_ new: [Row]) {
        let (count, byteCount) = Self.fitting(new)
        contents.withLock { contents in
            if contents.byteCount + byteCount > Self.maximumByteCount { contents = Contents() }
            contents.byteCount += byteCount
            contents.rows.reserveCapacity(contents.rows.count + count)
            for row in new.prefix(count) { contents.rows.insert(row, for: row.reference) }
        }
    }

    /// Returns how many of the rows fit at most, and their size. At least one fits, so a large one can be read ahead.
    private static func fitting(_ rows: [Row]) -> (count: Int, byteCount: Int) {
        var total = 0
        var last: (chunk: RowChunk, byteCount: Int)?
        for (count, row) in rows.enumerated() {
            let chunk = last?.chunk === row.chunk ? last : (row.chunk, row.chunk.byteCount / row.chunk.count)
            last = chunk
            let byteCount = (chunk?.byteCount ?? 0) + placeByteCount
            if count > 0, total + byteCount > maximumByteCount { return (count, total) }
            total += byteCount
        }
        return (rows.count, total)
    }
}
