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
