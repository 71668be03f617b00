/// Which rows of a chunk are still in question.
struct RowMask {
    private(set) var flags: [Bool]

    init(count: Int, all: Bool = true) {
        flags = Array(repeating: all, count: count)
    }

    /// Only some rows.
    init(count: Int, rows: some Sequence<Int>) {
        flags = Array(repeating: false, count: count)
        for row in rows { flags[row] = true }
    }

    var rows: [Int] {
        var rows: [Int] = []
        for (row, flag) in flags.enumerated() where flag { rows.append(row) }
        return rows
    }

    var count: Int { flags.reduce(0) { $1 ? $0 + 1 : $0 } }

    var isEmpty: Bool { !flags.contains(true) }

    /// Leaves the rows for which a test holds; asks about those only that are in question.
    @inline(__always)
    mutating func keep(where test: (Int) throws -> Bool) rethrows {
        try flags.withUnsafeMutableBufferPointer { flags in
            for row in flags.indices where flags[row] { flags[row] = try test(row) }
        }
    }

    /// Leaves the rows whose value passes a test.
    @inline(__always)
    mutating func keep<Value>(
        _ values: [Value?], whenNil: Bool, where test: (Value) throws -> Bool
    ) rethrows {
        try values.withUnsafeBufferPointer { values in
            try keep { row in
                guard let value = values[row] else { return whenNil }
                return try test(value)
            }
        }
    }

    /// Takes away the rows of another mask.
    mutating func subtract(_ other: RowMask) {
        for row in flags.indices where other.flags[row] { flags[row] = false }
    }

    /// Adds the rows of another mask.
    mutating func formUnion(_ other: RowMask) {
        for row in flags.indices where other.flags[row] { flags[row] = true }
    }
}
