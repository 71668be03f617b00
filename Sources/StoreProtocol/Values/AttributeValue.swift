public import Foundation

/// The value of an attribute, as snapshots and stores keep it.
public enum AttributeValue: Sendable, Hashable {
    /// No value.
    case null
    /// A value of type Boolean.
    case boolean(Bool)
    /// Of all three integer types.
    case integer(Int64)
    /// A value of type Float.
    case float(Float)
    /// A value of type Double.
    case double(Double)
    /// A value of type Decimal.
    case decimal(Decimal)
    /// A value of type String.
    case string(String)
    /// A value of type Date.
    case date(Date)
    /// A value of type Binary.
    case binary(Data)
    /// A value of type UUID.
    case uuid(UUID)
    /// A value of type URI.
    case uri(URL)
    /// The members by name, without those that are nil.
    case composite([String: AttributeValue])

    /// Whether there is no value.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension AttributeValue {
    /// The value as a value of an attribute type, or nil when it is of another type or out of the type's range.
    ///
    /// Every type takes null: whether a value is required is for validation to say, at the save.
    package func fits(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.null, _), (.boolean, .boolean), (.float, .float), (.double, .double), (.decimal, .decimal),
            (.string, .string), (.date, .date), (.binary, .binary), (.uuid, .uuid), (.uri, .uri),
            (.composite, .composite),
            // Data of a transformer, or the JSON text of a Codable value.
            (.binary, .transformable), (.string, .transformable):
            true
        case (.integer(let number), .integer16), (.integer(let number), .integer32), (.integer(let number), .integer64):
            type.integerRange?.contains(number) ?? false
        default:
            false
        }
    }

    /// The default value of an attribute; null for none.
    package init(defaultOf attribute: Attribute) {
        switch attribute.defaultValue {
        case .integer(let number): self = .integer(number)
        case .double(let number): self = attribute.type == .float ? .float(Float(number)) : .double(number)
        case .decimal(let text): self = Decimal(string: text).map(AttributeValue.decimal) ?? .null
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .date(let seconds): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .uuid(let text): self = UUID(uuidString: text).map(AttributeValue.uuid) ?? .null
        case .uri(let text): self = URL(string: text).map(AttributeValue.uri) ?? .null
        case nil: self = .null
        }
    }
}
