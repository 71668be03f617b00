/// The fields of a record, in the order in which they are documented.
struct TemplateFields<Record: TemplateRecord>: Sendable, ExpressibleByArrayLiteral {
    let all: [TemplateField<Record>]
    /// What gives the value of each.
    let values: [@Sendable (Record) -> RenderedValue?]
    /// Where each is among them.
    let places: TemplateFieldPlaces

    init(arrayLiteral fields: TemplateField<Record>...) {
        all = fields
        values = fields.map(\.value)
        places = TemplateFieldPlaces(
            byName: Dictionary(
                fields.enumerated().map { ($1.name, (index: $0, isCompound: $1.isCompound)) },
                uniquingKeysWith: { first, _ in first }))
    }
}

/// The places of fields by name, whatever record they are of.
final class TemplateFieldPlaces: Sendable {
    let byName: [String: (index: Int, isCompound: Bool)]

    init(byName: [String: (index: Int, isCompound: Bool)]) {
        self.byName = byName
    }
}

/// A field that templates reach by name.
struct TemplateField<Record: TemplateRecord>: Sendable {
    /// The name of the property, and of the field in templates.
    let name: String
    let type: TemplateType
    /// What the field holds, as one sentence.
    let summary: String
    /// Whether the value is worth keeping: a list, a table or a record.
    let isCompound: Bool
    let value: @Sendable (Record) -> RenderedValue?

    /// - Parameters:
    ///   - name: The name of the property.
    ///   - property: The property. A closure, as which key paths can be written, is far quicker than a key path.
    ///   - summary: What it holds, as one sentence of the documentation.
    init<Value: TemplateValue>(
        _ name: String, _ property: @escaping @Sendable (Record) -> Value, _ summary: String
    ) {
        self.name = name
        self.summary = summary
        type = Value.templateType
        isCompound =
            switch type.unwrapped {
            case .list, .table, .record: true
            default: false
            }
        value = { property($0).rendered }
    }
}
