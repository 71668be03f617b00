/// The binding strength of an expression's parts. A greater value binds more tightly.
struct ExpressionBinding: Comparable {
    private let level: Int

    private init(level: Int) { self.level = level }

    /// Any expression is possible here.
    static let none = ExpressionBinding(level: 0)
    /// The operand of `-` and `~`.
    static let unary = ExpressionBinding(level: BinaryOperator.power.precedence + 1)
    /// The expression before a path or a bracket.
    static let postfix = unary.tighter

    init(_ binaryOperator: BinaryOperator) { level = binaryOperator.precedence }

    /// The binding strength of an expression as it is printed.
    init(of expression: ModelExpression) {
        switch expression {
        case .binary(let binaryOperator, _, _): self.init(binaryOperator)
        // A number can have a sign, and the parser would read a dot after it as part of the number.
        case .unary, .constant(.integer), .constant(.real): self = .unary
        default: self = .postfix
        }
    }

    /// The next level.
    var tighter: ExpressionBinding { ExpressionBinding(level: level + 1) }

    static func < (left: ExpressionBinding, right: ExpressionBinding) -> Bool { left.level < right.level }
}
