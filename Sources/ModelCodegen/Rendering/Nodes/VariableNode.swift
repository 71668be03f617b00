/// `{{ value if condition else other }}`
struct VariableNode: PlacedNode {
    let place: TemplatePlace
    let value: TemplateExpression
    let condition: TemplateExpression?
    let alternative: TemplateExpression?

    init(_ tag: inout TemplateTag) throws(TemplateFailure) {
        place = tag.place
        value = try tag.parser.condition()
        condition = tag.parser.take("if") ? try tag.parser.condition() : nil
        alternative = condition != nil && tag.parser.take("else") ? try tag.parser.condition() : nil
        try tag.parser.expectEnd()
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        if let condition, try !condition.holds(in: scope) {
            text += (try alternative?.value(in: scope)).printed
        } else {
            text += try value.value(in: scope).printed
        }
    }
}
