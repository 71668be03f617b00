/// A value with fields that templates access by name: a context, or a value in a context.
///
/// A record lists its fields once, and templates can access only these. The fields have the types of the properties.
/// Their summaries are also the documentation, so the properties need no doc comments:
///
///     struct CaseContext: TemplateRecord, Hashable {
///         var name: String
///         var rawValue: String
///
///         static let fields: TemplateFields<Self> = [
///             .init("name", \.name, "The name of the case in Swift."),
///             .init("rawValue", \.rawValue, "The stored value as a literal."),
///         ]
///     }
@usableFromInline
package protocol TemplateRecord: TemplateValue {
    static var fields: TemplateFields<Self> { get }

    /// The record as an object for templates.
    var object: TemplateObject { get }
}

extension TemplateRecord {
    @usableFromInline
    package static var templateType: TemplateType { .record(Self.self) }

    /// A closure captures the record, because code that is generic in the record would request its types from the
    /// runtime for each lookup.
    @inlinable
    package var object: TemplateObject {
        let fields = Self.fields
        return TemplateRecordObject(fields.places) { [values = fields.values] index in values[index](self) }
    }

    /// The record's object.
    @inlinable
    package var rendered: RenderedValue? { .object(object) }
}
