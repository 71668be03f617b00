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
    /// The operands read so far. Empty for an operator before its only operand.
    var operands: [FormatOperand] = []
    /// The first byte of the operator, or of its first operand.
    var start: Int
}

extension FormatOperation.Kind {
    /// The binding strength of the operator. A greater value binds more tightly.
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

    /// Whether a condition can follow: after NOT or a quantifier.
    var takesConditions: Bool {
        switch self {
        case .or, .and, .not: true
        case .modifier, .comparison, .binary, .unary: false
        }
    }

    /// Whether the operator is complete when another operator follows.
    func isComplete(before next: FormatOperation.Kind) -> Bool {
        if precedence != next.precedence { return precedence > next.precedence }
        if case .binary(let binaryOperator) = next { return !binaryOperator.associatesToTheRight }
        return false
    }
}
