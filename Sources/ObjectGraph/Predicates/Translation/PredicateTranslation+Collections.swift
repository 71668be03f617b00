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
        if case .collection(let members)? = container.constant {
            return .predicate(try element.isOne(of: members))
        }
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

/// The members of a collection for which a condition holds.
private struct MemberCondition {
    var collection: TranslatedValue
    var variable: String
    var test: ModelPredicate

    var subquery: ModelExpression { .subquery(collection.expression, variable: variable, test) }

    /// How the number of members compares with 0.
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

    /// A single condition on one property of the members, as `ANY`; nil if it is another one.
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
    /// Whether the value is one of some constants, nil among them.
    fileprivate func isOne(of members: [ConstantValue]) throws(PredicateTranslationError) -> ModelPredicate {
        if known != nil { return try compared(.in, to: .collection(members)) }
        let present = members.filter { $0 != .null }
        let isPresent = try compared(.in, to: .collection(present))
        guard present.count < members.count, nilValue == nil else { return isPresent }
        return isPresent.or(try isNilCondition())
    }
}
