import Stencil

/// `{% set name value %}`, or `{% set name %} … {% endset %}` for a text.
struct SetNode: PlacedNode {
    enum Content {
        case value(TemplateExpression)
        case body(TemplateBody)
    }

    let place: TemplatePlace
    let name: String
    let content: Content

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks) throws(TemplateFailure) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the variable is missing") }
        name = word.text
        if tag.parser.isAtEnd {
            content = .body(try blocks.body(of: tag, until: ["endset"]).body)
        } else {
            content = .value(try tag.parser.value())
            try tag.parser.expectEnd()
        }
    }

    func render(_ context: Context) throws -> String {
        switch content {
        case .value(let value): context[name] = try value.value(in: context)
        case .body(let body): context[name] = try body.render(in: context)
        }
        return ""
    }
}
