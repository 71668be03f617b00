/// Parses one template: takes its tokens in order, and nests the tags.
final class TemplateParser {
    let source: TemplateSource
    private let pieces: [TemplateToken]
    /// The next token.
    private var index = 0
    /// The number of tags that contain the next token.
    private var depth = 0
    /// Whether loops can end early.
    private let hasLoopControl: Bool

    /// Returns the template as nodes.
    static func body(
        of source: TemplateSource, lines: TemplateLineHandling
    ) throws(TemplateError) -> TemplateBody {
        try TemplateParser(source, try TemplateLexer.tokens(of: source, lines: lines)).body(until: []).body
    }

    private init(_ source: TemplateSource, _ pieces: [TemplateToken]) {
        self.source = source
        self.pieces = pieces
        hasLoopControl = pieces.contains { piece in
            piece.kind == .tag && TemplateTags.loopControls.contains(TemplateTag(piece, in: source).name)
        }
    }

    /// Returns the nodes after a tag up to one of several end tags, and takes the end tag.
    func body(
        of tag: TemplateTag, until ends: [String]
    ) throws(TemplateError) -> (body: TemplateBody, end: TemplateTag) {
        let (body, end) = try body(until: ends, in: tag)
        guard let end else { throw .unfinished(tag.name, end: ends[0], in: source, at: tag.place.index) }
        return (body, end)
    }

    /// Returns all nodes after a tag.
    func rest(after tag: TemplateTag) throws(TemplateError) -> TemplateBody { try body(until: [], in: tag).body }

    private func body(
        until ends: [String], in tag: TemplateTag? = nil
    ) throws(TemplateError) -> (body: TemplateBody, end: TemplateTag?) {
        if let tag {
            guard depth < TemplateTags.maximumDepth else { throw .tooDeep(tag) }
            depth += 1
        }
        defer { if tag != nil { depth -= 1 } }
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
                    return (TemplateBody(nodes: nodes, canEndEarly: hasLoopControl), tag)
                }
                nodes.append(try TemplateTags.node(&tag, self))
            }
        }
        return (TemplateBody(nodes: nodes, canEndEarly: hasLoopControl), nil)
    }
}
