/// An expression in a tag: a value to look up, with filters, or a condition.
indirect enum TemplateExpression: Sendable {
    case text(String)
    case integer(Int)
    case number(Float)
    case flag(Bool)
    case path(TemplatePath)
    case filtered(TemplateExpression, [FilterCall])
    /// `1...3`
    case range(TemplateExpression, TemplateExpression)
    case not(TemplateExpression)
    case both(TemplateExpression, TemplateExpression)
    case either(TemplateExpression, TemplateExpression)
    /// `==`, `<`, `in`, and other comparisons.
    case comparison(TemplateExpression, String, TemplateExpression)

    /// `|name:argument,argument`
    struct FilterCall: Sendable {
        var name: String
        var start: String.Index
        var arguments: [TemplateExpression]
    }
}

/// Names to follow from one value to the next: `model.entities[name].attributes`.
struct TemplatePath: Sendable {
    enum Step: Sendable {
        case name(String, at: String.Index)
        /// In brackets: the value of the expression is the name.
        case value(TemplatePath, at: String.Index)
    }

    /// The text in the template.
    var text: String
    var steps: [Step]
}
