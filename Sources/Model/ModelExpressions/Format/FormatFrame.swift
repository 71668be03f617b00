/// The operands and operators read between a bracket and the current token.
struct FormatFrame {
    /// The token that opened the frame. It decides what the contents become.
    enum Bracket {
        /// The whole text.
        case text
        /// `(`.
        case parenthesis
        /// `{`.
        case aggregate
        /// `[` in the place of an operand.
        case bracketedList
        /// `[` after a list.
        case index(list: FormatOperand)
        /// `name(`.
        case function(String)
        /// `SUBQUERY(`, `CAST(`, `TERNARY(` or `FUNCTION(`.
        case word(FormatWord)
    }

    var bracket: Bracket
    /// The first byte.
    var start: Int
    /// The members before the last comma.
    var members: [FormatOperand] = []
    /// The operators that wait for an operand, outermost first.
    var operations: [FormatOperation] = []
}

extension FormatFrame.Bracket {
    /// The sign that closes the frame; nil for the whole text.
    var end: FormatSign? {
        switch self {
        case .text: nil
        case .parenthesis, .function, .word: .closeParenthesis
        case .aggregate: .closeBrace
        case .index, .bracketedList: .closeBracket
        }
    }

    /// Whether the frame contains a list, which can be empty.
    var isList: Bool {
        switch self {
        case .text, .parenthesis, .index: false
        case .aggregate, .bracketedList, .function, .word: true
        }
    }

    /// The hint for a frame that is not closed.
    var hint: String {
        switch self {
        case .text: "connect two conditions with AND or OR, and check the brackets"
        case .parenthesis: "close the parenthesis with )"
        case .aggregate: "separate members with commas and close them with }"
        case .bracketedList: "separate members with commas and close them with ]"
        case .index: "close the index with ]"
        case .function, .word: "separate arguments with commas and close them with )"
        }
    }
}

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

    /// The constant, if it is a literal that `-`, `{…}`, and `CAST` can combine with.
    var plainConstant: ConstantValue? {
        if case .expression(.constant(let value)) = content, !isEnclosed { value } else { nil }
    }
}

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
