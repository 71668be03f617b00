import Foundation
import Synchronization

/// The rows of a chunk in the order of one attribute's values.
final class ChunkIndex: Sendable {
    /// The words of the rows that have a value, ascending.
    let codes: [UInt64]
    /// The second words of strings, in the same order; empty for other values.
    let rests: [UInt64]
    /// The rows in a stable order by value.
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

    /// The positions of the rows with values in a range, and possibly some more.
    func places(_ range: IndexRange, _ column: Column) -> Range<Int> {
        var places = codes.places(of: range.codes, in: codes.indices)
        guard let texts = range.texts, case .string(let values) = column else { return places }
        if let rest = texts.rest { places = rests.places(of: rest...rest, in: places) }
        // Comparing a few texts takes longer than leaving them to the predicate.
        guard places.count > Self.maximumRemainder else { return places }
        let first = rows[places].partitioningIndex { row in
            values.order(at: Int(row), to: texts.lower).map { $0 != .orderedAscending } ?? false
        }
        let last = rows[first..<places.upperBound].partitioningIndex { texts.isBeyond(Int($0), of: values) }
        return first..<last
    }

    fileprivate static let maximumRemainder = 8
}

extension [UInt64] {
    /// The positions of the words in a range, among some positions at which words ascend.
    fileprivate func places(of range: ClosedRange<UInt64>, in places: Range<Int>) -> Range<Int> {
        withUnsafeBufferPointer { words in
            let lower = places.partitioningIndex { words[$0] >= range.lowerBound }
            // There are usually few words in the range.
            let end = Swift.min(lower + ChunkIndex.maximumRemainder, places.upperBound)
            var upper = lower
            while upper < end, words[upper] <= range.upperBound { upper += 1 }
            guard upper == end else { return lower..<upper }
            return lower..<(end..<places.upperBound).partitioningIndex { words[$0] > range.upperBound }
        }
    }
}

/// A range of values for an index: by their words, and by their strings if words do not distinguish them.
struct IndexRange: Sendable {
    var codes: ClosedRange<UInt64>
    var texts: Texts?

    init(_ codes: ClosedRange<UInt64>, texts: Texts? = nil) {
        self.codes = codes
        self.texts = texts
    }

    struct Texts: Sendable {
        var lower: String
        /// The second word of all strings; nil if they differ in that.
        var rest: UInt64?
        /// The first text beyond the range; nil if that is the one after ``lower``.
        var end: String?

        func isBeyond(_ row: Int, of values: TextColumn) -> Bool {
            if let end { return values.order(at: row, to: end).map { $0 != .orderedAscending } ?? false }
            return values.order(at: row, to: lower) == .orderedDescending
        }
    }
}

/// The indexes of one chunk, each created on first use. Commits share unchanged chunks, and so their indexes.
struct ChunkIndexState {
    /// By attribute; empty until one is created.
    var indexes: [ChunkIndex?] = []
    /// The words of the strings of an attribute, by row; empty until some are created.
    var textWords: [[TextWord]?] = []
    /// The attributes whose strings have been scanned once.
    var textAttributes: Set<Int> = []
    /// The number of scans of each attribute without an index.
    var scanCounts: [Int: Int] = [:]

    /// The number of scans after which an index pays off, even if the model does not declare one.
    static let scansBeforeIndex = 8
}
