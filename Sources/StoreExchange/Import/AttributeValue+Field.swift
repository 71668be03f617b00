import Foundation
import JSONTokens
package import ModelSchema
package import ObjectGraph

extension AttributeValue {
    /// Creates a value of an attribute from a field, which can be the name of an enum's case.
    ///
    /// - Throws: ``ImportError`` for a field of a different type. The message does not contain the value.
    package init(_ field: FieldValue, for attribute: Attribute) throws(ImportError) {
        if field == .null {
            self = .null
            return
        }
        guard let text = field.scalarText else {
            throw ImportError(
                "the field is \(field.kind), not a valid \(attribute.type.rawValue) for '\(attribute.name)'")
        }
        switch attribute.enumeration?.cases?.first(where: { $0.name == text })?.rawValue {
        case .integer(let number)?: self = .integer(number)
        case .string(let text)?: self = .string(text)
        case nil:
            guard let value = Self.value(text, for: attribute.type) else {
                throw ImportError(Self.misfit(for: attribute))
            }
            self = value
        }
    }

    /// The message for a text that an attribute does not accept, without the text, which may be private.
    private static func misfit(for attribute: Attribute) -> String {
        let type = "a valid \(attribute.type.rawValue) for '\(attribute.name)'"
        guard let cases = attribute.enumeration?.cases, !cases.isEmpty else { return "the field is not \(type)" }
        return "the field is neither \(type) nor one of its cases: \(cases.map(\.name).joined(separator: ", "))"
    }

    private static func value(_ text: String, for type: AttributeType) -> AttributeValue? {
        switch type {
        case .string: return .string(text)
        case .integer16, .integer32, .integer64:
            guard let number = Int64(text), type.integerRange?.contains(number) ?? true else { return nil }
            return .integer(number)
        case .double: return Double(text).map { .double($0) }
        case .float: return Float(text).map { .float($0) }
        case .decimal:
            guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }) else { return nil }
            return Decimal(string: text).map { .decimal($0) }
        case .boolean:
            switch text.lowercased() {
            case "true", "yes", "1": return .boolean(true)
            case "false", "no", "0": return .boolean(false)
            default: return nil
            }
        case .date:
            // A day without a time is its start.
            let interval = (try? DateText.interval(from: text)) ?? (try? DateText.interval(from: text + "T00:00:00Z"))
            return interval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .uuid: return UUID(uuidString: text).map { .uuid($0) }
        case .uri: return text.isEmpty ? nil : URL(string: text).map { .uri($0) }
        case .binary: return Data(base64Encoded: text).map { .binary($0) }
        case .transformable, .composite, .objectID, .undefined: return nil
        }
    }

    /// The value for string-keyed access.
    package var anyValue: Any? {
        switch self {
        case .null, .composite: nil
        case .boolean(let flag): flag
        case .integer(let number): number
        case .float(let number): number
        case .double(let number): number
        case .decimal(let number): number
        case .string(let text): text
        case .date(let date): date
        case .binary(let data): data
        case .uuid(let uuid): uuid
        case .uri(let url): url
        }
    }

    /// The value that rows find objects by. It equals that of an object with the same value.
    var rowValue: RowValue { RowValue(QueryValue<ManagedObject>(self)) }
}
