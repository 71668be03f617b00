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
        return .value(TranslatedValue(.ternary(test, try first.value().explicit(), try second.value().explicit())))
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
        return .predicate(try translation.value(lhs).compared(comparisonOperator, to: translation.value(rhs)))
    }
}

extension TranslatedExpression {
    fileprivate func isEqual(to other: TranslatedExpression) throws -> ModelPredicate {
        switch (self, other) {
        case (.ordering(let left, let right, let options), let result):
            return try Self.ordering(left, right, options, is: result.value())
        case (_, .ordering): return try other.isEqual(to: self)
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
        default: break
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
    /// Returns whether an operator holds between two values.
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
    /// The equivalent operator with the sides exchanged; nil if there is none.
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

extension PredicateExpressions.NilCoalesce: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let left = try translation.translate(lhs)
        let right = try translation.translate(rhs)
        if case .optionalPredicate(let predicate, let isNil) = left {
            switch right {
            case .predicate(.constant(let answer)): return .predicate(predicate.where(isNil, is: answer))
            case .optionalPredicate: break
            default: return .predicate(try isNil.and(right.predicate()).or(isNil.negated.and(predicate)))
            }
        }
        let value = try left.value()
        let other = try right.value()
        if value.isNil == nil, value.nilValue == nil, let constant = other.constant {
            var result = value
            result.nilValue = constant == .null ? nil : constant
            return .value(result)
        }
        let explicit = try value.explicit()
        return .value(TranslatedValue(.ternary(.isNil(explicit), try other.explicit(), explicit)))
    }
}

extension PredicateExpressions.OptionalFlatMap: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let wrapped = try translation.value(wrapped)
        var unwrapped = wrapped
        unwrapped.isNil = nil
        let before = translation.bindings[variable.key]
        translation.bindings[variable.key] = unwrapped
        defer { translation.bindings[variable.key] = before }
        let isNil = try wrapped.isNilCondition()
        switch try translation.translate(transform) {
        case .predicate(let predicate): return .optionalPredicate(predicate, isNil: isNil)
        case .optionalPredicate(let predicate, let innerIsNil):
            return .optionalPredicate(predicate, isNil: isNil.or(innerIsNil))
        case .value(var value):
            // A property of nil is nil, unless an accessor reads nil as another value.
            let readsNilAsNil = value.isPlain && wrapped.isPlain && value.expression.isRead(from: wrapped.expression)
            if readsNilAsNil { return .value(value) }
            value.isNil = value.isNil.map { isNil.or($0) } ?? isNil
            return .value(value)
        case .ordering, .range: throw PredicateTranslationError.unsupported(Self.self)
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        var value = try translation.value(inner)
        value.isNil = try value.isNilCondition()
        return .value(value)
    }
}

extension TranslatedValue {
    /// The condition under which the value is nil.
    func isNilCondition() throws(PredicateTranslationError) -> ModelPredicate { try compared(.equalTo, to: .null) }
}
