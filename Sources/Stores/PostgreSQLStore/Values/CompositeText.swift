import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import SQLStore

/// Composites as JSON: an object with a member for each value that is not nil. Values that JSON numbers cannot
/// represent exactly are strings.
enum CompositeText {
    static func text(of members: [String: AttributeValue]) -> String {
        let parts = members.sorted { $0.key < $1.key }
            .compactMap { name, value in text(of: value).map { "\(JSONText.quoted(name)):\($0)" } }
        return "{\(parts.joined(separator: ","))}"
    }

    /// Returns nil for null.
    private static func text(of value: AttributeValue) -> String? {
        switch value {
        case .null: nil
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .float(let number): JSONText.quoted("\(number)")
        case .double(let number): JSONText.quoted("\(number)")
        case .date(let date): JSONText.quoted("\(date.timeIntervalSinceReferenceDate)")
        case .decimal(let number): JSONText.quoted(number.isNaN ? "NaN" : "\(number)")
        case .string(let text): JSONText.quoted(String(decoding: StoredText.bytes(of: text), as: UTF8.self))
        case .uri(let address): JSONText.quoted(address.absoluteString)
        case .uuid(let identifier): JSONText.quoted(identifier.text)
        case .binary(let data): JSONText.quoted(data.base64EncodedString())
        case .composite(let members): text(of: members)
        }
    }

    /// Returns the value of a composite; nil if the text contains a value that its members do not allow.
    static func value(_ data: Data, of composite: Composite, _ entity: EntityDescription) -> AttributeValue? {
        JSONTree(data)?.members.flatMap { value($0, of: composite, entity) }
    }

    private static func value(
        _ members: [String: JSONTree], of composite: Composite, _ entity: EntityDescription
    ) -> AttributeValue? {
        var values: [String: AttributeValue] = [:]
        for attribute in composite.attributes {
            guard let member = members[attribute.name], member != .null else { continue }
            guard let value = value(member, of: attribute, entity) else { return nil }
            values[attribute.name] = value
        }
        return .composite(values)
    }

    /// Returns the value of a member; nil if there is none, or if the attribute does not allow it.
    static func value(_ member: JSONTree?, of attribute: Attribute, _ entity: EntityDescription) -> AttributeValue? {
        if let composite = entity.composite(of: attribute) {
            return member?.members.flatMap { value($0, of: composite, entity) }
        }
        switch member {
        case .boolean(let flag): return value(number: flag ? "1" : "0", of: attribute.type)
        case .number(let text): return value(number: text, of: attribute.type)
        case .string(let text): return value(text: text, of: attribute)
        case .null, .array, .object, nil: return nil
        }
    }

    private static func value(number text: String, of type: AttributeType) -> AttributeValue? {
        switch type {
        case .boolean: Double(text).map { .boolean($0 != 0) }
        case .integer16, .integer32, .integer64:
            (Int64(text) ?? Double(text).flatMap(Int64.init(exactly:))).map(AttributeValue.integer)
        case .double: Double(text).map(AttributeValue.double)
        case .float: Float(text).map(AttributeValue.float)
        default: nil
        }
    }

    private static func value(text: String, of attribute: Attribute) -> AttributeValue? {
        switch attribute.type {
        case .double: return Double(text).map(AttributeValue.double)
        case .float: return Float(text).map(AttributeValue.float)
        case .date: return Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .decimal: return Decimal(exactly: text).map(AttributeValue.decimal)
        case .string: return .string(Array(text.utf8).withUnsafeBytes { StoredText.text(of: $0) })
        case .transformable where attribute.codableTypeName != nil: return .string(text)
        case .transformable, .binary: return Data(base64Encoded: text).map(AttributeValue.binary)
        case .uri: return URL(storedText: text).map(AttributeValue.uri)
        case .uuid: return UUID(text: text).map(AttributeValue.uuid)
        default: return nil
        }
    }
}
