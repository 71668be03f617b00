import Foundation
import JSONStore
package import ModelSchema
package import ObjectGraph

extension AttributeValue {
    /// A field as a value of an attribute. The name of an enum's case stands for its value.
    ///
    /// - Throws: ``ImportError`` for a field of another type, without its value.
    package init(_ field: FieldValue, for attribute: Attribute) throws(ImportError) {
        if field == .null {
            self = .null
            return
        }
        guard let text = field.scalarText else {
            throw ImportError(
                "the field is not a valid \(attribute.type.rawValue) for '\(attribute.name)', but \(field.kind)")
        }
        if let known = attribute.enumeration?.cases?.first(where: { $0.name == text }) {
            switch known.rawValue {
            case .integer(let number): self = .integer(number)
            case .string(let text): self = .string(text)
            }
            return
        }
        guard let value = Self.value(text, for: attribute.type) else {
            throw ImportError(Self.misfit(for: attribute))
        }
        self = value
    }

    /// What is wrong with a text that an attribute does not take. The text itself may be no one's business.
    private static func misfit(for attribute: Attribute) -> String {
        let type = "the field is not a valid \(attribute.type.rawValue) for '\(attribute.name)'"
        guard let cases = attribute.enumeration?.cases, !cases.isEmpty else { return type }
        return "\(type), and not one of its cases: \(cases.map(\.name).joined(separator: ", "))"
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
            // A day without a time is its beginning.
            let interval = (try? DateText.interval(from: text)) ?? (try? DateText.interval(from: text + "T00:00:00Z"))
            return interval.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .uuid: return UUID(uuidString: text).map { .uuid($0) }
        case .uri: return text.isEmpty ? nil : URL(string: text).map { .uri($0) }
        case .binary: return Data(base64Encoded: text).map { .binary($0) }
        case .transformable, .composite, .objectID, .undefined: return nil
        }
    }

    /// As string-keyed access takes it.
    package var anyValue: Any? {
        switch self {
        case .null: nil
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
        case .composite: nil
        }
    }

    /// As ``RowValue`` has it, for telling whether objects have the same.
    var rowValue: RowValue {
        switch self {
        case .null, .composite: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .float(let number): .real(Double(number))
        case .double(let number): .real(number)
        case .decimal(let number): .text(number.description)
        case .string(let text): .text(text)
        case .date(let date): .text(DateText.text(for: date.timeIntervalSinceReferenceDate))
        case .binary(let data): .text(data.base64EncodedString())
        case .uuid(let uuid): .text(uuid.uuidString)
        case .uri(let url): .text(url.absoluteString)
        }
    }
}
