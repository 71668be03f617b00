/// A tag: its name, its place, and a parser for the text after the name.
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
            (name, label) = (TemplateTags.variable, nil)
            return
        }
        let first = parser.word()?.text ?? ""
        if first.hasSuffix(":"), let second = parser.word()?.text {
            (name, label) = (second, String(first.dropLast()))
        } else {
            (name, label) = (first, nil)
        }
    }
}

/// A place in a template.
struct TemplatePlace: Sendable {
    var source: TemplateSource
    var index: String.Index
}
