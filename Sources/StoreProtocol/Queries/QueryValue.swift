public import Foundation
public import ModelExpressions

/// A value while a predicate is evaluated.
///
/// Numbers keep their kind, so that integers stay exact; they are compared across kinds.
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
    /// An object, as the source knows it.
    case object(Subject)
    /// The identity of an object that may or may not exist.
    case objectID(ObjectID)
    /// Named members, such as a composite's.
    case structure(QueryStructure)
    /// Several values, in order.
    case many([QueryValue])
    /// A value that can only be equal to another one.
    case opaque(OpaqueValue)

    @inlinable
    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// What a quantifier runs over: the members of several values, else the one value.
    @inlinable
    package var members: [QueryValue] {
        if case .many(let members) = self { members } else { [self] }
    }

    /// A word for messages. Values are private data and stay out of them.
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

/// Named values that are no object: a composite, user info, the description of a property.
@usableFromInline
package struct QueryStructure {
    /// What it is called in messages.
    @usableFromInline
    package var name: String
    @usableFromInline
    package var members: [String: ConstantValue]
    /// Whether a member that is not there reads as nil, rather than being an error.
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
