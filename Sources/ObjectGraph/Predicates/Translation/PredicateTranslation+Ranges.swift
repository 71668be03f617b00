import Foundation
import ModelExpressions

extension PredicateExpressions.ClosedRange: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .range(lower: try translation.value(lower), upper: try translation.value(upper), isClosed: true)
    }
}

extension PredicateExpressions.Range: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .range(lower: try translation.value(lower), upper: try translation.value(upper), isClosed: false)
    }
}

extension PredicateExpressions.RangeExpressionContains: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        guard case .range(let lower, let upper, let isClosed) = try translation.translate(range) else {
            throw PredicateTranslationError.unsupported(Self.self)
        }
        return .predicate(try translation.value(element).isWithin(lower, upper, isClosed: isClosed))
    }
}

extension TranslatedValue {
    /// Whether the value lies between bounds, which are constants as a rule.
    func isWithin(
        _ lower: TranslatedValue?, _ upper: TranslatedValue?, isClosed: Bool
    ) throws(PredicateTranslationError) -> ModelPredicate {
        if isPlain, isClosed, constant == nil, let lower = lower?.constant, let upper = upper?.constant {
            return .comparison(ModelComparison(expression, .between, .constant(.collection([lower, upper]))))
        }
        var result = ModelPredicate.constant(true)
        if let lower { result = try compared(.greaterThanOrEqualTo, to: lower) }
        if let upper { result = result.and(try compared(isClosed ? .lessThanOrEqualTo : .lessThan, to: upper)) }
        return result
    }
}

/// A range that a predicate has captured.
protocol TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool)
}

extension ClosedRange: TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool) {
        (try .bound(lowerBound), try .bound(upperBound), true)
    }
}

extension Range: TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool) {
        (try .bound(lowerBound), try .bound(upperBound), false)
    }
}

extension PartialRangeFrom: TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool) {
        (try .bound(lowerBound), nil, true)
    }
}

extension PartialRangeThrough: TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool) {
        (nil, try .bound(upperBound), true)
    }
}

extension PartialRangeUpTo: TranslatableRange {
    func bounds() throws -> (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool) {
        (nil, try .bound(upperBound), false)
    }
}

extension TranslatedValue {
    fileprivate static func bound(_ value: Any) throws(PredicateTranslationError) -> TranslatedValue {
        guard let constant = ConstantValue(captured: value) else { throw .unsupportedValue(type(of: value)) }
        return TranslatedValue(.constant(constant))
    }
}
