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

/// What a template can do with a value.
indirect enum TemplateType: Sendable {
    /// A text, which can be printed and given to filters.
    case text
    /// True or false.
    case flag
    /// A number.
    case number
    /// Values of one type, in order.
    case list(TemplateType)
    /// Values of one type by name: looped over by name, looked up by any name.
    case table(TemplateType)
    /// A value of a type, or nothing.
    case optional(TemplateType)
    /// A value with fields of its own.
    case record(any TemplateRecord.Type)
    /// Nothing is known before it is there, such as what a parameter holds.
    case any
}
