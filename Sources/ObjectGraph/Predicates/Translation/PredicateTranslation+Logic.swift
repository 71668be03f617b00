import Foundation
import ModelExpressions

extension PredicateExpressions.Conjunction: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .predicate(try translation.predicate(lhs).and(translation.predicate(rhs)))
    }
}

extension PredicateExpressions.Disjunction: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .predicate(try translation.predicate(lhs).or(translation.predicate(rhs)))
    }
}

extension PredicateExpressions.Negation: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .predicate(try translation.predicate(wrapped).negated)
    }
}

extension PredicateExpressions.Conditional: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let test = try translation.predicate(test)
        let first = try translation.translate(trueBranch)
        let second = try translation.translate(falseBranch)
        if case .constant(let value) = test { return value ? first : second }
        if Output.self == Bool.self {
            return .predicate(try test.and(first.predicate()).or(test.negated.and(second.predicate())))
        }
        return .value(
            TranslatedValue(.ternary(test, try first.value().explicit(), try second.value().explicit())))
    }
}

extension PredicateExpressions.Equal: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .predicate(try translation.translate(lhs).isEqual(to: translation.translate(rhs)))
    }
}

extension PredicateExpressions.NotEqual: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .predicate(try translation.translate(lhs).isEqual(to: translation.translate(rhs)).negated)
    }
}

extension PredicateExpressions.Comparison: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let comparisonOperator: ComparisonOperator =
            switch op {
            case .lessThan: .lessThan
            case .lessThanOrEqual: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqual: .greaterThanOrEqualTo
            @unknown default: throw PredicateTranslationError.unsupported(Self.self)
            }
        return .predicate(
            try translation.value(lhs).compared(comparisonOperator, to: translation.value(rhs)))
    }
}

extension TranslatedExpression {
    fileprivate func isEqual(to other: TranslatedExpression) throws -> ModelPredicate {
        switch (self, other) {
        case (.ordering(let left, let right, let options), let result):
            return try Self.ordering(left, right, options, is: result.value())
        case (_, .ordering):
            return try other.isEqual(to: self)
        case (.predicate(let predicate), let other), (let other, .predicate(let predicate)):
            guard case .boolean(let flag)? = try other.value().constant else { break }
            return flag ? predicate : predicate.negated
        case (.optionalPredicate(let predicate, let isNil), let other),
            (let other, .optionalPredicate(let predicate, let isNil)):
            switch try other.value().constant {
            case .null?: return isNil
            case .boolean(let flag)?: return (flag ? predicate : predicate.negated).where(isNil, is: false)
            default: break
            }
        default:
            break
        }
        return try value().compared(.equalTo, to: other.value())
    }

    private static func ordering(
        _ left: TranslatedValue, _ right: TranslatedValue, _ options: ComparisonOptions, is result: TranslatedValue
    ) throws -> ModelPredicate {
        guard case .integer(let number)? = result.constant else {
            throw PredicateTranslationError.unsupported(ComparisonResult.self, because: "compare it with a constant")
        }
        let comparisonOperator: ComparisonOperator = number < 0 ? .lessThan : number > 0 ? .greaterThan : .equalTo
        return try left.compared(comparisonOperator, to: right, options: options)
    }
}

extension TranslatedValue {
    /// Whether an operator holds between two values.
    func compared(
        _ comparisonOperator: ComparisonOperator, to other: TranslatedValue, options: ComparisonOptions = []
    ) throws(PredicateTranslationError) -> ModelPredicate {
        if let constant = other.constant { return try compared(comparisonOperator, to: constant, options: options) }
        if let constant, let mirrored = comparisonOperator.mirrored {
            return try other.compared(mirrored, to: constant, options: options)
        }
        return .comparison(
            ModelComparison(try explicit(), comparisonOperator, try other.explicit(), options: options))
    }
}

extension ComparisonOperator {
    /// The operator that says the same with the sides changed; nil for none.
    fileprivate var mirrored: ComparisonOperator? {
        switch self {
        case .equalTo, .notEqualTo: self
        case .lessThan: .greaterThan
        case .lessThanOrEqualTo: .greaterThanOrEqualTo
        case .greaterThan: .lessThan
        case .greaterThanOrEqualTo: .lessThanOrEqualTo
        default: nil
        }
    }
}
