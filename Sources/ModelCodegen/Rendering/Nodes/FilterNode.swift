/// `{% filter name:argument %} … {% endfilter %}`
struct FilterNode: PlacedNode {
    let place: TemplatePlace
    let calls: [TemplateExpression.FilterCall]
    let body: TemplateBody

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateFailure) {
        place = tag.place
        calls = try tag.parser.filterCalls()
        try tag.parser.expectEnd()
        body = try parser.body(of: tag, until: ["endfilter"]).body
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        let own: RenderedValue? = .text(try body.text(in: scope))
        text += try calls.reduce(own) { try $1.value(of: $0, in: scope) }.printed
    }
}
