/// An enum of the schema whose cases have words in a schema text.
///
/// The words are literals because getting the names of cases at run time takes a fifth of the time for reading a large
/// model.
package protocol SchemaWording: CaseIterable, Sendable {
    /// The word, which is unique and needs no quotes.
    var schemaWord: String { get }
}

extension SchemaWording {
    /// The cases by word.
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

extension FetchIndex.Element.Kind: SchemaWording {
    package var schemaWord: String {
        switch self {
        case .binary: "binary"
        case .rTree: "rTree"
        }
    }
}

extension FetchIndex.Element.Order: SchemaWording {
    package var schemaWord: String {
        switch self {
        case .ascending: "ascending"
        case .descending: "descending"
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
