public import ModelSchema

/// The type of an expression's value, as far as the model determines it.
///
/// ```swift
/// let expected = template.variableTypes["AGE"] ?? .unknown
/// if case .attribute(let type) = expected.element, type.integerRange != nil { print("a whole number") }
/// ```
public indirect enum ExpressionType: Sendable, Hashable {
    /// The type is unknown: a transformable value, an opaque value, or an expression with a reported problem.
    case unknown
    /// The value is nil.
    case null
    /// A value of an attribute type.
    case attribute(AttributeType)
    /// A composite value.
    case composite(name: String)
    /// An object of an entity or of one of its descendants.
    case object(entityName: String)
    /// Several values.
    case collection(ExpressionType)

    /// The type of the members of a collection, or of a single value itself.
    public var element: ExpressionType {
        if case .collection(let element) = self { element } else { self }
    }

    /// Whether the value is a collection.
    public var isCollection: Bool {
        if case .collection = self { true } else { false }
    }

    /// The kind of a value: the operations that it supports.
    enum Family: String {
        case number, string, date
        case binary = "binary data"
        case uuid = "UUID"
        case uri = "URI"
        case object
        case composite
    }

    /// The kind of the value, or of the members of a collection; nil if it is not known.
    var family: Family? {
        switch self {
        case .unknown, .null: nil
        case .composite: .composite
        case .object: .object
        case .collection(let element): element.family
        case .attribute(let type):
            switch type {
            case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: .number
            case .string: .string
            case .date: .date
            case .binary: .binary
            case .uuid: .uuid
            case .uri: .uri
            case .transformable, .objectID, .composite, .undefined: nil
            }
        }
    }

    /// The type of an attribute's value.
    init(of attribute: Attribute) {
        switch attribute.type {
        case .composite: self = attribute.compositeName.map { .composite(name: $0) } ?? .unknown
        case .transformable, .undefined, .objectID: self = .unknown
        default: self = .attribute(attribute.type)
        }
    }

    /// The type of a constant. The type of a collection is unknown unless all members have the same type.
    init(of value: ConstantValue) {
        switch value {
        case .null: self = .null
        case .boolean: self = .attribute(.boolean)
        case .integer: self = .attribute(.integer64)
        case .real: self = .attribute(.double)
        case .decimal: self = .attribute(.decimal)
        case .string: self = .attribute(.string)
        case .date: self = .attribute(.date)
        case .data: self = .attribute(.binary)
        case .uuid: self = .attribute(.uuid)
        case .url: self = .attribute(.uri)
        case .collection(let members): self = .collection(Self.common(members.lazy.map(ExpressionType.init(of:))))
        case .opaque(let value): self = value.entityName.map { .object(entityName: $0) } ?? .unknown
        }
    }

    /// The common type of several types. For numbers, the type that can represent a fraction.
    static func common(_ types: some Sequence<ExpressionType>) -> ExpressionType {
        var common: ExpressionType?
        for type in types where type != .null {
            guard let known = common else {
                common = type
                continue
            }
            if known == type { continue }
            guard known.family == .number, type.family == .number else { return .unknown }
            common = .attribute(known.isInteger && type.isInteger ? .integer64 : .double)
        }
        return common ?? .unknown
    }

    /// Whether the type is an integer or a Boolean.
    var isInteger: Bool {
        if case .attribute(let type) = self { type.isInteger || type == .boolean } else { false }
    }
}

extension ExpressionType: CustomStringConvertible {
    /// The type in messages: `String`, `Person`, `collection of Integer 16`.
    public var description: String {
        switch self {
        case .unknown: "unknown"
        case .null: "nil"
        case .attribute(let type): type.rawValue
        case .composite(let name), .object(let name): name
        case .collection(let element): "collection of \(element)"
        }
    }
}
