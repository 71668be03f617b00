import Foundation
import ModelExpressions

/// An expression of a tree, and how Swift reads it.
///
/// In the tree, a stored nil is nil, but a Swift accessor that is not optional reads it as another value, and the
/// accessor of an enumeration reads a number without a case as one with a case. Comparisons take this into account.
struct TranslatedValue {
    var expression: ModelExpression
    /// The value for nil; nil if nil stays nil.
    var nilValue: ConstantValue?
    /// The values that stay the same, while others are read like nil; nil if all values stay the same.
    var known: KnownValues?
    /// The condition under which the value is nil whatever the expression is, such as after a `?`;
    /// nil if there is none.
    var isNil: ModelPredicate?

    /// The raw values of an enumeration's cases.
    enum KnownValues {
        case values([ConstantValue])
        /// The values of an enumeration that does not list its cases.
        case unlisted(Any.Type)
    }

    init(_ expression: ModelExpression, nilValue: ConstantValue? = nil) {
        self.expression = expression
        self.nilValue = nilValue
    }

    var constant: ConstantValue? {
        if case .constant(let value) = expression { value } else { nil }
    }

    /// Whether the expression is the value.
    var isPlain: Bool { nilValue == nil && known == nil && isNil == nil }

    /// Returns an expression that is the value, whatever is stored.
    func explicit() throws(PredicateTranslationError) -> ModelExpression {
        var result = expression
        switch known {
        case .unlisted(let type)?: throw .unsupported(type, because: "its cases cannot be listed")
        case .values(let values)?:
            result = .ternary(
                .comparison(ModelComparison(expression, .in, .constant(.collection(values)))), expression,
                .constant(nilValue ?? .null))
        case nil:
            if let nilValue { result = .ternary(.isNil(expression), .constant(nilValue), expression) }
        }
        return isNil.map { .ternary($0, .constant(.null), result) } ?? result
    }
}

extension ModelPredicate {
    static func isNil(_ expression: ModelExpression) -> ModelPredicate {
        .comparison(ModelComparison(expression, .equalTo, .constant(.null)))
    }

    /// The opposite, in its shortest form.
    var negated: ModelPredicate {
        switch self {
        case .constant(let value): return .constant(!value)
        case .not(let operand): return operand
        case .and(let members) where members.allSatisfy(\.isEquality): return .or(members.map(\.negated))
        case .or(let members) where members.allSatisfy(\.isEquality): return .and(members.map(\.negated))
        case .comparison(var comparison) where comparison.modifier == .direct:
            switch comparison.operator {
            case .equalTo: comparison.operator = .notEqualTo
            case .notEqualTo: comparison.operator = .equalTo
            default: return .not(self)
            }
            return .comparison(comparison)
        default: return .not(self)
        }
    }

    /// Whether the opposite needs no `NOT`.
    private var isEquality: Bool {
        guard case .comparison(let comparison) = self, comparison.modifier == .direct else { return false }
        return comparison.operator == .equalTo || comparison.operator == .notEqualTo
    }

    func and(_ other: ModelPredicate) -> ModelPredicate {
        switch (self, other) {
        case (.constant(let value), _): value ? other : self
        case (_, .constant(let value)): value ? self : other
        case (.and(let members), .and(let others)): .and(members + others)
        case (.and(let members), _): .and(members + [other])
        default: .and([self, other])
        }
    }

    func or(_ other: ModelPredicate) -> ModelPredicate {
        switch (self, other) {
        case (.constant(let value), _): value ? self : other
        case (_, .constant(let value)): value ? other : self
        case (.or(let members), .or(let others)): .or(members + others)
        case (.or(let members), _): .or(members + [other])
        default: .or([self, other])
        }
    }
}

extension ModelExpression {
    /// Returns the path that continues from an expression, joined with the path that it is, if any.
    func appending(_ component: ModelKeyPath.Component) -> ModelExpression {
        guard case .keyPath(let path, let base) = self else { return .keyPath(ModelKeyPath([component]), of: self) }
        return .keyPath(ModelKeyPath(path.components + [component]), of: base)
    }

    /// Whether the value is nil if another expression's is, because it is computed from that.
    func isRead(from other: ModelExpression) -> Bool {
        if self == other { return true }
        switch self {
        case .keyPath(let path, let base): return path.isRead(of: base, from: other)
        case .unary(_, let operand), .methodCall(let operand, _, _), .cast(let operand, _):
            return operand.isRead(from: other)
        case .binary(_, let left, let right): return left.isRead(from: other) || right.isRead(from: other)
        case .function(let function, let arguments):
            return !function.isAggregate && arguments.contains { $0.isRead(from: other) }
        default: return false
        }
    }
}

extension ModelKeyPath {
    fileprivate func isRead(of base: ModelExpression, from other: ModelExpression) -> Bool {
        guard containsOnlyKeys else { return false }
        if base == other { return true }
        guard case .keyPath(let shorter, let otherBase) = other else { return false }
        return base == otherBase && components.starts(with: shorter.components)
    }
}

/// The translation of an expression of Foundation's tree: a value, a condition, or a part of one.
indirect enum TranslatedExpression {
    case value(TranslatedValue)
    case predicate(ModelPredicate)
    /// A condition that is neither true nor false if another one holds, such as `name?.isEmpty`.
    case optionalPredicate(ModelPredicate, isNil: ModelPredicate)
    /// The order of two strings, for a comparison with a `ComparisonResult`.
    case ordering(TranslatedValue, TranslatedValue, ComparisonOptions)
    /// A range with its bounds.
    case range(lower: TranslatedValue?, upper: TranslatedValue?, isClosed: Bool)

    /// Returns the expression as a value. A condition becomes TRUE or FALSE.
    func value() throws(PredicateTranslationError) -> TranslatedValue {
        switch self {
        case .value(let value): return value
        case .predicate(.constant(let value)): return TranslatedValue(.constant(.boolean(value)))
        case .predicate(let predicate):
            return TranslatedValue(.ternary(predicate, .constant(true), .constant(false)))
        case .optionalPredicate(let predicate, let isNil):
            var value = TranslatedValue(.ternary(predicate, .constant(true), .constant(false)))
            value.isNil = isNil
            return value
        case .ordering: throw .unsupported(ComparisonResult.self, because: "compare it with one of its cases")
        case .range: throw .unsupported(ClosedRange<Int>.self, because: "call contains(_:) on it")
        }
    }

    /// Returns the expression as a condition.
    func predicate() throws(PredicateTranslationError) -> ModelPredicate {
        switch self {
        case .predicate(let predicate): return predicate
        case .value(let value):
            if case .boolean(let flag)? = value.constant { return .constant(flag) }
            return try value.compared(.equalTo, to: .boolean(true))
        case .optionalPredicate(let predicate, let isNil): return predicate.where(isNil, is: false)
        case .ordering, .range: return try value().compared(.equalTo, to: .boolean(true))
        }
    }
}

extension ModelPredicate {
    /// Returns the condition with a fixed answer if another one says that the value is nil.
    func `where`(_ isNil: ModelPredicate, is answer: Bool) -> ModelPredicate {
        if answer { return isNil.or(self) }
        // A comparison with nil on its left is false anyway, unless it compares with nil or for inequality.
        if case .comparison(let comparison) = self, comparison.modifier == .direct,
            comparison.operator != .notEqualTo, case .constant(let right) = comparison.right, right != .null,
            case .comparison(let test) = isNil, test.operator == .equalTo, test.right == .constant(.null),
            comparison.left.isRead(from: test.left)
        {
            return self
        }
        return isNil.negated.and(self)
    }
}
