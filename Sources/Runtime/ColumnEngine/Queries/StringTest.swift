import Foundation
import ModelExpressions

/// The condition for a string to pass a comparison with a constant, which is prepared once.
struct StringTest {
    private enum Kind {
        /// Canonically equal, or not.
        case equal(String, TextWord, isWanted: Bool)
        case oneOf(TextSet)
        case prefix(TextPrefix)
        case other((String) throws -> Bool)
    }

    private let kind: Kind

    /// Nil for constants of another kind.
    init?(_ comparison: ModelComparison, _ constant: ConstantValue, _ patterns: TextPatterns) {
        let options = comparison.options
        if comparison.operator == .in, options.isEmpty, case .collection(let members) = constant {
            // A value of another type equals no string.
            kind = .oneOf(TextSet(members.compactMap { if case .string(let text) = $0 { text } else { nil } }))
            return
        }
        guard case .string(let text) = constant else { return nil }
        switch comparison.operator {
        case .equalTo where options.isEmpty: kind = .equal(text, SortCode.words(text), isWanted: true)
        case .notEqualTo where options.isEmpty: kind = .equal(text, SortCode.words(text), isWanted: false)
        case .beginsWith where options.isEmpty: kind = .prefix(TextPrefix(text))
        default:
            guard let test = Self.test(comparison.operator, text, options, patterns) else { return nil }
            kind = .other(test)
        }
    }

    /// Whether the words of strings decide in most cases.
    var usesWords: Bool {
        if case .other = kind { false } else { true }
    }

    /// - Parameter words: The words of the values; nil if they are not known.
    func keep(_ rows: inout RowSelection, _ values: TextColumn, _ words: [TextWord]?, whenNil: Bool) throws {
        if let words { return words.withUnsafeBufferPointer { keep(&rows, values, $0, whenNil: whenNil) } }
        switch kind {
        case .equal(let text, _, let isWanted):
            rows.keep { values.isEqual(at: $0, to: text).map { $0 == isWanted } ?? whenNil }
        case .oneOf(let texts):
            rows.keep { row in
                values.isNil(at: row) ? whenNil : texts.contains(textAt: row, of: values, values.words(at: row))
            }
        case .prefix(let text): rows.keep { values.begins(at: $0, with: text) ?? whenNil }
        case .other(let test): try rows.keep(values, whenNil: whenNil, where: test)
        }
    }

    /// Reads the strings only if their words do not decide.
    private func keep(
        _ rows: inout RowSelection, _ values: TextColumn, _ words: UnsafeBufferPointer<TextWord>, whenNil: Bool
    ) {
        switch kind {
        case .equal(let text, let wanted, let isWanted):
            rows.keep { row in
                if words[row] != wanted { return words[row].code == 0 ? whenNil : !isWanted }
                return values.isEqual(at: row, to: text) == isWanted
            }
        case .oneOf(let texts):
            rows.keep { row in
                words[row].code == 0 ? whenNil : texts.contains(textAt: row, of: values, words[row])
            }
        case .prefix(let text):
            let range = text.codes
            rows.keep { row in
                let code = words[row].code
                if code < range.lowerBound || code > range.upperBound { return code == 0 && whenNil }
                return values.begins(at: row, with: text) ?? whenNil
            }
        case .other: break
        }
    }

    private static func test(
        _ comparisonOperator: ComparisonOperator, _ right: String, _ options: ComparisonOptions,
        _ patterns: TextPatterns
    ) -> ((String) throws -> Bool)? {
        let text = TextComparison(options: options)
        // Most text is ASCII, which folds without Unicode's tables.
        let isFolding = options == .caseInsensitive || options == [.caseInsensitive, .diacriticInsensitive]
        let pattern = isFolding ? ASCIIPattern(right) : nil
        switch comparisonOperator {
        case .equalTo: return { left in pattern?.isEqual(to: left) ?? text.areEqual(left, right) }
        case .notEqualTo: return { left in !(pattern?.isEqual(to: left) ?? text.areEqual(left, right)) }
        case .beginsWith: return { left in pattern?.isPrefix(of: left) ?? text.begins(left, with: right) }
        case .contains: return { left in pattern?.isPart(of: left) ?? text.contains(left, right) }
        case .between: return nil
        default: return { left in try text.holds(comparisonOperator, left, right, patterns) }
        }
    }
}
