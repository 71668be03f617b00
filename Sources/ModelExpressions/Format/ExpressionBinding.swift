/// How tightly the parts of an expression hold together; more is tighter.
struct ExpressionBinding: Comparable {
    private let level: Int

    private init(level: Int) {
        self.level = level
    }

    /// Anything can stand here.
    static let none = ExpressionBinding(level: 0)
    /// The operand of `-` and `~`.
    static let unary = ExpressionBinding(level: BinaryOperator.power.precedence + 1)
    /// What a path or a bracket follows.
    static let postfix = unary.tighter

    init(_ binaryOperator: BinaryOperator) {
        level = binaryOperator.precedence
    }

    /// How tightly an expression holds together as it is printed.
    init(of expression: ModelExpression) {
        switch expression {
        case .binary(let binaryOperator, _, _): self.init(binaryOperator)
        // A number may have a sign, and a dot after it would be read as a part of it.
        case .unary, .constant(.integer), .constant(.real): self = .unary
        default: self = .postfix
        }
    }

    /// The next level.
    var tighter: ExpressionBinding {
        ExpressionBinding(level: level + 1)
    }

    static func < (left: ExpressionBinding, right: ExpressionBinding) -> Bool {
        left.level < right.level
    }
}
