/// What takes the place of a placeholder in a format.
///
/// An argument is a value and never text to be parsed: whatever a string holds, the shape of the predicate stays the
/// same.
public enum FormatArgument: Sendable, Hashable {
    /// A value, for `%@` and the typed placeholders; a string, for `%K`.
    case constant(ConstantValue)
    /// An expression, for `%@`; a key path, for `%K`.
    case expression(ModelExpression)
    /// A predicate, for `%@`.
    case predicate(ModelPredicate)

    /// A value that only the runtime understands.
    public static func opaque(_ value: any Hashable & Sendable, entityName: String? = nil) -> FormatArgument {
        .constant(.opaque(OpaqueValue(value, entityName: entityName)))
    }
}

extension FormatArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A string.
    public init(stringLiteral value: String) {
        self = .constant(.string(value))
    }

    /// An integer.
    public init(integerLiteral value: Int64) {
        self = .constant(.integer(value))
    }

    /// A real number.
    public init(floatLiteral value: Double) {
        self = .constant(.real(value))
    }
}

extension FormatArgument: ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral {
    /// True or false.
    public init(booleanLiteral value: Bool) {
        self = .constant(.boolean(value))
    }

    /// No value.
    public init(nilLiteral: ()) {
        self = .constant(.null)
    }

    /// A collection of values.
    public init(arrayLiteral elements: ConstantValue...) {
        self = .constant(.collection(elements))
    }
}

/// What happens to arguments that no placeholder asks for.
public enum SurplusArguments: Sendable, Hashable {
    /// They are an error: something was forgotten.
    case areErrors
    /// They are left alone, as Apple's initializers do.
    case areIgnored
}
