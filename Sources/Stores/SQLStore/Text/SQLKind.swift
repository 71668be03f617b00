import ModelSchema

/// How the values of a column compare.
package enum SQLKind: Sendable {
    /// Integers and Booleans.
    case whole
    /// Real numbers.
    case real
    case date
    case text
    case uri
    case uuid

    /// Returns nil for types whose columns only show whether there is a value.
    init?(_ type: AttributeType) {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: self = .whole
        case .double, .float: self = .real
        case .date: self = .date
        case .string: self = .text
        case .uri: self = .uri
        case .uuid: self = .uuid
        case .decimal, .binary, .transformable, .objectID, .composite, .undefined: return nil
        }
    }

    var isNumber: Bool { self == .whole || self == .real }
}
