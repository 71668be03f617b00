public import Foundation
public import ModelExpressions

/// A value during the evaluation of a predicate.
///
/// Numbers keep their kind, so that integers stay exact. They are compared across kinds.
@usableFromInline
package enum QueryValue<Subject> {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case binary(Data)
    case uuid(UUID)
    case uri(URL)
    /// An object of the source.
    case object(Subject)
    /// The ID of an object, which might not exist.
    case objectID(ObjectID)
    /// Named members, such as a composite's.
    case structure(QueryStructure)
    /// Several values, in order.
    case many([QueryValue])
    /// A value that can only be compared for equality.
    case opaque(OpaqueValue)

    @inlinable
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The members of a collection, or a single value, for quantifiers.
    @inlinable
    package var members: [QueryValue] {
        if case .many(let members) = self { members } else { [self] }
    }

    /// The name of the kind for messages, which do not contain values because these are private data.
    @inlinable
    package var kind: String {
        switch self {
        case .null: "nil"
        case .boolean: "a Boolean"
        case .integer, .real, .decimal: "a number"
        case .string: "a string"
        case .date: "a date"
        case .binary: "binary data"
        case .uuid: "a UUID"
        case .uri: "a URI"
        case .object, .objectID: "an object"
        case .structure: "a composite"
        case .many: "a collection"
        case .opaque: "a value of another type"
        }
    }
}

/// Named values that are not an object: a composite, user info, or the description of a property.
@usableFromInline
package struct QueryStructure {
    /// The name in messages.
    @usableFromInline
    package var name: String
    @usableFromInline
    package var members: [String: ConstantValue]
    /// Whether a missing member is nil rather than an error.
    @usableFromInline
    package var isOpen: Bool

    @inlinable
    package init(name: String, members: [String: ConstantValue], isOpen: Bool = false) {
        self.name = name
        self.members = members
        self.isOpen = isOpen
    }
}

extension QueryStructure: Hashable, Sendable {}

extension QueryValue {
    /// Creates a value from a constant. Text that is not a valid UUID, URL, or number, from a caller, becomes nil.
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
        case .uuid(let text): self = UUID(text: text).map(QueryValue.uuid) ?? .null
        case .url(let text): self = URL(string: text).map(QueryValue.uri) ?? .null
        case .collection(let members): self = .many(members.map(QueryValue.init))
        case .opaque(let opaque):
            if let objectID = opaque.objectID {
                self = .objectID(objectID)
            } else if let structure = opaque.value as? QueryStructure {
                self = .structure(structure)
            } else {
                self = .opaque(opaque)
            }
        }
    }

    /// Creates a value from that of an attribute.
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

    /// The value as a number, with 0 or 1 for a Boolean; nil for any other value.
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

extension QueryStructure {
    private static let nameOfComposites = "composite"

    /// Creates the structure of a composite, which is open because it has no nil members.
    @usableFromInline
    init(composite values: [String: AttributeValue]) {
        self.init(name: Self.nameOfComposites, members: values.mapValues(ConstantValue.init), isOpen: true)
    }

    /// Whether the members are those of a composite attribute.
    package var isComposite: Bool { name == Self.nameOfComposites }
}

extension ConstantValue {
    @usableFromInline
    package init(_ value: AttributeValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .integer(let number): self = .integer(number)
        case .float(let number): self = .real(Double(number))
        case .double(let number): self = .real(number)
        case .decimal(let number): self = .decimal(number.description)
        case .string(let text): self = .string(text)
        case .date(let date): self = .date(date.timeIntervalSinceReferenceDate)
        case .binary(let data): self = .data([UInt8](data))
        case .uuid(let uuid): self = .uuid(uuid.text)
        case .uri(let url): self = .url(url.absoluteString)
        case .composite(let values): self = .opaque(OpaqueValue(QueryStructure(composite: values)))
        }
    }
}
