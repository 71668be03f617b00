import Foundation
import ModelExpressions

/// The values of one sort key for many objects, as words, and as values where words are not enough.
struct KeyCodes {
    /// In the order of the key: inverted for a descending one.
    var codes: [UInt64]
    /// Empty if the words distinguish all values.
    var values: [SortValue] = []
    let key: SortKey

    /// The order of two objects by the key.
    @inline(__always)
    func compare(_ left: Int, _ right: Int) -> ComparisonResult {
        if codes[left] != codes[right] { return codes[left] < codes[right] ? .orderedAscending : .orderedDescending }
        return values.isEmpty ? .orderedSame : key.compare(values[left], values[right])
    }

    init(_ key: SortKey, of subjects: [GraphSource.Subject], with evaluator: PredicateEvaluator<GraphSource>) throws {
        self.key = key
        if let codes = Self.numbers(key, subjects, evaluator.source.state.layout) {
            self.codes = codes
        } else if key.comparison == .plain, let strings = Self.strings(key, subjects, evaluator.source.state.layout) {
            let shared = Self.sharedPrefix(of: strings)
            codes = strings.map { $0.map { SortCode.text($0, after: shared) } ?? 0 }
            let isExact = strings.allSatisfy { $0.map { $0.utf8.count - shared < 8 && !$0.utf8.contains(0) } ?? true }
            if !isExact { values = strings.map { $0.map(SortValue.text) ?? .nothing } }
        } else {
            values = try subjects.map { try key.value(of: $0, with: evaluator) }
            codes = values.map { Self.code($0, key.comparison) }
        }
        if !key.ascending { codes = codes.map { ~$0 } }
    }

    /// The words of numbers and dates of the objects themselves; nil for other keys, and for the least integer, whose
    /// word is also that of another value.
    private static func numbers(_ key: SortKey, _ subjects: [GraphSource.Subject], _ layout: GraphLayout) -> [UInt64]? {
        guard key.nilValue == nil, !key.isIdentity, let column = ColumnReader(key, subjects, layout) else { return nil }
        var codes: [UInt64] = []
        codes.reserveCapacity(subjects.count)
        for subject in subjects {
            guard let row = subject.row else { return nil }
            switch row.chunk.contents.columns[column.index(of: subject)] {
            case .string, .decimal, .binary, .uuid, .uri, .values: return nil
            case .integer64(let values) where values[row.index] == .min: return nil
            case let values: codes.append(SortCode.code(values, row: row.index) ?? 0)
            }
        }
        return codes
    }

    private static func strings(
        _ key: SortKey, _ subjects: [GraphSource.Subject], _ layout: GraphLayout
    ) -> [String?]? {
        guard key.nilValue == nil, !key.isIdentity, let column = ColumnReader(key, subjects, layout) else { return nil }
        var strings: [String?] = []
        strings.reserveCapacity(subjects.count)
        for subject in subjects {
            guard let row = subject.row,
                case .string(let values) = row.chunk.contents.columns[column.index(of: subject)]
            else { return nil }
            strings.append(values[row.index])
        }
        return strings
    }

    /// The number of bytes at the start that all strings share, if all of them are ASCII; otherwise 0.
    private static func sharedPrefix(of strings: [String?]) -> Int {
        var first: [UInt8]?
        var shared = 0
        for case let text? in strings {
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return 0 }
            guard let known = first else {
                first = Array(text.utf8)
                shared = text.utf8.count
                continue
            }
            var length = 0
            for byte in text.utf8 {
                guard length < shared, known[length] == byte else { break }
                length += 1
            }
            shared = length
        }
        return shared
    }

    private static func code(_ value: SortValue, _ comparison: SortComparison) -> UInt64 {
        switch value {
        case .nothing: 0
        case .text(let text) where comparison == .plain || comparison == .caseInsensitive: SortCode.text(text)
        case .code(let text): SortCode.text(text)
        default: 1
        }
    }
}

/// The places of the values of a key that is an attribute of the objects themselves, by entity.
private struct ColumnReader {
    private let indexes: [Int?]

    init?(_ key: SortKey, _ subjects: [GraphSource.Subject], _ layout: GraphLayout) {
        guard key.path.components.count == 1, case .key(let name) = key.path.components[0] else { return nil }
        let indexes = layout.entities.map { $0.attributeIndexes[name] }
        guard subjects.allSatisfy({ $0.row != nil && indexes[$0.reference.entityOrdinal] != nil }) else { return nil }
        self.indexes = indexes
    }

    @inline(__always)
    func index(of subject: GraphSource.Subject) -> Int { indexes[subject.reference.entityOrdinal] ?? 0 }
}

extension SortKey {
    /// The value that decides the position of an object.
    func value(of subject: GraphSource.Subject, with evaluator: PredicateEvaluator<GraphSource>) throws -> SortValue {
        if isIdentity { return .identity(evaluator.source.objectID(of: subject)) }
        return sortValue(of: try evaluator.value(of: path, from: .object(subject)))
    }
}
