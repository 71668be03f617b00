/// A token of a template: text to copy, or the contents of braces.
struct TemplateToken: Sendable {
    enum Kind: Sendable {
        case text
        /// `{{ … }}`
        case variable
        /// `{% … %}`
        case tag
        /// `{# … #}`
        case comment
    }

    /// The meaning of a sign next to the braces of a tag: `{%-` removes all white space there, and `{%+` keeps it.
    enum Trimming: Sendable {
        case usual, all, none
    }

    var kind: Kind
    /// The start of the text or of the opening braces.
    var start: String.Index
    /// The text, or the contents of the braces.
    var contents: Substring
    var leading = Trimming.usual
    var trailing = Trimming.usual
}
