/// Objects that match a fetch and lie side by side.
package struct MatchingRows {
    private let chunk: RowChunk
    private let selection: RowSelection

    init(_ selection: RowSelection, of chunk: RowChunk) {
        self.chunk = chunk
        self.selection = selection
    }

    /// The number of objects.
    package var count: Int { selection.count }

    /// Calls a closure with each row, in ascending order.
    @inline(__always)
    package func forEach(_ body: (Row) throws -> Void) rethrows {
        try selection.forEach { try body(Row(chunk, $0)) }
    }
}
