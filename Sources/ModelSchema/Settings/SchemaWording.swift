/// A choice of the schema that a text has a word for.
///
/// The words are written out: asking Swift for the names of cases takes a fifth of the time in which a large model is read.
package protocol SchemaWording: CaseIterable, Sendable {
    /// The word, which needs no quotes and which no other case has.
    var schemaWord: String { get }
}

extension SchemaWording {
    /// Every case by its word.
    package static var casesByWord: [String: Self] {
        Dictionary(uniqueKeysWithValues: allCases.map { ($0.schemaWord, $0) })
    }
}

extension AttributeType: SchemaWording {
    package var schemaWord: String {
        switch self {
        case .integer16: "integer16"
        case .integer32: "integer32"
        case .integer64: "integer64"
        case .decimal: "decimal"
        case .double: "double"
        case .float: "float"
        case .string: "string"
        case .boolean: "boolean"
        case .date: "date"
        case .binary: "binary"
        case .uuid: "uuid"
        case .uri: "uri"
        case .transformable: "transformable"
        case .objectID: "objectID"
        case .composite: "composite"
        case .undefined: "undefined"
        }
    }
}

extension DeleteRule: SchemaWording {
    package var schemaWord: String {
        switch self {
        case .noAction: "noAction"
        case .nullify: "nullify"
        case .cascade: "cascade"
        case .deny: "deny"
        }
    }
}

extension FetchRequestTemplate.ResultType: SchemaWording {
    package var schemaWord: String {
        switch self {
        case .objects: "objects"
        case .objectIDs: "objectIDs"
        case .dictionaries: "dictionaries"
        case .count: "count"
        }
    }
}
