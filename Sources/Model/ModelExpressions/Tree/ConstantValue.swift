/// A value in an expression. It uses types of the standard library only, so the compiler and the runtime can share it.
///
/// ```swift
/// let values: [ConstantValue] = ["Batgirl", 3, 0.5, true, nil, ["a", "b"], .date(0)]  // 0 is 2001-01-01.
/// ```
public enum ConstantValue: Sendable, Hashable {
    /// No value: `NULL`, `NIL`.
    case null
    /// `TRUE`, `FALSE`.
    case boolean(Bool)
    /// An integer.
    case integer(Int64)
    /// A number with a fraction.
    case real(Double)
    /// A decimal number, as text.
    case decimal(String)
    /// Text.
    case string(String)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// Bytes.
    case data([UInt8])
    /// The string of a UUID, not validated.
    case uuid(String)
    /// The string of a URL, not validated.
    case url(String)
    /// A collection of values. An unordered collection has the order in which it was given.
    case collection([ConstantValue])
    /// A value of a type that only the runtime knows, such as the identity of an object.
    case opaque(OpaqueValue)
}

extension ConstantValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A real number.
    public init(floatLiteral value: Double) { self = .real(value) }
}

extension ConstantValue: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }

    /// No value.
    public init(nilLiteral: ()) { self = .null }

    /// A collection.
    public init(arrayLiteral elements: ConstantValue...) { self = .collection(elements) }
}

/// A value of a type that this module does not know. Expressions never change it.
///
/// ```swift
/// let heroID = OpaqueValue(7, entityName: "Hero")  // A value that only its owner understands
/// let isHero = ModelComparison(.evaluatedObject, .equalTo, .constant(.opaque(heroID)))
/// ```
public struct OpaqueValue: Sendable {
    /// The value itself.
    public let value: any Hashable & Sendable
    /// The entity, if the value is an object or represents one. The checker compares it with the model.
    public let entityName: String?

    /// Wraps a value.
    public init(_ value: any Hashable & Sendable, entityName: String? = nil) {
        self.value = value
        self.entityName = entityName
    }
}

extension OpaqueValue: Hashable {
    /// Whether both contain equal values. The name of the entity does not count.
    public static func == (left: OpaqueValue, right: OpaqueValue) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
