import Foundation
import ModelExpressions

/// What an expression of Foundation's tree becomes: a value, a condition, or what is a part of one only.
indirect enum TranslatedExpression {
    case value(TranslatedValue)
    case predicate(ModelPredicate)
    /// A condition that is neither true nor false where another one holds, such as `name?.isEmpty`.
    case optionalPredicate(ModelPredicate, isNil: ModelPredicate)
    /// How two strings compare, to be compared with a `ComparisonResult`.
    case ordering(TranslatedValue, TranslatedValue, ComparisonOptions)
    /// A range with the bounds it has.
    case range(lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool)

    /// As a value; a condition is TRUE or FALSE.
    func value() throws(PredicateTranslationError) -> TranslatedValue {
        switch self {
        case .value(let value):
            return value
        case .predicate(.constant(let value)):
            return TranslatedValue(.constant(.boolean(value)))
        case .predicate(let predicate):
            return TranslatedValue(.ternary(predicate, .constant(true), .constant(false)))
        case .optionalPredicate(let predicate, let isNil):
            var value = TranslatedValue(.ternary(predicate, .constant(true), .constant(false)))
            value.isNil = isNil
            return value
        case .ordering:
            throw .unsupported(ComparisonResult.self, because: "compare it with one of its cases")
        case .range:
            throw .unsupported(ClosedRange<Int>.self, because: "ask it whether it contains a value")
        }
    }

    /// As a condition.
    func predicate() throws(PredicateTranslationError) -> ModelPredicate {
        switch self {
        case .predicate(let predicate): return predicate
        case .value(let value):
            if case .boolean(let flag)? = value.constant { return .constant(flag) }
            return try value.compared(.equalTo, to: .boolean(true))
        case .optionalPredicate(let predicate, let isNil): return predicate.where(isNil, is: false)
        case .ordering, .range: return try value().compared(.equalTo, to: .boolean(true))
        }
    }
}

extension ModelPredicate {
    /// The condition, with a fixed answer where another one says that there is nothing to ask about.
    func `where`(_ isNil: ModelPredicate, is answer: Bool) -> ModelPredicate {
        if answer { return isNil.or(self) }
        // With nil on its left a comparison is false anyhow, unless it asks for nil or what differs.
        if case .comparison(let comparison) = self, comparison.modifier == .direct,
            comparison.operator != .notEqualTo, case .constant(let right) = comparison.right, right != .null,
            case .comparison(let test) = isNil, test.operator == .equalTo, test.right == .constant(.null),
            comparison.left.isRead(from: test.left)
        {
            return self
        }
        return isNil.negated.and(self)
    }
}
