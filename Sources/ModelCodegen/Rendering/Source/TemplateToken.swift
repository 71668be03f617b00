/// A piece of a template: text that is copied, or something between braces.
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

    /// What a sign next to the braces of a tag says about the white space there: `{%-` takes all of it away, `{%+` keeps
    /// it.
    enum Trimming: Sendable {
        case usual, all, none
    }

    var kind: Kind
    /// Where the text starts, or the opening braces stand.
    var start: String.Index
    /// The text, or what stands between the braces.
    var contents: Substring
    var leading = Trimming.usual
    var trailing = Trimming.usual
}
