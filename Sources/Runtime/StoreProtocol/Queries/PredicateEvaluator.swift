public import Foundation
public import ModelExpressions

/// Evaluates predicates and expressions by traversing their trees. The values come from a source.
///
/// One evaluator serves many evaluations, which share the time of `now()` and the compiled regular expressions.
@usableFromInline
package struct PredicateEvaluator<Source: QuerySource> {
    @usableFromInline
    package typealias Value = QueryValue<Source.Subject>
    @usableFromInline
    package let source: Source
    /// The value of `now()`, the same for all evaluations.
    @usableFromInline
    let now: Date
    @usableFromInline
    package let patterns = TextPatterns()

    @inlinable
    package init(source: Source, now: Date) {
        self.source = source
        self.now = now
    }

    /// The values of names at a position in a tree.
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

    /// Returns whether a predicate is true for a value, usually an object.
    ///
    /// - Throws: ``QueryError``.
    @inlinable
    package func evaluate(
        _ predicate: ModelPredicate, on evaluated: Value, variables: [String: ConstantValue] = [:]
    ) throws -> Bool {
        try holds(predicate, in: Scope(evaluated: evaluated, variables: variables.mapValues(Value.init)))
    }

    /// Returns the value of an expression.
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
        try comparison.position.locating { try isMet(comparison, in: scope) }
    }

    @inlinable
    func isMet(_ comparison: ModelComparison, in scope: Scope) throws -> Bool {
        let left =
            comparison.modifier == .direct
            ? try value(of: comparison.left, in: scope) : try quantifiedValue(of: comparison.left, in: scope)
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

/// The source of the values for evaluating a predicate: objects, or the columns of a table.
///
/// The evaluator traverses the tree of the predicate. The source determines what a subject is, and how its properties
/// are read.
@usableFromInline
package protocol QuerySource {
    associatedtype Subject

    /// Returns the value of a property: a destination or nil for a to-one relationship, `many` for a to-many
    /// relationship.
    ///
    /// - Throws: ``QueryError`` for a key that the subject does not have.
    func value(forKey key: String, of subject: Subject) throws -> QueryValue<Subject>

    /// Returns the ID that distinguishes subjects.
    func objectID(of subject: Subject) -> ObjectID

    /// Returns the subject with an ID; nil if there is none.
    func subject(with objectID: ObjectID) throws -> Subject?
}
