import Foundation
import ModelExpressions

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
        case .predicate(let predicate):
            return .optionalPredicate(predicate, isNil: isNil)
        case .optionalPredicate(let predicate, let innerIsNil):
            return .optionalPredicate(predicate, isNil: isNil.or(innerIsNil))
        case .value(var value):
            // What is read from nil is nil by itself, unless nil reads as something else.
            let readsNilAsNil = value.isPlain && wrapped.isPlain && value.expression.isRead(from: wrapped.expression)
            if readsNilAsNil { return .value(value) }
            value.isNil = value.isNil.map { isNil.or($0) } ?? isNil
            return .value(value)
        case .ordering, .range:
            throw PredicateTranslationError.unsupported(Self.self)
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
    /// Where the value is nil.
    func isNilCondition() throws(PredicateTranslationError) -> ModelPredicate { try compared(.equalTo, to: .null) }
}
