/// A value that an expression holds, in the standard library's types only, so that compiler and runtime share it.
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
    /// The text of a UUID, not checked.
    case uuid(String)
    /// The text of a URL, not checked.
    case url(String)
    /// Several values. An unordered collection comes in whatever order its owner gave it.
    case collection([ConstantValue])
    /// A value only the runtime understands, such as the identity of an object.
    case opaque(OpaqueValue)
}

extension ConstantValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// An integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// A real number.
    public init(floatLiteral value: Double) {
        self = .real(value)
    }
}

extension ConstantValue: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }

    /// No value.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// A collection.
    public init(arrayLiteral elements: ConstantValue...) {
        self = .collection(elements)
    }
}

/// A value of a type this module does not know, carried through an expression unchanged.
public struct OpaqueValue: Sendable {
    /// The value itself.
    public let value: any Hashable & Sendable
    /// The entity, where the value is an object or stands for one; the checker compares it with the model.
    public let entityName: String?

    /// Wraps a value.
    public init(_ value: any Hashable & Sendable, entityName: String? = nil) {
        self.value = value
        self.entityName = entityName
    }
}

extension OpaqueValue: Hashable {
    /// Whether both hold equal values; the entity's name only informs.
    public static func == (left: OpaqueValue, right: OpaqueValue) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) {
        AnyHashable(value).hash(into: &hasher)
    }
}
