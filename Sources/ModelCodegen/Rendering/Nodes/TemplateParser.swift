/// Parses one template: takes its pieces one after the other, and nests the tags.
final class TemplateParser {
    let source: TemplateSource
    private let pieces: [TemplateToken]
    /// The piece that comes next.
    private var index = 0
    /// Whether loops can end early.
    private let hasLoopControl: Bool

    /// The template as nodes that can be rendered.
    static func body(
        of source: TemplateSource, lines: TemplateLineHandling
    ) throws(TemplateFailure) -> TemplateBody {
        try TemplateParser(source, try TemplateLexer.tokens(of: source, lines: lines)).body(until: []).body
    }

    private init(_ source: TemplateSource, _ pieces: [TemplateToken]) {
        self.source = source
        self.pieces = pieces
        hasLoopControl = pieces.contains { piece in
            piece.kind == .tag && TemplateTags.loopControls.contains(TemplateTag(piece, in: source).name)
        }
    }

    /// What follows a tag, up to one of the given tags, which is taken too.
    func body(
        of tag: TemplateTag, until ends: [String]
    ) throws(TemplateFailure) -> (body: TemplateBody, end: TemplateTag) {
        let (body, end) = try body(until: ends)
        guard let end else { throw .unfinished(tag.name, end: ends[0], in: source, at: tag.place.index) }
        return (body, end)
    }

    /// Everything that follows.
    func rest() throws(TemplateFailure) -> TemplateBody {
        try body(until: []).body
    }

    private func body(until ends: [String]) throws(TemplateFailure) -> (body: TemplateBody, end: TemplateTag?) {
        var nodes: [any TemplateNode] = []
        while index < pieces.count {
            let piece = pieces[index]
            index += 1
            switch piece.kind {
            case .text:
                if !piece.contents.isEmpty { nodes.append(TextNode(text: String(piece.contents))) }
            case .comment: break
            case .variable, .tag:
                var tag = TemplateTag(piece, in: source)
                if piece.kind == .tag, ends.contains(tag.name) {
                    return (TemplateBody(nodes, canEndEarly: hasLoopControl), tag)
                }
                nodes.append(try TemplateTags.node(&tag, self))
            }
        }
        return (TemplateBody(nodes, canEndEarly: hasLoopControl), nil)
    }
}
