import Foundation
import Synchronization

/// The rows of a chunk in the order of one attribute's values.
struct ChunkIndex: Sendable {
    /// The words of the rows that have a value, ascending.
    let codes: [UInt64]
    /// These rows; of equal values, those that come first stay first.
    let rows: [UInt16]
    /// The rows without a value.
    let nilRows: [UInt16]

    /// Nil for an attribute whose values have no words.
    init?(_ contents: RowContents, attribute: Int) {
        let column = contents.columns[attribute]
        var entries: [(code: UInt64, row: UInt16)] = []
        entries.reserveCapacity(contents.count)
        var nilRows: [UInt16] = []
        for row in 0..<contents.count {
            guard let code = SortCode.code(column, row: row), row <= UInt16.max else { return nil }
            if code == 0 { nilRows.append(UInt16(row)) } else { entries.append((code, UInt16(row))) }
        }
        let isExact = SortCode.isExact(column)
        entries.sort { left, right in
            if left.code != right.code { return left.code < right.code }
            if !isExact {
                let order = SortCode.compare(column, Int(left.row), column, Int(right.row))
                if order != .orderedSame { return order == .orderedAscending }
            }
            return left.row < right.row
        }
        codes = entries.map(\.code)
        rows = entries.map(\.row)
        self.nilRows = nilRows
    }

    /// Where the rows with values in a range lie, and perhaps some more.
    func places(_ range: IndexRange, _ column: Column) -> Range<Int> {
        let lower = codes.firstPlace { $0 >= range.codes.lowerBound }
        let rest = codes[lower...]
        let isOneCode = range.codes.lowerBound == range.codes.upperBound
        // Of equal words there are few, mostly.
        let upper =
            isOneCode
            ? rest.firstIndex { $0 != range.codes.upperBound } ?? codes.count
            : rest.firstPlace { $0 > range.codes.upperBound }
        guard let texts = range.texts, upper > lower, case .string(let values) = column else { return lower..<upper }
        let first = rows[lower..<upper].firstPlace { values[Int($0)].map { $0 >= texts.lower } ?? false }
        let last = rows[first..<upper].firstPlace { row in values[Int(row)].map(texts.isBeyond) ?? false }
        return first..<last
    }
}

/// Values that an index is asked for: by their words, and by themselves where words do not tell texts apart.
struct IndexRange: Sendable {
    var codes: ClosedRange<UInt64>
    var texts: Texts?

    init(_ codes: ClosedRange<UInt64>, texts: Texts? = nil) {
        self.codes = codes
        self.texts = texts
    }

    struct Texts: Sendable {
        var lower: String
        /// The first text beyond the range; nil for the one after ``lower``.
        var end: String?

        func isBeyond(_ text: String) -> Bool {
            end.map { text >= $0 } ?? (text > lower)
        }
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
