/// A value that templates can use: a string, a flag, a number, a record, or a list or optional of these.
@usableFromInline
package protocol TemplateValue: Sendable {
    static var templateType: TemplateType { get }

    /// The value in the form that the template engine uses; nil for no value.
    var rendered: RenderedValue? { get }
}

extension String: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .text }

    @inlinable
    package var rendered: RenderedValue? { .text(self) }
}

extension Bool: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .flag }

    @inlinable
    package var rendered: RenderedValue? { .flag(self) }
}

extension Int: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .number }

    @inlinable
    package var rendered: RenderedValue? { .integer(self) }
}

extension Float: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .number }

    @inlinable
    package var rendered: RenderedValue? { .fraction(self) }
}

extension Array: TemplateValue where Element: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .list(Element.templateType) }

    @inlinable
    package var rendered: RenderedValue? { .list(compactMap(\.rendered)) }
}

extension Optional: TemplateValue where Wrapped: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .optional(Wrapped.templateType) }

    @inlinable
    package var rendered: RenderedValue? { flatMap { $0.rendered } }
}

extension Dictionary: TemplateValue where Key == String, Value: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .table(Value.templateType) }

    @inlinable
    package var rendered: RenderedValue? { .object(TemplateTable(self)) }
}

/// The type of a value in templates, which determines what they can do with it.
@usableFromInline
package indirect enum TemplateType: Sendable {
    /// A string.
    case text
    /// True or false.
    case flag
    /// A number.
    case number
    /// Values of one type, in order.
    case list(TemplateType)
    /// Values of one type by name. Loops visit them sorted by name.
    case table(TemplateType)
    /// A value of a type, or no value.
    case optional(TemplateType)
    /// A value with fields of its own.
    case record(any TemplateRecord.Type)
    /// A value of a type that is not known before rendering, such as a parameter.
    case any
}
