/// The fields of a record, in the order in which they are documented.
struct TemplateFields<Record: TemplateRecord>: Sendable, ExpressibleByArrayLiteral {
    let all: [TemplateField<Record>]
    private let indices: [String: Int]

    init(arrayLiteral fields: TemplateField<Record>...) {
        all = fields
        indices = Dictionary(fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The place of a field among all; nil where there is none of that name.
    func index(of name: String) -> Int? { indices[name] }
}
