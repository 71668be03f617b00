/// A part of a format that has been parsed: a predicate or an expression, which a parenthesis may hold alike.
struct FormatOperand {
    enum Content {
        case predicate(ModelPredicate)
        case expression(ModelExpression)
    }

    var content: Content
    /// The number of levels in the tree.
    var depth: Int
    /// Whether it is closed off against what stands around it: a parenthesis, or an argument that is a tree.
    var isEnclosed = false
    /// Whether it is a value that was passed as an argument.
    var isArgument = false
    /// The first byte in the format.
    var start: Int
}

extension FormatOperand {
    /// The constant that was written plainly, which `-`, `{…}` and `CAST` may become one with.
    var plainConstant: ConstantValue? {
        if case .expression(.constant(let value)) = content, !isEnclosed { value } else { nil }
    }
}
