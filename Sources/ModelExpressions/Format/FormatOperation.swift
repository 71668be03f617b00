/// An operator that waits for its last operand.
struct FormatOperation {
    enum Kind: Equatable {
        case or
        case and
        case not
        case modifier(ComparisonModifier)
        /// Negated for `NOT IN`.
        case comparison(ComparisonOperator, ComparisonOptions, isNegated: Bool)
        case binary(BinaryOperator)
        case unary(UnaryOperator)
    }

    var kind: Kind
    /// What has been read of its operands; empty for an operator that stands before its only one.
    var operands: [FormatOperand] = []
    /// The first byte of the operator, or of its first operand.
    var start: Int
}

extension FormatOperation.Kind {
    /// How tightly the operator binds; more is tighter.
    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .not: 3
        case .modifier: 4
        case .comparison: 5
        case .binary(let binaryOperator): 5 + binaryOperator.precedence
        case .unary: 20
        }
    }

    /// Whether a condition may follow: a NOT or a quantifier.
    var takesConditions: Bool {
        switch self {
        case .or, .and, .not: true
        case .modifier, .comparison, .binary, .unary: false
        }
    }

    /// Whether the operator, being read before another one, is complete when the other one comes.
    func isComplete(before next: FormatOperation.Kind) -> Bool {
        if precedence != next.precedence { return precedence > next.precedence }
        if case .binary(let binaryOperator) = next { return !binaryOperator.associatesToTheRight }
        return false
    }
}
