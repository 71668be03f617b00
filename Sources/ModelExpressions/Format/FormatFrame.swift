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
        case .index: .closeBracket
        }
    }

    /// Whether the frame contains a list, which can be empty.
    var isList: Bool {
        switch self {
        case .text, .parenthesis, .index: false
        case .aggregate, .function, .word: true
        }
    }

    /// The hint for a frame that is not closed.
    var hint: String {
        switch self {
        case .text: "connect two conditions with AND or OR, and check the brackets"
        case .parenthesis: "close the parenthesis with )"
        case .aggregate: "separate members with commas and close them with }"
        case .index: "close the index with ]"
        case .function, .word: "separate arguments with commas and close them with )"
        }
    }
}
