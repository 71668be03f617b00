/// A value for a placeholder in a format.
///
/// An argument is always a value, and never text to parse. The contents of a string cannot change the structure of the
/// predicate.
public enum FormatArgument: Sendable, Hashable {
    /// A value, for `%@` and the typed placeholders; a string, for `%K`.
    case constant(ConstantValue)
    /// An expression, for `%@`; a key path, for `%K`.
    case expression(ModelExpression)
    /// A predicate, for `%@`.
    case predicate(ModelPredicate)

    /// A value of a type that only the runtime knows.
    public static func opaque(_ value: any Hashable & Sendable, entityName: String? = nil) -> FormatArgument {
        .constant(.opaque(OpaqueValue(value, entityName: entityName)))
    }
}

extension FormatArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .constant(.string(value)) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .constant(.integer(value)) }

    /// A real number.
    public init(floatLiteral value: Double) { self = .constant(.real(value)) }
}

extension FormatArgument: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .constant(.boolean(value)) }

    /// No value.
    public init(nilLiteral: ()) { self = .constant(.null) }

    /// A collection of values.
    public init(arrayLiteral elements: ConstantValue...) { self = .constant(.collection(elements)) }
}

/// The treatment of arguments without a placeholder.
public enum SurplusArguments: Sendable, Hashable {
    /// The arguments are an error, because a placeholder is probably missing.
    case areErrors
    /// The arguments are ignored, as by Apple's initializers.
    case areIgnored
}
