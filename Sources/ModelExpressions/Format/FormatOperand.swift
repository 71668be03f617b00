/// A parsed part of a format: a predicate or an expression. A parenthesis can contain either.
struct FormatOperand {
    enum Content {
        case predicate(ModelPredicate)
        case expression(ModelExpression)
    }

    var content: Content
    /// The number of levels in the tree.
    var depth: Int
    /// Whether the operand is separated from its surroundings: a parenthesis, or an argument that is a tree.
    var isEnclosed = false
    /// Whether the operand is the value of an argument.
    var isArgument = false
    /// The first byte in the format.
    var start: Int
}

extension FormatOperand {
    /// The constant, if it is a literal that `-`, `{…}`, and `CAST` can combine with.
    var plainConstant: ConstantValue? {
        if case .expression(.constant(let value)) = content, !isEnclosed { value } else { nil }
    }
}
