import ModelExpressions

/// An expression of a tree, and how Swift reads it.
///
/// A stored nil is nil in the tree, but a Swift accessor that is not optional reads it as another value, and the
/// accessor of an enum reads numbers without a case as one with. Comparisons take this into account.
struct TranslatedValue {
    var expression: ModelExpression
    /// What nil reads as; nil if it reads as nil.
    var nilValue: ConstantValue?
    /// The values that read as themselves, all others as nil does; nil if every value does.
    var known: KnownValues?
    /// Where the value is nil whatever the expression is, such as behind a `?`; nil for nowhere.
    var isNil: ModelPredicate?

    /// The raw values of an enum's cases.
    enum KnownValues {
        case values([ConstantValue])
        /// Of an enum that does not list its cases.
        case unlisted(Any.Type)
    }

    init(_ expression: ModelExpression, nilValue: ConstantValue? = nil) {
        self.expression = expression
        self.nilValue = nilValue
    }

    var constant: ConstantValue? {
        if case .constant(let value) = expression { value } else { nil }
    }

    /// Whether the expression alone is the value.
    var isPlain: Bool { nilValue == nil && known == nil && isNil == nil }

    /// An expression that is the value, whatever is stored.
    func explicit() throws(PredicateTranslationError) -> ModelExpression {
        var result = expression
        switch known {
        case .unlisted(let type)?:
            throw .unsupported(type, because: "its cases cannot be listed")
        case .values(let values)?:
            result = .ternary(
                .comparison(ModelComparison(expression, .in, .constant(.collection(values)))), expression,
                .constant(nilValue ?? .null))
        case nil:
            if let nilValue {
                result = .ternary(.isNil(expression), .constant(nilValue), expression)
            }
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
    /// A path that goes on from an expression, as one path where it is one already.
    func appending(_ component: ModelKeyPath.Component) -> ModelExpression {
        guard case .keyPath(let path, let base) = self else { return .keyPath(ModelKeyPath([component]), of: self) }
        return .keyPath(ModelKeyPath(path.components + [component]), of: base)
    }

    /// Whether the value is nil wherever another expression's is, because it is computed from that.
    func isRead(from other: ModelExpression) -> Bool {
        if self == other { return true }
        switch self {
        case .keyPath(let path, let base):
            return path.isRead(of: base, from: other)
        case .unary(_, let operand), .methodCall(let operand, _, _), .cast(let operand, _):
            return operand.isRead(from: other)
        case .binary(_, let left, let right):
            return left.isRead(from: other) || right.isRead(from: other)
        case .function(let function, let arguments):
            return !function.takesCollection && arguments.contains { $0.isRead(from: other) }
        default:
            return false
        }
    }
}

extension ModelKeyPath {
    fileprivate func isRead(of base: ModelExpression, from other: ModelExpression) -> Bool {
        let hasKeysOnly = components.allSatisfy { component in
            if case .key = component { true } else { false }
        }
        guard hasKeysOnly else { return false }
        if base == other { return true }
        guard case .keyPath(let shorter, let otherBase) = other else { return false }
        return base == otherBase && components.starts(with: shorter.components)
    }
}

extension ExpressionFunction {
    /// Whether the function has a result for no members, and so for nil.
    fileprivate var takesCollection: Bool {
        switch self {
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }
}
