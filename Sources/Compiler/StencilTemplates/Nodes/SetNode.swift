/// `{% set name value %}`, or `{% set name %} … {% endset %}` for a text.
struct SetNode: PositionedNode {
    enum Content: Sendable {
        case value(TemplateExpression)
        case body(TemplateBody)
    }

    let place: TemplatePosition
    let name: String
    let content: Content

    init(_ tag: inout TemplateTag, _ parser: TemplateParser) throws(TemplateError) {
        place = tag.place
        guard let word = tag.parser.word() else { throw tag.parser.syntax("the name of the variable is missing") }
        name = word.text
        if tag.parser.isAtEnd {
            content = .body(try parser.body(of: tag, until: ["endset"]).body)
        } else {
            content = .value(try tag.parser.value())
            try tag.parser.expectEnd()
        }
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        switch content {
        case .value(let value): scope.set(name, to: try value.value(in: scope))
        case .body(let body): scope.set(name, to: .text(try body.text(in: scope)))
        }
    }
}
