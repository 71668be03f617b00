/// A value that templates can use: a text, a flag, a number, a record, and lists and optionals of those.
protocol TemplateValue: Sendable {
    static var templateType: TemplateType { get }

    /// The value in the form that the template engine looks into; nil for nothing.
    var rendered: Any? { get }
}

extension String: TemplateValue {
    static var templateType: TemplateType { .text }

    var rendered: Any? { self }
}

extension Bool: TemplateValue {
    static var templateType: TemplateType { .flag }

    var rendered: Any? { self }
}

extension Int: TemplateValue {
    static var templateType: TemplateType { .number }

    var rendered: Any? { self }
}

extension Array: TemplateValue where Element: TemplateValue {
    static var templateType: TemplateType { .list(Element.templateType) }

    var rendered: Any? { compactMap { $0.rendered } }
}

extension Optional: TemplateValue where Wrapped: TemplateValue {
    static var templateType: TemplateType { .optional(Wrapped.templateType) }

    var rendered: Any? { flatMap { $0.rendered } }
}

extension Dictionary: TemplateValue where Key == String, Value: TemplateValue {
    static var templateType: TemplateType { .table(Value.templateType) }

    var rendered: Any? { TemplateTable(self) }
}
