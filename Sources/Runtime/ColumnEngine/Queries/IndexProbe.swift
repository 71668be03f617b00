import Foundation
import ModelExpressions
import ModelSchema

/// A condition that the words of an attribute can narrow down: all matching objects are in these ranges.
struct IndexProbe {
    let attribute: Int
    let attributeName: String
    let ranges: [IndexRange]
    /// Whether the model has an index or a constraint that begins with the attribute.
    let isDeclared: Bool
    private let comparison: ModelComparison

    /// The condition, for the plan.
    var text: String { ModelPredicate.comparison(comparison).description }

    /// The conditions in a conjunction.
    static func all(in predicate: ModelPredicate?, of entity: EntityDescription) -> [IndexProbe] {
        switch predicate {
        case .comparison(let comparison)?: [IndexProbe(comparison, of: entity)].compactMap { $0 }
        case .and(let members)?: members.flatMap { all(in: $0, of: entity) }
        default: []
        }
    }

    private init?(_ comparison: ModelComparison, of entity: EntityDescription) {
        guard comparison.modifier == .direct, comparison.options.isEmpty, let keys = comparison.left.ownKeys,
            keys.count == 1, let index = entity.attributeIndexes[keys[0]],
            case .constant(let constant) = comparison.right,
            let ranges = Self.ranges(comparison.operator, constant, entity.attributes[index].type)
        else { return nil }
        attribute = index
        attributeName = keys[0]
        self.ranges = ranges
        isDeclared = entity.indexedAttributeNames.contains(keys[0])
        self.comparison = comparison
    }

    private static func ranges(
        _ comparisonOperator: ComparisonOperator, _ constant: ConstantValue, _ type: AttributeType
    ) -> [IndexRange]? {
        if comparisonOperator == .beginsWith {
            guard type == .string, case .string(let text) = constant, !text.isEmpty else { return nil }
            return [prefixRange(text)]
        }
        if comparisonOperator == .in, case .collection(let members) = constant {
            // A member of another kind can be equal nevertheless, like 31.0 and 31.
            let ranges = members.filter { $0 != .null }.map { equalRange($0, type) }
            return ranges.contains { $0 == nil } ? nil : ranges.compactMap { $0 }
        }
        if comparisonOperator == .between, case .collection(let members) = constant, members.count == 2 {
            guard let lower = code(members[0], type), let upper = code(members[1], type) else { return nil }
            return lower <= upper ? [IndexRange(lower...upper)] : []
        }
        guard let code = code(constant, type) else { return nil }
        switch comparisonOperator {
        case .equalTo: return equalRange(constant, type).map { [$0] }
        case .lessThan, .lessThanOrEqualTo: return [IndexRange(1...code)]
        case .greaterThan, .greaterThanOrEqualTo: return [IndexRange(code...UInt64.max)]
        default: return nil
        }
    }

    private static func equalRange(_ constant: ConstantValue, _ type: AttributeType) -> IndexRange? {
        guard let code = code(constant, type) else { return nil }
        guard type == .string, case .string(let text) = constant, text.utf8.count >= 8 else {
            return IndexRange(code...code)
        }
        return IndexRange(code...code, texts: IndexRange.Texts(lower: text, rest: SortCode.words(text).rest))
    }

    private static func prefixRange(_ text: String) -> IndexRange {
        var range = IndexRange(SortCode.prefixRange(text))
        if text.utf8.count > 8, text.utf8.allSatisfy({ $0 < 0x7F }), let last = text.unicodeScalars.last,
            let next = Unicode.Scalar(last.value + 1)
        {
            range.texts = IndexRange.Texts(lower: text, end: String(text.unicodeScalars.dropLast()) + String(next))
        }
        return range
    }

    /// The word of a constant; nil for one of another kind than the attribute.
    private static func code(_ constant: ConstantValue, _ type: AttributeType) -> UInt64? {
        switch (type, constant) {
        case (.string, .string(let text)): SortCode.text(text)
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)), (.integer64, .integer(let number)):
            SortCode.integer(number)
        case (.boolean, .boolean(let flag)): SortCode.integer(flag ? 1 : 0)
        case (.double, .real(let number)), (.float, .real(let number)), (.date, .date(let number)):
            number.isNaN ? nil : SortCode.real(number)
        case (.double, .integer(let number)), (.float, .integer(let number)):
            number.magnitude < 1 << 53 ? SortCode.real(Double(number)) : nil
        case (.uuid, .uuid(let text)):
            UUID(text: text).map { withUnsafeBytes(of: $0.uuid) { SortCode.bytes($0) } }
        default: nil
        }
    }
}
