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

/// Splits a template into tokens, and removes the white space around tags.
///
/// A line with only a tag leaves no empty line: the lexer removes spaces before a tag, and spaces after it up to and
/// including a line feed. Stencil calls this smart trimming, and does it with regular expressions each time it renders
/// a template. The lexer does it only once.
struct TemplateLexer {
    private let source: TemplateSource
    private var tokens: [TemplateToken] = []

    /// The tokens of a template, in order, with trimmed texts.
    ///
    /// - Parameter lines: The treatment of lines with tags.
    static func tokens(
        of source: TemplateSource, lines: TemplateLineHandling = .trimming
    ) throws(TemplateError) -> [TemplateToken] {
        var lexer = TemplateLexer(source: source)
        try lexer.read()
        if lines == .trimming { lexer.trim() }
        return lexer.tokens
    }

    private init(source: TemplateSource) { self.source = source }

    private mutating func read() throws(TemplateError) {
        let bytes = source.text.utf8
        var position = bytes.startIndex
        var textStart = position
        while position < bytes.endIndex {
            let next = bytes.index(after: position)
            guard bytes[position] == UInt8(ascii: "{"), next < bytes.endIndex, let kind = Self.kind(bytes[next]) else {
                position = next
                continue
            }
            addText(textStart..<position)
            position = try addTag(kind, from: position, closing: kind == .variable ? UInt8(ascii: "}") : bytes[next])
            textStart = position
        }
        addText(textStart..<bytes.endIndex)
    }

    private static func kind(_ byte: UInt8) -> TemplateToken.Kind? {
        switch byte {
        case UInt8(ascii: "{"): .variable
        case UInt8(ascii: "%"): .tag
        case UInt8(ascii: "#"): .comment
        default: nil
        }
    }

    private mutating func addText(_ range: Range<String.Index>) {
        guard !range.isEmpty else { return }
        tokens.append(TemplateToken(kind: .text, start: range.lowerBound, contents: source.text[range]))
    }

    /// Adds the contents of braces.
    ///
    /// - Returns: The place after it.
    private mutating func addTag(
        _ kind: TemplateToken.Kind, from start: String.Index, closing: UInt8
    ) throws(TemplateError) -> String.Index {
        let bytes = source.text.utf8
        let inside = bytes.index(start, offsetBy: 2)
        var position = inside
        while position < bytes.endIndex {
            let next = bytes.index(after: position)
            if bytes[position] == closing, next < bytes.endIndex, bytes[next] == UInt8(ascii: "}") {
                let end = bytes.index(after: next)
                tokens.append(Self.token(kind, start: start, source.text[inside..<position]))
                return end
            }
            position = next
        }
        throw .unclosed(in: source, at: start)
    }

    private static func token(_ kind: TemplateToken.Kind, start: String.Index, _ inside: Substring) -> TemplateToken {
        var token = TemplateToken(kind: kind, start: start, contents: inside)
        guard kind == .tag else { return token }
        func trimming(_ sign: Character?) -> TemplateToken.Trimming {
            sign == "-" ? .all : sign == "+" ? .none : .usual
        }
        token.leading = trimming(inside.first)
        if token.leading != .usual { token.contents = token.contents.dropFirst() }
        token.trailing = trimming(token.contents.last)
        if token.trailing != .usual { token.contents = token.contents.dropLast() }
        return token
    }

    private mutating func trim() {
        for index in tokens.indices where tokens[index].kind == .text {
            var text = tokens[index].contents
            if index > 0, tokens[index - 1].kind == .tag {
                text = Self.trimmingStart(text, tokens[index - 1].trailing)
            }
            if index + 1 < tokens.count, tokens[index + 1].kind == .tag {
                text = Self.trimmingEnd(text, tokens[index + 1].leading)
            }
            tokens[index].contents = text
        }
    }

    private static func trimmingStart(_ text: Substring, _ trimming: TemplateToken.Trimming) -> Substring {
        switch trimming {
        case .none: return text
        case .all: return text.drop { $0.isWhitespace }
        case .usual:
            let rest = text.utf8.drop { isBlank($0) }
            return rest.first == UInt8(ascii: "\n") ? Substring(rest.dropFirst()) : text
        }
    }

    private static func trimmingEnd(_ text: Substring, _ trimming: TemplateToken.Trimming) -> Substring {
        var rest = text
        switch trimming {
        case .none: break
        case .all: while rest.last?.isWhitespace == true { rest.removeLast() }
        case .usual:
            // A line feed at the end of the template stays, and the spaces before it are removed, as in Stencil.
            let endsLine = rest.utf8.last == UInt8(ascii: "\n")
            if endsLine { rest = Substring(rest.utf8.dropLast()) }
            while let last = rest.utf8.last, isBlank(last) { rest = Substring(rest.utf8.dropLast()) }
            if endsLine { rest += "\n" }
        }
        return rest
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
