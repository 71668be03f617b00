import Stencil

/// `{% if … %} … {% elif … %} … {% else %} … {% endif %}`
struct ConditionNode: PlacedNode {
    let place: TemplatePlace
    /// With the condition of each; none for `else`.
    let branches: [(condition: TemplateExpression?, body: TemplateBody)]

    init(_ tag: inout TemplateTag, _ blocks: TemplateBlocks, isNegated: Bool = false) throws(TemplateFailure) {
        place = tag.place
        var condition: TemplateExpression? = try tag.parser.condition()
        if isNegated { condition = condition.map(TemplateExpression.not) }
        try tag.parser.expectEnd()
        var branches: [(condition: TemplateExpression?, body: TemplateBody)] = []
        while true {
            let (body, end) = try blocks.body(of: tag, until: condition == nil ? ["endif"] : ["endif", "elif", "else"])
            branches.append((condition, body))
            guard var next = end, next.name != "endif" else { break }
            condition = next.name == "elif" ? try next.parser.condition() : nil
            try next.parser.expectEnd()
        }
        self.branches = branches
    }

    func render(_ context: Context) throws -> String {
        for branch in branches where try branch.condition?.holds(in: context) ?? true {
            return try context.push { try branch.body.render(in: context) }
        }
        return ""
    }
}
