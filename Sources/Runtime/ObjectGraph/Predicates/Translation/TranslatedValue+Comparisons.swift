import Foundation
import ModelExpressions

extension TranslatedValue {
    /// Returns whether an operator holds between this value and a constant.
    func compared(
        _ comparisonOperator: ComparisonOperator, to constant: ConstantValue, options: ComparisonOptions = []
    ) throws(PredicateTranslationError) -> ModelPredicate {
        if let own = self.constant { return .constant(try Self.holds(own, comparisonOperator, constant, options)) }
        if let known { return try compared(comparisonOperator, to: constant, among: known) }
        let plain = ModelPredicate.comparison(
            ModelComparison(expression, comparisonOperator, .constant(constant), options: options))
        let whenNil = try Self.holds(.null, comparisonOperator, constant, options)
        guard let nilValue else {
            // If nil has no value of its own, the expression is sufficient.
            return isNil.map { plain.where($0, is: whenNil) } ?? plain
        }
        let wanted = try Self.holds(nilValue, comparisonOperator, constant, options)
        if let isNil {
            if wanted == whenNil, case .comparison(let test) = isNil, expression.isRead(from: test.left) {
                return plain
            }
            let inner = wanted == whenNil ? plain : plain.whenNil(expression, wanted)
            return inner.where(isNil, is: whenNil)
        }
        return wanted == whenNil ? plain : plain.whenNil(expression, wanted)
    }

    /// Does the same for the accessor of an enumeration.
    private func compared(
        _ comparisonOperator: ComparisonOperator, to constant: ConstantValue, among known: KnownValues
    ) throws(PredicateTranslationError) -> ModelPredicate {
        let wanted: [ConstantValue]
        switch (comparisonOperator, constant) {
        case (.equalTo, _): wanted = [constant]
        case (.notEqualTo, _): return try compared(.equalTo, to: constant, among: known).negated
        case (.in, .collection(let members)): wanted = members
        default: return .comparison(ModelComparison(try explicit(), comparisonOperator, .constant(constant)))
        }
        let result: ModelPredicate
        if wanted.contains(nilValue ?? .null) {
            // The value for nil is wanted, and so is every value without a case.
            guard case .values(let values) = known else {
                _ = try explicit()
                return .constant(false)
            }
            let unwanted = values.filter { !wanted.contains($0) }
            result = ModelPredicate.isOne(of: unwanted, expression).negated
        } else {
            result = ModelPredicate.isOne(of: wanted, expression)
        }
        return isNil.map { result.where($0, is: wanted.contains(.null)) } ?? result
    }

    /// Returns whether an operator holds between two constants.
    static func holds(
        _ left: ConstantValue, _ comparisonOperator: ComparisonOperator, _ right: ConstantValue,
        _ options: ComparisonOptions
    ) throws(PredicateTranslationError) -> Bool {
        do {
            let evaluator = PredicateEvaluator(source: NoSource(), now: Date(timeIntervalSinceReferenceDate: 0))
            return try evaluator.test(QueryValue(left), comparisonOperator, QueryValue(right), options)
        } catch {
            throw PredicateTranslationError(
                code: .unsupportedValue, expression: comparisonOperator.rawValue, description: "\(error)")
        }
    }
}

extension ModelPredicate {
    /// Returns the condition with another answer if an expression is nil.
    fileprivate func whenNil(_ expression: ModelExpression, _ answer: Bool) -> ModelPredicate {
        answer ? or(.isNil(expression)) : and(ModelPredicate.isNil(expression).negated)
    }

    fileprivate static func isOne(of values: [ConstantValue], _ expression: ModelExpression) -> ModelPredicate {
        guard let first = values.first else { return .constant(false) }
        if values.count == 1 { return .comparison(ModelComparison(expression, .equalTo, .constant(first))) }
        return .comparison(ModelComparison(expression, .in, .constant(.collection(values))))
    }
}

/// A source without objects, for constants.
private struct NoSource: QuerySource {
    func value(forKey key: String, of subject: Never) -> QueryValue<Never> {}
    func objectID(of subject: Never) -> ObjectID {}
    func subject(with objectID: ObjectID) -> Never? { nil }
}
