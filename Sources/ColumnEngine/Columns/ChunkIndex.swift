import Foundation
import Synchronization

/// The rows of a chunk in the order of one attribute's values.
final class ChunkIndex: Sendable {
    /// The words of the rows that have a value, ascending.
    let codes: [UInt64]
    /// What follows the words in strings, in the same order; empty for other values.
    let rests: [UInt64]
    /// These rows; of equal values, those that come first stay first.
    let rows: [UInt16]
    /// The rows without a value.
    let nilRows: [UInt16]

    /// Nil for an attribute whose values have no words.
    init?(_ column: Column, rowCount: Int) {
        var entries: [(code: UInt64, rest: UInt64, row: UInt16)] = []
        entries.reserveCapacity(rowCount)
        let texts: TextColumn? = if case .string(let values) = column { values } else { nil }
        var nilRows: [UInt16] = []
        for row in 0..<rowCount {
            let words = texts?.words(at: row)
            guard let code = words?.code ?? SortCode.code(column, row: row), row <= UInt16.max else { return nil }
            if code == 0 {
                nilRows.append(UInt16(row))
            } else {
                entries.append((code, words?.rest ?? 0, UInt16(row)))
            }
        }
        let isExact = SortCode.isExact(column)
        entries.sort { left, right in
            if left.code != right.code { return left.code < right.code }
            if left.rest != right.rest { return left.rest < right.rest }
            if !isExact {
                let order = SortCode.compare(column, Int(left.row), column, Int(right.row))
                if order != .orderedSame { return order == .orderedAscending }
            }
            return left.row < right.row
        }
        codes = entries.map(\.code)
        rests = texts == nil ? [] : entries.map(\.rest)
        rows = entries.map(\.row)
        self.nilRows = nilRows
    }

    /// Where the rows with values in a range lie, and perhaps some more.
    func places(_ range: IndexRange, _ column: Column) -> Range<Int> {
        var lower = codes.firstPlace { $0 >= range.codes.lowerBound }
        let rest = codes[lower...]
        let isOneCode = range.codes.lowerBound == range.codes.upperBound
        // Of equal words there are few, mostly.
        var upper =
            isOneCode
            ? rest.firstIndex { $0 != range.codes.upperBound } ?? codes.count
            : rest.firstPlace { $0 > range.codes.upperBound }
        guard let texts = range.texts, case .string(let values) = column else { return lower..<upper }
        if let rest = texts.rest {
            let rests = self.rests[lower..<upper]
            lower = rests.firstPlace { $0 >= rest }
            upper = rests.firstPlace { $0 > rest }
        }
        // To look at a few texts takes longer than to leave them to the predicate.
        guard upper - lower > Self.greatestRemainder else { return lower..<upper }
        let first = rows[lower..<upper].firstPlace { row in
            values.order(at: Int(row), to: texts.lower).map { $0 != .orderedAscending } ?? false
        }
        let last = rows[first..<upper].firstPlace { texts.isBeyond(Int($0), of: values) }
        return first..<last
    }

    private static let greatestRemainder = 8
}

/// Values that an index is asked for: by their words, and by themselves where words do not tell strings apart.
struct IndexRange: Sendable {
    var codes: ClosedRange<UInt64>
    var texts: Texts?

    init(_ codes: ClosedRange<UInt64>, texts: Texts? = nil) {
        self.codes = codes
        self.texts = texts
    }

    struct Texts: Sendable {
        var lower: String
        /// What follows the first eight bytes of all strings; nil if they differ in that.
        var rest: UInt64?
        /// The first text beyond the range; nil for the one after ``lower``.
        var end: String?

        /// Whether a row's text is beyond the range.
        func isBeyond(_ row: Int, of values: TextColumn) -> Bool {
            if let end { return values.order(at: row, to: end).map { $0 != .orderedAscending } ?? false }
            return values.order(at: row, to: lower) == .orderedDescending
        }
    }
}

/// The indexes of one chunk, each made when it is first wanted. Commits share the chunks they do not touch, and so the
/// indexes.
struct ChunkIndexState {
    var indexes: [Int: ChunkIndex] = [:]
    /// The words of the strings of an attribute, by row.
    var textWords: [Int: [TextWord]] = [:]
    /// The attributes whose strings have been looked at once.
    var textAttributes: Set<Int> = []
    /// How often an attribute without an index has been scanned.
    var scanCounts: [Int: Int] = [:]

    /// After so many scans an index pays, whether the model asks for one or not.
    static let scansBeforeIndex = 8
}
