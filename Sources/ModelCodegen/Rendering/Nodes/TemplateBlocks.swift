import Stencil

/// Parses what stands between a tag and its end.
struct TemplateBlocks {
    let parser: TokenParser
    let script: TemplateScript

    /// What follows a tag, up to one of the given tags, which is taken too.
    func body(
        of tag: TemplateTag, until ends: [String]
    ) throws(TemplateFailure) -> (body: TemplateBody, end: TemplateTag?) {
        let body = try parse(tag, until(ends))
        guard let end = parser.nextToken().flatMap({ script.piece(of: $0) }) else {
            throw .unfinished(tag.name, end: ends[0], in: script.source, at: tag.place.index)
        }
        return (body, TemplateTag(end, in: script.source))
    }

    /// Everything that follows a tag.
    func rest(of tag: TemplateTag) throws(TemplateFailure) -> TemplateBody {
        try parse(tag, nil)
    }

    private func parse(
        _ tag: TemplateTag, _ isEnd: ((TokenParser, Token) -> Bool)?
    ) throws(TemplateFailure) -> TemplateBody {
        do {
            return TemplateBody(try parser.parse(isEnd), of: script)
        } catch {
            throw script.problem(error, near: tag.place.index)
        }
    }
}
