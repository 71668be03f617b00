/// The rows of a chunk that can still match, in ascending order.
@usableFromInline
struct RowSelection {
    /// The number of rows in the chunk.
    @usableFromInline
    let rowCount: Int
    /// Nil for all rows.
    @usableFromInline
    var picked: [Int32]?

    init(allOf rowCount: Int) { self.rowCount = rowCount }

    /// Only some rows, in ascending order.
    init(_ rows: [Int32], of rowCount: Int) {
        self.rowCount = rowCount
        picked = rows
    }

    init(noneOf rowCount: Int) { self.init([], of: rowCount) }

    @inlinable
    var count: Int { picked?.count ?? rowCount }

    var isEmpty: Bool { count == 0 }

    /// Calls a closure with each row, in ascending order.
    @inline(__always)
    @inlinable
    func forEach(_ body: (Int) throws -> Void) rethrows {
        guard let picked else {
            for row in 0..<rowCount { try body(row) }
            return
        }
        for row in picked { try body(Int(row)) }
    }

    /// Keeps the rows that pass a test, which is only called for the selected rows.
    @inline(__always)
    mutating func keep(where test: (Int) throws -> Bool) rethrows {
        let rows = picked
        picked = try Array(unsafeUninitializedCapacity: count) { kept, keptCount in
            // Each row is written, and overwritten by the next one unless it passes: an unpredictable test costs no
            // mispredicted branch.
            var next = 0
            if let rows {
                for row in rows {
                    kept[next] = row
                    next += try test(Int(row)) ? 1 : 0
                }
            } else {
                for row in 0..<rowCount {
                    kept[next] = Int32(truncatingIfNeeded: row)
                    next += try test(row) ? 1 : 0
                }
            }
            keptCount = next
        }
    }

    /// Keeps the rows whose value passes a test.
    @inline(__always)
    mutating func keep<Value>(
        _ values: ColumnValues<Value>, whenNil: Bool, where test: (Value) throws -> Bool
    ) rethrows {
        guard values.hasMissingValues else {
            return try values.present.withUnsafeBufferPointer { present in try keep { try test(present[$0]) } }
        }
        try keep { row in
            guard let value = values[row] else { return whenNil }
            return try test(value)
        }
    }

    /// Keeps the rows whose text passes a test.
    @inline(__always)
    mutating func keep(_ texts: TextColumn, whenNil: Bool, where test: (String) throws -> Bool) rethrows {
        try keep { row in
            guard let text = texts[row] else { return whenNil }
            return try test(text)
        }
    }

    /// Removes the rows of another selection.
    mutating func subtract(_ other: RowSelection) {
        guard let others = other.picked else {
            picked = []
            return
        }
        if others.isEmpty { return }
        var next = 0
        keep { row in
            while next < others.count, others[next] < row { next += 1 }
            return next == others.count || others[next] != row
        }
    }

    /// Adds the rows of another selection.
    mutating func formUnion(_ other: RowSelection) {
        guard let own = picked else { return }
        guard let others = other.picked else {
            picked = nil
            return
        }
        var merged: [Int32] = []
        merged.reserveCapacity(own.count + others.count)
        var next = 0
        for row in own {
            while next < others.count, others[next] < row {
                merged.append(others[next])
                next += 1
            }
            if next < others.count, others[next] == row { next += 1 }
            merged.append(row)
        }
        picked = merged + others[next...]
    }
}

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
