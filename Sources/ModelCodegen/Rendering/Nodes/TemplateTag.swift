/// One tag: its name, its place, and a parser that stands behind the name.
struct TemplateTag {
    let place: TemplatePlace
    let name: String
    /// The label before the name: `outer: for …`.
    let label: String?
    var parser: TemplateExpressionParser

    init(_ piece: TemplateToken, in source: TemplateSource) {
        place = TemplatePlace(source: source, index: piece.start)
        parser = TemplateExpressionParser(piece.contents, in: source)
        guard piece.kind == .tag else {
            (name, label) = (TemplateScript.variableTag, nil)
            return
        }
        let first = parser.word()?.text ?? ""
        if first.hasSuffix(":"), let second = parser.word()?.text {
            (name, label) = (second, String(first.dropLast()))
        } else {
            (name, label) = (first, nil)
        }
    }

    /// The name of a tag, without the label before it.
    static func name(in piece: TemplateToken) -> String {
        let words = piece.contents.split(maxSplits: 2, whereSeparator: \.isWhitespace)
        if words.count > 1, words[0].hasSuffix(":") { return String(words[1]) }
        return words.first.map(String.init) ?? ""
    }
}

/// A place in a template.
struct TemplatePlace: Sendable {
    var source: TemplateSource
    var index: String.Index
}
