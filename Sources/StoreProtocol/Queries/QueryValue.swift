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
