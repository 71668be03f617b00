import Foundation
import ModelExpressions

/// What a string must be to pass a comparison with a constant; the constant is made ready once.
struct StringTest {
    private enum Kind {
        /// Canonically equal, or not.
        case equal(String, isWanted: Bool)
        case oneOf(Set<String>)
        case prefix(String)
        /// Any other test.
        case other((String) throws -> Bool)
    }

    private let kind: Kind

    /// Nil for constants of another kind.
    init?(_ comparison: ModelComparison, _ constant: ConstantValue, _ patterns: TextPatterns) {
        let options = comparison.options
        if comparison.operator == .in, options.isEmpty, case .collection(let members) = constant {
            // What is no string is equal to none.
            kind = .oneOf(
                Set(
                    members.compactMap { member in
                        if case .string(let text) = member { text } else { nil }
                    }))
            return
        }
        guard case .string(let text) = constant else { return nil }
        switch comparison.operator {
        case .equalTo where options.isEmpty: kind = .equal(text, isWanted: true)
        case .notEqualTo where options.isEmpty: kind = .equal(text, isWanted: false)
        case .beginsWith where options.isEmpty: kind = .prefix(text)
        default:
            guard let test = Self.test(comparison.operator, text, options, patterns) else { return nil }
            kind = .other(test)
        }
    }

    func keep(_ mask: inout RowMask, _ values: [String?], whenNil: Bool) throws {
        switch kind {
        case .equal(let text, let isWanted): mask.keep(values, whenNil: whenNil) { ($0 == text) == isWanted }
        case .oneOf(let texts): mask.keep(values, whenNil: whenNil) { texts.contains($0) }
        case .prefix(let text): mask.keep(values, whenNil: whenNil) { $0.hasPrefix(text) }
        case .other(let test): try mask.keep(values, whenNil: whenNil, where: test)
        }
    }

    private static func test(
        _ comparisonOperator: ComparisonOperator, _ right: String, _ options: ComparisonOptions,
        _ patterns: TextPatterns
    ) -> ((String) throws -> Bool)? {
        let text = TextComparison(options: options)
        // Most text is ASCII, and to fold that takes no look into Unicode's tables.
        let isFolding = options == .caseInsensitive || options == [.caseInsensitive, .diacriticInsensitive]
        let pattern = isFolding ? ASCIIPattern(right) : nil
        switch comparisonOperator {
        case .equalTo: return { left in pattern?.isEqual(to: left) ?? text.areEqual(left, right) }
        case .notEqualTo: return { left in !(pattern?.isEqual(to: left) ?? text.areEqual(left, right)) }
        case .beginsWith: return { left in pattern?.isPrefix(of: left) ?? text.begins(left, with: right) }
        case .contains: return { left in pattern?.isPart(of: left) ?? text.contains(left, right) }
        case .endsWith: return { left in text.ends(left, with: right) }
        case .lessThan: return { left in text.order(left, right) == .orderedAscending }
        case .lessThanOrEqualTo: return { left in text.order(left, right) != .orderedDescending }
        case .greaterThan: return { left in text.order(left, right) == .orderedDescending }
        case .greaterThanOrEqualTo: return { left in text.order(left, right) != .orderedAscending }
        case .like: return { left in text.isLike(left, right) }
        case .matches: return { left in try patterns.matches(left, right, options: options) }
        case .in: return { left in text.contains(right, left) }
        case .between: return nil
        }
    }
}

/// A constant of ASCII characters, compared with ASCII text without regard to case.
struct ASCIIPattern {
    private let bytes: [UInt8]

    /// Nil for text that is not ASCII, or has control characters, of which two may be one character.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) else { return nil }
        bytes = text.utf8.map(Self.lowercased)
    }

    /// Nil for text that is not ASCII.
    func isEqual(to text: String) -> Bool? {
        text.withASCII { bytes.count == $0.count && matches($0, at: 0) }
    }

    /// Nil for text that is not ASCII.
    func isPrefix(of text: String) -> Bool? {
        text.withASCII { bytes.count <= $0.count && matches($0, at: 0) }
    }

    /// Nil for text that is not ASCII.
    func isPart(of text: String) -> Bool? {
        text.withASCII { text in
            guard bytes.count <= text.count else { return false }
            for start in 0...(text.count - bytes.count) where matches(text, at: start) { return true }
            return false
        }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        for index in bytes.indices where Self.lowercased(text[start + index]) != bytes[index] { return false }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}

extension String {
    /// Looks at the bytes of plain text; nil for text with other characters than printable ASCII ones.
    fileprivate func withASCII<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        let result = utf8.withContiguousStorageIfAvailable { bytes -> Result? in
            for byte in bytes where byte < 0x20 || byte >= 0x80 { return nil }
            return body(bytes)
        }
        return result ?? nil
    }
}
