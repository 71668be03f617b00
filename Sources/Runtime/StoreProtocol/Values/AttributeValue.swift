public import Foundation

/// The value of an attribute in snapshots and stores.
///
/// ```swift
/// guard let text else { return .null }
/// switch attribute.type {
/// case .integer16, .integer32, .integer64: if let number = Int64(text) { return .integer(number) }
/// case .boolean: return .boolean(text == "t")
/// case .string: return .string(text)
/// default: break  // Other types in the same way
/// }
/// throw StoreContractError(rule: .values, propertyName: attribute.name)
/// ```
public enum AttributeValue: Sendable, Hashable {
    /// No value.
    case null
    /// A value of type Boolean.
    case boolean(Bool)
    /// A value of any integer type.
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

    /// The value with zero instead of negative zero, as stores keep it; also in a composite's members.
    package var withoutNegativeZero: AttributeValue {
        switch self {
        case .float(let number): .float(number + 0)
        case .double(let number): .double(number + 0)
        case .date(let date): .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate + 0))
        case .composite(let members): .composite(members.mapValues(\.withoutNegativeZero))
        case .null, .boolean, .integer, .decimal, .string, .binary, .uuid, .uri: self
        }
    }

    /// Returns whether the value has an attribute type and is in its range.
    ///
    /// Every type accepts null. Validation at the save checks whether a value is required.
    package func fits(_ type: AttributeType) -> Bool {
        switch (self, type) {
        case (.null, _), (.boolean, .boolean), (.float, .float), (.double, .double), (.decimal, .decimal),
            (.string, .string), (.date, .date), (.binary, .binary), (.uuid, .uuid), (.uri, .uri),
            (.composite, .composite),
            // The data of a transformer, or the JSON text of a Codable value.
            (.binary, .transformable), (.string, .transformable):
            true
        case (.integer(let number), .integer16), (.integer(let number), .integer32), (.integer(let number), .integer64):
            type.integerRange?.contains(number) ?? false
        default: false
        }
    }

    /// Creates the default value of an attribute; null if there is none.
    package init(defaultOf attribute: Attribute) {
        switch attribute.defaultValue {
        case .integer(let number): self = .integer(number)
        case .double(let number): self = attribute.type == .float ? .float(Float(number)) : .double(number)
        case .decimal(let text): self = Decimal(string: text).map(AttributeValue.decimal) ?? .null
        case .string(let text): self = .string(text)
        case .boolean(let flag): self = .boolean(flag)
        case .date(let seconds): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .uuid(let text): self = UUID(text: text).map(AttributeValue.uuid) ?? .null
        case .uri(let text): self = URL(string: text).map(AttributeValue.uri) ?? .null
        case nil: self = Self(encodedDefaultOf: attribute)
        }
    }

    /// Creates the default value of a Binary Data or Transformable attribute, which only a model that is built in code
    /// has: its bytes in Base64.
    private init(encodedDefaultOf attribute: Attribute) {
        guard attribute.type == .binary || attribute.type == .transformable,
            let data = attribute.defaultValueString.flatMap({ Data(base64Encoded: $0) })
        else {
            self = .null
            return
        }
        self = .binary(data)
    }

    /// The value on one line, for messages: text in quotes, and shortened if it is long. The URI of an object, which
    /// represents a destination, is written like its ID.
    package var shortText: String {
        switch self {
        case .null: "nil"
        case .boolean(let flag): String(flag)
        case .integer(let number): String(number)
        case .float(let number): String(number)
        case .double(let number): String(number)
        case .decimal(let number): number.description
        case .string(let text): Self.quoted(text)
        case .date(let date): date.formatted(.iso8601)
        case .binary(let data): "\(data.count) bytes"
        case .uuid(let uuid): uuid.text
        case .uri(let url): ObjectID(uriRepresentation: url)?.description ?? Self.quoted(url.absoluteString)
        case .composite: "a composite"
        }
    }

    private static let longestText = 40

    private static func quoted(_ text: String) -> String {
        let start = text.prefix(longestText)
        return (start.endIndex == text.endIndex ? text : start + "…").debugDescription
    }
}
