/// The fields of a record, in the order in which they are documented.
struct TemplateFields<Record: TemplateRecord>: Sendable, ExpressibleByArrayLiteral {
    let all: [TemplateField<Record>]
    private let indices: [String: Int]

    init(arrayLiteral fields: TemplateField<Record>...) {
        all = fields
        indices = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> TemplateField<Record>? {
        indices[name].map { all[$0] }
    }
}
