import Foundation
import ModelExpressions
import StoreProtocol

/// Translates predicates into conditions.
///
/// A condition is unknown if SQL cannot express exactly what the evaluator computes.
struct PredicateTranslator {
    let paths: PathTranslator
    let context: TranslationContext
    /// Evaluates expressions that do not depend on an object.
    let constants: PredicateEvaluator<ConstantSource>

    /// The meaning of names in one part of a predicate.
    struct Scope {
        /// `SELF`.
        var evaluated: SQLPlace
        /// `$NAME`, by name.
        var variables: [String: SQLPlace] = [:]
    }

    var dialect: any SQLDialect { context.dialect }

    // MARK: Predicates

    func condition(_ predicate: ModelPredicate, in scope: Scope) -> SQLCondition {
        switch predicate {
        case .constant(let value): value ? .always : .never
        case .comparison(let comparison): condition(comparison, in: scope)
        case .not(let operand): condition(operand, in: scope).negated
        case .and(let members): .all(members.map { condition($0, in: scope) })
        case .or(let members): .any(members.map { condition($0, in: scope) })
        }
    }

    private func condition(_ comparison: ModelComparison, in scope: Scope) -> SQLCondition {
        if comparison.left.isConstant, comparison.right.isConstant {
            // If the evaluation fails, it fails when the evaluator reads objects.
            let holds = try? constants.evaluate(.comparison(comparison), on: .null)
            return holds.map { $0 ? .always : .never } ?? .unknown
        }
        guard let left = operand(comparison.left, in: scope), let right = operand(comparison.right, in: scope)
        else { return .unknown }
        let options = comparison.options
        if case .constant(.many(let list)) = left, comparison.modifier != .direct {
            let tests = list.map { compare(.constant($0), comparison.operator, right, options) }
            switch comparison.modifier {
            case .direct, .any: return .any(tests)
            case .none: return SQLCondition.any(tests).negated
            case .all: return .all(tests)
            }
        }
        guard case .members(let members) = left, comparison.modifier != .direct else {
            let one = compare(left, comparison.operator, right, options)
            return comparison.modifier == .none ? one.negated : one
        }
        let test = compare(members.element, comparison.operator, right, options)
        let testOfNil = compare(.constant(.null), comparison.operator, right, options)
        switch comparison.modifier {
        case .direct, .any: return any(of: members, test, testOfNil, isSelective: isSelective(comparison))
        case .none: return any(of: members, test, testOfNil).negated
        case .all: return any(of: members, test.negated, testOfNil.negated).negated
        }
    }

    /// Whether the comparison probably matches few members.
    private func isSelective(_ comparison: ModelComparison) -> Bool {
        switch comparison.operator {
        case .equalTo, .in, .between, .beginsWith: comparison.right.isConstant
        default: false
        }
    }

    /// Returns whether a condition is true for any member.
    ///
    /// - Parameters:
    ///   - testOfNil: The condition for nil, which is the value of a path that ends before its members.
    ///   - isSelective: Whether to find members first, and then their owners.
    func any(
        of members: SQLMembers, _ test: SQLCondition, _ testOfNil: SQLCondition, isSelective: Bool = false
    ) -> SQLCondition {
        var found: SQLCondition
        switch test.form {
        case .never:
            found = .never
        case .always where isSelective, .text where isSelective:
            let selection = members.selection(where: [test.text ?? "TRUE"])
            found = SQLCondition("\(members.owner.key) IN (SELECT \(members.ownersKey) \(selection))")
        case .always, .text:
            let selection = members.selection(where: [members.isOfOwner] + [test.text].compactMap { $0 })
            found = SQLCondition(definite: "EXISTS (SELECT 1 \(selection))")
        }
        found.isExact = test.isExact
        guard members.owner.isOptional else { return found }
        return .any([found, .all([SQLCondition(definite: "\(members.owner.key) IS NULL"), testOfNil])])
    }

    // MARK: Expressions

    /// Returns one side of a comparison; nil if SQL cannot express it.
    func operand(_ expression: ModelExpression, in scope: Scope) -> SQLOperand? {
        if expression.isConstant {
            return (try? constants.evaluate(expression, on: .null)).map(SQLOperand.constant)
        }
        switch expression {
        case .evaluatedObject:
            return .object(scope.evaluated.key, scope.evaluated.entity)
        case .variable(let name):
            return scope.variables[name].map { .object($0.key, $0.entity) }
        case .keyPath(let path, let base):
            return operand(of: path.components[...], from: base, in: scope)
        case .function(.count, let arguments) where arguments.count == 1:
            return count(arguments[0], in: scope)
        case .element(let list, .size):
            return count(list, in: scope)
        case .aggregate, .unary, .binary, .function, .methodCall, .element, .subquery, .cast, .ternary, .constant:
            return nil
        }
    }

    private func operand(
        of path: ArraySlice<ModelKeyPath.Component>, from base: ModelExpression, in scope: Scope
    ) -> SQLOperand? {
        switch base {
        case .evaluatedObject:
            return paths.operand(of: path, from: scope.evaluated)
        case .variable(let name):
            return scope.variables[name].flatMap { paths.operand(of: path, from: $0) }
        case .keyPath(let first, let base):
            return operand(of: (first.components + path)[...], from: base, in: scope)
        case .subquery(let collection, let variable, let predicate):
            guard path.elementsEqual([.collectionOperator(.count)]) else { return nil }
            return members(of: collection, variable, predicate, in: scope)
                .map { .count($0, isNilWithoutOwner: false) }
        default:
            return nil
        }
    }

    /// Returns the number of objects in a collection; nil if SQL cannot express it, or if the path can be nil.
    private func count(_ list: ModelExpression, in scope: Scope) -> SQLOperand? {
        if case .subquery(let collection, let variable, let predicate) = list {
            return members(of: collection, variable, predicate, in: scope)
                .map { .count($0, isNilWithoutOwner: false) }
        }
        guard case .members(let members)? = operand(list, in: scope), !members.owner.isOptional else { return nil }
        return .count(members, isNilWithoutOwner: false)
    }

    /// Returns the members of a collection that match a predicate; nil if SQL cannot express it exactly.
    private func members(
        of collection: ModelExpression, _ variable: String, _ predicate: ModelPredicate, in scope: Scope
    ) -> SQLMembers? {
        guard case .members(var members)? = operand(collection, in: scope),
            case .object(let key, let entity) = members.element, let alias = members.alias
        else { return nil }
        var inner = scope
        inner.variables[variable] = SQLPlace(
            scope: members.scope, alias: alias, entity: entity, key: key, isOptional: false)
        let condition = condition(predicate, in: inner)
        guard condition.isExact else { return nil }
        members.conditions += [condition.text].compactMap { $0 }
        return members
    }
}
