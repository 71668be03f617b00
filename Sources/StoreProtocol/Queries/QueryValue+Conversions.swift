public import Foundation
public import ModelExpressions

extension QueryValue {
    /// A constant as a value. Text that is not a UUID, no URL or no number, as a caller may have made it, is nil.
    @inlinable
    package init(_ constant: ConstantValue) {
        switch constant {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .decimal(let text): self = Decimal(string: text).map(QueryValue.decimal) ?? .null
        case .string(let text): self = .string(text)
        case .date(let seconds): self = .date(Date(timeIntervalSinceReferenceDate: seconds))
        case .data(let bytes): self = .binary(Data(bytes))
        case .uuid(let text): self = UUID(uuidString: text).map(QueryValue.uuid) ?? .null
        case .url(let text): self = URL(string: text).map(QueryValue.uri) ?? .null
        case .collection(let members): self = .many(members.map(QueryValue.init))
        case .opaque(let opaque):
            switch opaque.value {
            case let objectID as ObjectID: self = .objectID(objectID)
            case let structure as QueryStructure: self = .structure(structure)
            default: self = .opaque(opaque)
            }
        }
    }

    /// The value of an attribute.
    @inlinable
    package init(_ value: AttributeValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .float(let number): self = .real(Double(number))
        case .double(let number): self = .real(number)
        case .decimal(let number): self = .decimal(number)
        case .string(let text): self = .string(text)
        case .date(let date): self = .date(date)
        case .binary(let data): self = .binary(data)
        case .uuid(let uuid): self = .uuid(uuid)
        case .uri(let url): self = .uri(url)
        case .composite(let values): self = .structure(QueryStructure(composite: values))
        }
    }

    @inlinable
    init(_ number: QueryNumber) {
        switch number {
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .decimal(let number): self = .decimal(number)
        }
    }

    /// The value as a number; a Boolean is 0 or 1. Nil for every other value.
    @inlinable
    package var number: QueryNumber? {
        switch self {
        case .boolean(let flag): .integer(flag ? 1 : 0)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let number): .decimal(number)
        default: nil
        }
    }
}
