import Stencil

/// `{% filter name:argument %} … {% endfilter %}`
struct FilterNode: PlacedNode {
    let place: TemplatePlace
    let calls: [TemplateExpression.FilterCall]
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        calls = try tag.parser.filterCalls()
        try tag.parser.expectEnd()
        body = try blocks.body(of: tag, until: ["endfilter"]).body
    }

    func render(_ context: Context) throws -> String {
        let text: Any? = try body.render(in: context)
        return TemplateText.of(try calls.reduce(text) { try $1.value(of: $0, in: context) })
    }
}
