/// The smallest meaningful part of a format.
struct FormatToken {
    enum Kind {
        /// A name that is not a reserved word.
        case name(String)
        /// A reserved word. The range of the token contains its spelling.
        case word(FormatWord)
        /// `#name`: a name, even where it is a reserved word.
        case escapedName(String)
        /// `modulus:by:`, a name with colons in it.
        case functionName(String)
        /// `@count`, with the `@`.
        case atName(String)
        /// `$NAME`, without the `$`.
        case variable(String)
        /// `%ld`, without the `%`.
        case placeholder(String)
        case string(String)
        /// An integer without its sign.
        case integer(UInt64)
        case real(Double)
        case sign(FormatSign)
        case end
    }

    var kind: Kind
    /// The token's bytes in the format.
    var range: Range<Int>
}

extension FormatToken {
    func isSign(_ sign: FormatSign) -> Bool {
        if case .sign(let own) = kind { own == sign } else { false }
    }

    func isWord(_ word: FormatWord) -> Bool {
        if case .word(let own) = kind { own == word } else { false }
    }

    /// The comparison that the token represents.
    var comparisonOperator: ComparisonOperator? {
        switch kind {
        case .sign(let sign): sign.comparisonOperator
        case .word(let word): word.comparisonOperator
        default: nil
        }
    }
}
