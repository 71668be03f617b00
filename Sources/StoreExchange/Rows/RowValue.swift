import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph

/// A value for people and other programs.
package enum RowValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Text, and values that are written as text: decimals, dates, UUIDs, URIs, and bytes in Base64.
    case text(String)
    case list([RowValue])

    init(_ value: QueryValue<ManagedObject>) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = number.isFinite ? .real(number) : .text(String(number))
        case .decimal(let number): self = .text(number.description)
        case .string(let text): self = .text(text)
        case .date(let date): self = .text(DateText.text(for: date.timeIntervalSinceReferenceDate))
        case .binary(let data): self = .text(data.base64EncodedString())
        case .uuid(let uuid): self = .text(uuid.uuidString)
        case .uri(let url): self = .text(url.absoluteString)
        case .object(let object): self = .integer(object.objectID.number)
        case .objectID(let objectID): self = .integer(objectID.number)
        case .structure: self = .text("…")
        case .many(let members): self = .list(members.map(RowValue.init))
        case .opaque: self = .null
        }
    }

    /// The value with the name of an enum's case instead of its stored value. Other values stay.
    func namingCases(of enumeration: AttributeEnumeration) -> RowValue {
        switch self {
        case .integer(let number): enumeration.caseName(of: .integer(number)).map(RowValue.text) ?? self
        case .text(let text): enumeration.caseName(of: .string(text)).map(RowValue.text) ?? self
        case .list(let members): .list(members.map { $0.namingCases(of: enumeration) })
        case .null, .boolean, .real: self
        }
    }

    /// The text in a table or in CSV; empty for nil.
    package var text: String {
        switch self {
        case .null: ""
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .real(let number):
            number.rounded() == number && abs(number) < 1e15 ? String(Int64(number)) : String(number)
        case .text(let text): text
        case .list(let members): members.map(\.text).joined(separator: " ")
        }
    }

    /// The text in messages: strings in quotes, and shortened if they are long.
    var shortText: String {
        switch self {
        case .null: AttributeValue.null.shortText
        case .text(let text): AttributeValue.string(text).shortText
        case .boolean, .integer, .real, .list: text
        }
    }

    var isNumber: Bool {
        switch self {
        case .integer, .real: true
        default: false
        }
    }
}
