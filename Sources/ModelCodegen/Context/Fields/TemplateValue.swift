/// A value that templates can use: a text, a flag, a number, a record, and lists and optionals of those.
protocol TemplateValue: Sendable {
    static var templateType: TemplateType { get }

    /// The value in the form that the template engine looks into; nil for nothing.
    var rendered: RenderedValue? { get }
}

extension String: TemplateValue {
    static var templateType: TemplateType { .text }

    var rendered: RenderedValue? { .text(self) }
}

extension Bool: TemplateValue {
    static var templateType: TemplateType { .flag }

    var rendered: RenderedValue? { .flag(self) }
}

extension Int: TemplateValue {
    static var templateType: TemplateType { .number }

    var rendered: RenderedValue? { .integer(self) }
}

extension Float: TemplateValue {
    static var templateType: TemplateType { .number }

    var rendered: RenderedValue? { .fraction(self) }
}

extension Array: TemplateValue where Element: TemplateValue {
    static var templateType: TemplateType { .list(Element.templateType) }

    var rendered: RenderedValue? { .list(compactMap(\.rendered)) }
}

extension Optional: TemplateValue where Wrapped: TemplateValue {
    static var templateType: TemplateType { .optional(Wrapped.templateType) }

    var rendered: RenderedValue? { flatMap { $0.rendered } }
}

extension Dictionary: TemplateValue where Key == String, Value: TemplateValue {
    static var templateType: TemplateType { .table(Value.templateType) }

    var rendered: RenderedValue? { .object(TemplateTable(self)) }
}
