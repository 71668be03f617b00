/// `{% if … %} … {% elif … %} … {% else %} … {% endif %}`
struct ConditionNode: PositionedNode {
    let place: TemplatePosition
    /// The branches with their conditions; nil for `else`.
    let branches: [(condition: TemplateExpression?, body: TemplateBody)]

    init(_ tag: inout TemplateTag, _ parser: TemplateParser, isNegated: Bool = false) throws(TemplateError) {
        place = tag.place
        var condition: TemplateExpression? = try tag.parser.condition()
        if isNegated { condition = condition.map(TemplateExpression.not) }
        try tag.parser.expectEnd()
        var branches: [(condition: TemplateExpression?, body: TemplateBody)] = []
        while true {
            let (body, end) = try parser.body(of: tag, until: condition == nil ? ["endif"] : ["endif", "elif", "else"])
            branches.append((condition, body))
            guard end.name != "endif" else { break }
            var next = end
            condition = next.name == "elif" ? try next.parser.condition() : nil
            try next.parser.expectEnd()
        }
        self.branches = branches
    }

    func render(in scope: TemplateScope, into text: inout String) throws {
        for branch in branches where try branch.condition?.holds(in: scope) ?? true {
            return try scope.block { try branch.body.render(in: scope, into: &text) }
        }
    }
}
