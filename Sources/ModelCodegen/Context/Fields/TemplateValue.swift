/// A value that templates can use: a text, a flag, a number, a record, and lists and optionals of those.
protocol TemplateValue: Sendable {
    static var templateType: TemplateType { get }

    /// The value in the form that the template engine looks into; nil for nothing.
    func rendered(_ unknownNames: UnknownNames) -> Any?
}

extension String: TemplateValue {
    static var templateType: TemplateType { .text }

    func rendered(_ unknownNames: UnknownNames) -> Any? { self }
}

extension Bool: TemplateValue {
    static var templateType: TemplateType { .flag }

    func rendered(_ unknownNames: UnknownNames) -> Any? { self }
}

extension Int: TemplateValue {
    static var templateType: TemplateType { .number }

    func rendered(_ unknownNames: UnknownNames) -> Any? { self }
}

extension Array: TemplateValue where Element: TemplateValue {
    static var templateType: TemplateType { .list(Element.templateType) }

    func rendered(_ unknownNames: UnknownNames) -> Any? { compactMap { $0.rendered(unknownNames) } }
}

extension Optional: TemplateValue where Wrapped: TemplateValue {
    static var templateType: TemplateType { .optional(Wrapped.templateType) }

    func rendered(_ unknownNames: UnknownNames) -> Any? { flatMap { $0.rendered(unknownNames) } }
}
