import Foundation
import ModelExpressions

extension PredicateExpressions.SequenceContains: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let sequence = try translation.translate(sequence)
        let element = try translation.value(element)
        if case .range(let lower, let upper, let isClosed) = sequence {
            return .predicate(try element.isWithin(lower, upper, isClosed: isClosed))
        }
        let container = try sequence.value()
        if case .collection(let members)? = container.constant { return .predicate(try element.isOne(of: members)) }
        return .predicate(try container.compared(.contains, to: element))
    }
}

extension PredicateExpressions.CollectionContainsCollection: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        guard Base.Output.self == String.self else { throw PredicateTranslationError.unsupported(Self.self) }
        return .predicate(try translation.value(base).compared(.contains, to: translation.value(other)))
    }
}

extension PredicateExpressions.SequenceStartsWith: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        guard Base.Output.self == String.self else { throw PredicateTranslationError.unsupported(Self.self) }
        return .predicate(try translation.value(base).compared(.beginsWith, to: translation.value(prefix)))
    }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let members = try translation.members(of: sequence, as: variable.key, where: test)
        if let quantified = translation.quantified(members) { return .predicate(quantified) }
        return .predicate(members.count(.greaterThan))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        var members = try translation.members(of: sequence, as: variable.key, where: test)
        members.test = members.test.negated
        return .predicate(members.count(.equalTo))
    }
}

extension PredicateExpressions.Filter: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let members = try translation.members(of: sequence, as: variable.key, where: filter)
        return .value(TranslatedValue(members.subquery))
    }
}

extension PredicateExpressions.SequenceMaximum: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .value(TranslatedValue(.function(.maximum, [try translation.value(elements).explicit()])))
    }
}

extension PredicateExpressions.SequenceMinimum: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        .value(TranslatedValue(.function(.minimum, [try translation.value(elements).explicit()])))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let list = try translation.value(wrapped).explicit()
        return .value(TranslatedValue(.element(of: list, at: .index(try translation.value(index).explicit()))))
    }
}

/// The members of a collection that satisfy a condition.
private struct MemberCondition {
    var collection: TranslatedValue
    var variable: String
    var test: ModelPredicate

    var subquery: ModelExpression { .subquery(collection.expression, variable: variable, test) }

    /// Returns a comparison of the number of members with 0.
    func count(_ comparisonOperator: ComparisonOperator) -> ModelPredicate {
        .comparison(
            ModelComparison(subquery.appending(.collectionOperator(.count)), comparisonOperator, .constant(0)))
    }
}

extension PredicateTranslation {
    fileprivate mutating func members(
        of sequence: Any, as parameter: PredicateExpressions.VariableID, where test: Any
    ) throws -> MemberCondition {
        let collection = try value(sequence)
        let variable = makeVariable()
        let before = bindings[parameter]
        bindings[parameter] = TranslatedValue(.variable(variable))
        defer { bindings[parameter] = before }
        return MemberCondition(collection: collection, variable: variable, test: try predicate(test))
    }

    /// Returns a single condition on one property of the members as `ANY`; nil for any other condition.
    fileprivate func quantified(_ members: MemberCondition) -> ModelPredicate? {
        guard case .comparison(var comparison) = members.test, comparison.modifier == .direct,
            case .keyPath(let path, .variable(members.variable)) = comparison.left,
            path.components.count == 1, case .key(let key) = path.components[0],
            !toManyExpressions.contains(comparison.left), toManyExpressions.contains(members.collection.expression),
            !comparison.right.freeVariables.contains(members.variable)
        else { return nil }
        comparison.left = members.collection.expression.appending(.key(key))
        comparison.modifier = .any
        return .comparison(comparison)
    }
}

extension TranslatedValue {
    /// Returns whether the value is one of some constants, which may include nil.
    fileprivate func isOne(of members: [ConstantValue]) throws(PredicateTranslationError) -> ModelPredicate {
        if known != nil { return try compared(.in, to: .collection(members)) }
        let present = members.filter { $0 != .null }
        let isPresent = try compared(.in, to: .collection(present))
        guard present.count < members.count, nilValue == nil else { return isPresent }
        return isPresent.or(try isNilCondition())
    }
}

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
    /// Returns whether the value is between bounds, which are usually constants.
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

/// A range that a predicate contains.
protocol TranslatableRange {
    typealias Bounds = (lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool)

    func bounds() throws -> Bounds
}

extension ClosedRange: TranslatableRange {
    func bounds() throws -> Bounds { (try .bound(lowerBound), try .bound(upperBound), true) }
}

extension Range: TranslatableRange {
    func bounds() throws -> Bounds { (try .bound(lowerBound), try .bound(upperBound), false) }
}

extension PartialRangeFrom: TranslatableRange {
    func bounds() throws -> Bounds { (try .bound(lowerBound), nil, true) }
}

extension PartialRangeThrough: TranslatableRange {
    func bounds() throws -> Bounds { (nil, try .bound(upperBound), true) }
}

extension PartialRangeUpTo: TranslatableRange {
    func bounds() throws -> Bounds { (nil, try .bound(upperBound), false) }
}

extension TranslatedValue {
    fileprivate static func bound(_ value: Any) throws(PredicateTranslationError) -> TranslatedValue {
        guard let constant = ConstantValue(captured: value) else { throw .unsupportedValue(type(of: value)) }
        return TranslatedValue(.constant(constant))
    }
}
