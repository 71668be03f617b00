/// An operator between two expressions; the raw value is its sign.
public enum BinaryOperator: String, Sendable, Hashable, CaseIterable {
    /// `a | b`.
    case bitwiseOr = "|"
    /// `a ^ b`.
    case bitwiseXor = "^"
    /// `a & b`.
    case bitwiseAnd = "&"
    /// `a << b`.
    case shiftLeft = "<<"
    /// `a >> b`.
    case shiftRight = ">>"
    /// `a + b`.
    case add = "+"
    /// `a - b`.
    case subtract = "-"
    /// `a * b`.
    case multiply = "*"
    /// `a / b`.
    case divide = "/"
    /// `a ** b`: a to the power of b.
    case power = "**"

    /// The binding strength of the operator. A greater value binds more tightly.
    var precedence: Int {
        switch self {
        case .bitwiseOr: 1
        case .bitwiseXor: 2
        case .bitwiseAnd: 3
        case .shiftLeft, .shiftRight: 4
        case .add, .subtract: 5
        case .multiply, .divide: 6
        case .power: 7
        }
    }

    /// Whether `a ? b ? c` means `a ? (b ? c)`.
    var associatesToTheRight: Bool { self == .power }
}

/// An operator with one operand; the raw value is its sign.
public enum UnaryOperator: String, Sendable, Hashable, CaseIterable {
    /// `-a`.
    case negate = "-"
    /// `~a`: every bit inverted.
    case complement = "~"
}
