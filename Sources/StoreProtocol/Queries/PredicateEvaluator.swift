public import Foundation
public import ModelExpressions

/// Evaluates predicates and expressions by walking their trees; the values come from a source.
///
/// One evaluator serves many evaluations: it keeps what they share, which is the time that `now()` is, and regular
/// expressions.
@usableFromInline
package struct PredicateEvaluator<Source: QuerySource> {
    @usableFromInline
    package typealias Value = QueryValue<Source.Subject>

    @usableFromInline
    package let source: Source
    /// What `now()` is, the same for all that is evaluated.
    @usableFromInline
    let now: Date
    @usableFromInline
    package let patterns = TextPatterns()

    @inlinable
    package init(source: Source, now: Date) {
        self.source = source
        self.now = now
    }

    /// What names stand for in one place of a tree.
    @usableFromInline
    struct Scope {
        /// `SELF`.
        @usableFromInline
        var evaluated: Value
        /// `$NAME`, by name.
        @usableFromInline
        var variables: [String: Value]

        @inlinable
        init(evaluated: Value, variables: [String: Value]) {
            self.evaluated = evaluated
            self.variables = variables
        }
    }

    /// Whether a predicate is true of a value, as a rule an object.
    ///
    /// - Throws: ``QueryError``.
    @inlinable
    package func evaluate(
        _ predicate: ModelPredicate, on evaluated: Value, variables: [String: ConstantValue] = [:]
    ) throws -> Bool {
        try holds(predicate, in: Scope(evaluated: evaluated, variables: variables.mapValues(Value.init)))
    }

    /// The value of an expression.
    ///
    /// - Throws: ``QueryError``.
    @inlinable
    package func evaluate(
        _ expression: ModelExpression, on evaluated: Value, variables: [String: ConstantValue] = [:]
    ) throws -> Value {
        try value(of: expression, in: Scope(evaluated: evaluated, variables: variables.mapValues(Value.init)))
    }

    @inlinable
    func holds(_ predicate: ModelPredicate, in scope: Scope) throws -> Bool {
        switch predicate {
        case .constant(let value): value
        case .comparison(let comparison): try holds(comparison, in: scope)
        case .not(let operand): try !holds(operand, in: scope)
        case .and(let members): try members.allSatisfy { try holds($0, in: scope) }
        case .or(let members): try members.contains { try holds($0, in: scope) }
        }
    }

    @inlinable
    func holds(_ comparison: ModelComparison, in scope: Scope) throws -> Bool {
        try comparison.place.locating { try isMet(comparison, in: scope) }
    }

    @inlinable
    func isMet(_ comparison: ModelComparison, in scope: Scope) throws -> Bool {
        let left = try value(of: comparison.left, in: scope)
        let right = try value(of: comparison.right, in: scope)
        func fits(_ member: Value) throws -> Bool { try test(member, comparison.operator, right, comparison.options) }
        return switch comparison.modifier {
        case .direct: try fits(left)
        case .any: try left.members.contains(where: fits)
        case .all: try left.members.allSatisfy(fits)
        case .none: try !left.members.contains(where: fits)
        }
    }
}
