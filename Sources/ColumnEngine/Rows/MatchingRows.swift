/// Matching objects of a fetch in adjacent rows.
@usableFromInline
package struct MatchingRows {
    @usableFromInline
    let chunk: RowChunk
    /// The matching rows; nil if these have an order of their own, which is ``order``.
    @usableFromInline
    let selection: RowSelection?
    @usableFromInline
    let order: [Int]

    init(_ selection: RowSelection, of chunk: RowChunk) {
        self.chunk = chunk
        self.selection = selection
        order = []
    }

    init(inOrder order: [Int], of chunk: RowChunk) {
        self.chunk = chunk
        self.order = order
        selection = nil
    }

    /// The number of objects.
    @inlinable
    package var count: Int { selection?.count ?? order.count }

    /// Calls a closure with each row, in the order of the fetch.
    @inline(__always)
    @inlinable
    package func forEach(_ body: (Row) throws -> Void) rethrows {
        if let selection {
            try selection.forEach { try body(Row(chunk, $0)) }
        } else {
            for place in order { try body(Row(chunk, place)) }
        }
    }
}
