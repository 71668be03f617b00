/// A piece of a Swift source. The tokens of a source follow each other without gaps, so their bytes are the source.
package struct SwiftToken: Sendable, Hashable {
    /// What a token is.
    package enum Kind: UInt8, Sendable, Hashable {
        /// Spaces, tabs, line breaks, and a byte order mark.
        case space
        /// A comment to the end of its line, without the line break.
        case lineComment
        /// A comment between `/*` and `*/`, with the comments in it.
        case blockComment
        /// A word, with its backticks.
        case identifier
        /// A number.
        case number
        /// An `@` and the word after it.
        case attribute
        /// A `#` and the word after it: `#if`, `#keyPath`.
        case directive
        /// The quotes that begin or end a string, with its number signs.
        case quote
        /// The text of a string between quotes and interpolations.
        case text
        /// The beginning of an interpolation, with its parenthesis.
        case interpolation
        /// The parenthesis that ends an interpolation.
        case interpolationEnd
        /// A regular expression between slashes.
        case regularExpression
        /// Any other byte: a bracket, a comma, a part of an operator.
        case punctuation
    }

    package var kind: Kind
    /// The place in the bytes of the source.
    package var range: Range<Int>

    /// Whether the token has no meaning for the compiler.
    package var isTrivia: Bool { kind.rawValue <= Kind.blockComment.rawValue }
}
