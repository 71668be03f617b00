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

/// The fields of a record, in the order in which they are documented.
@usableFromInline
package struct TemplateFields<Record: TemplateRecord>: Sendable, ExpressibleByArrayLiteral {
    /// The fields, in order.
    package let all: [TemplateField<Record>]
    /// The functions that return the values of fields.
    @usableFromInline
    let values: [@Sendable (Record) -> RenderedValue?]
    /// The place of each field.
    @usableFromInline
    let places: TemplateFieldPlaces

    /// Creates the list of a record's fields.
    @usableFromInline
    package init(arrayLiteral fields: TemplateField<Record>...) {
        all = fields
        values = fields.map(\.value)
        places = TemplateFieldPlaces(
            byName: Dictionary(
                fields.enumerated().map { ($1.name, (index: $0, isCompound: $1.isCompound)) },
                uniquingKeysWith: { first, _ in first }))
    }
}

/// The places of fields by name, regardless of the type of the record.
@usableFromInline
final class TemplateFieldPlaces: Sendable {
    let byName: [String: (index: Int, isCompound: Bool)]

    init(byName: [String: (index: Int, isCompound: Bool)]) { self.byName = byName }
}

/// A field that templates reach by name.
@usableFromInline
package struct TemplateField<Record: TemplateRecord>: Sendable {
    /// The name of the property, and of the field in templates.
    @usableFromInline
    package let name: String
    /// The type of the property in templates.
    @usableFromInline
    package let type: TemplateType
    /// One sentence that describes the field.
    @usableFromInline
    package let summary: String
    /// Whether to keep the value: a list, a table, or a record.
    @usableFromInline
    let isCompound: Bool
    @usableFromInline
    let value: @Sendable (Record) -> RenderedValue?

    /// - Parameters:
    ///   - name: The name of the property.
    ///   - property: The property. You can write a key path, but the parameter is a closure because that is much
    ///     faster.
    ///   - summary: One sentence that describes the field, for the documentation.
    @inlinable
    package init<Value: TemplateValue>(
        _ name: String, _ property: @escaping @Sendable (Record) -> Value, _ summary: String
    ) {
        self.name = name
        self.summary = summary
        type = Value.templateType
        isCompound = type.isCompound
        value = { property($0).rendered }
    }
}
