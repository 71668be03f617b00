import ModelSchema

/// The Swift expression of an attribute's default value.
struct AttributeDefaultExpression {
    let text: String

    init(_ attribute: Attribute, mapping: AttributeTypeMapping, namer: SwiftNamer) {
        let type = mapping.valueType
        if let literal = attribute.defaultLiteral {
            text = literal
            return
        }
        switch attribute.defaultValue {
        case .date(let seconds) where seconds.isFinite: text = "\(type)(timeIntervalSinceReferenceDate: \(seconds))"
        case .decimal(let number): text = "\(type)(string: \(SwiftLiteral.string(number))) ?? .emptyValue"
        case .uuid(let uuid): text = "\(type)(uuidString: \(SwiftLiteral.string(uuid))) ?? .emptyValue"
        case .uri(let url): text = "\(type)(string: \(SwiftLiteral.string(url))) ?? .emptyValue"
        default: text = mapping.isOptional ? "nil" : Self.empty(attribute.type)
        }
    }

    private static func empty(_ type: AttributeType) -> String {
        switch type {
        case .integer16, .integer32, .integer64, .double, .float, .decimal: "0"
        case .boolean: "false"
        case .string: "\"\""
        default: ".emptyValue"
        }
    }
}
