/// Matching objects of a fetch in adjacent rows.
@usableFromInline
package struct MatchingRows {
    @usableFromInline
    let chunk: RowChunk
    @usableFromInline
    let selection: RowSelection

    init(_ selection: RowSelection, of chunk: RowChunk) {
        self.chunk = chunk
        self.selection = selection
    }

    /// The number of objects.
    @inlinable
    package var count: Int { selection.count }

    /// Calls a closure with each row, in ascending order.
    @inline(__always)
    @inlinable
    package func forEach(_ body: (Row) throws -> Void) rethrows {
        try selection.forEach { try body(Row(chunk, $0)) }
    }
}
