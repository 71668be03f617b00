import Synchronization

/// The rows of a chunk in the order of one attribute's words.
struct ChunkIndex: Sendable {
    /// Of the rows that have a value, ascending.
    let codes: [UInt64]
    let rows: [UInt16]

    /// Nil for an attribute whose values have no words.
    init?(_ contents: RowContents, attribute: Int) {
        var entries: [(code: UInt64, row: UInt16)] = []
        entries.reserveCapacity(contents.count)
        for row in 0..<contents.count {
            guard let code = SortCode.code(contents.columns[attribute], row: row), row <= UInt16.max else { return nil }
            if code != 0 { entries.append((code, UInt16(row))) }
        }
        entries.sort { $0.code < $1.code }
        codes = entries.map(\.code)
        rows = entries.map(\.row)
    }

    /// Where the rows with words in a range lie.
    func places(_ range: ClosedRange<UInt64>) -> Range<Int> {
        let lower = firstPlace { $0 >= range.lowerBound }
        return lower..<max(lower, firstPlace { $0 > range.upperBound })
    }

    private func firstPlace(_ holds: (UInt64) -> Bool) -> Int {
        var lower = 0
        var upper = codes.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(codes[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}

/// The indexes of one chunk, each made when it is first wanted. Commits share the chunks they do not touch, and so the
/// indexes.
struct ChunkIndexState {
    var indexes: [Int: ChunkIndex] = [:]
    /// How often an attribute without an index has been scanned.
    var scanCounts: [Int: Int] = [:]

    /// After so many scans an index pays, whether the model asks for one or not.
    static let scansBeforeIndex = 8
}

extension RowChunk {
    /// The index of an attribute.
    ///
    /// - Parameter isDeclared: Whether to make one at once.
    /// - Returns: Nil while there is none, and for attributes that can have none.
    func index(ofAttribute attribute: Int, isDeclared: Bool) -> ChunkIndex? {
        indexState.withLock { state in
            if let index = state.indexes[attribute] { return index }
            if !isDeclared {
                let count = state.scanCounts[attribute, default: 0] + 1
                state.scanCounts[attribute] = count
                guard count > ChunkIndexState.scansBeforeIndex else { return nil }
            }
            let index = ChunkIndex(contents, attribute: attribute)
            state.indexes[attribute] = index
            return index
        }
    }
}
