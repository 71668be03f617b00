/// A value for a placeholder in a format.
///
/// An argument is always a value, and never text to parse. The contents of a string cannot change the structure of the
/// predicate.
///
/// ```swift
/// let arguments: [FormatArgument] = ["name", ["Batgirl", "Robin"]]
/// let predicate = try ModelPredicate(format: "%K IN %@", arguments: arguments)
/// ```
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
///
/// ```swift
/// let lenient = try ModelPredicate(format: "age > 3", arguments: ["unused"], extraArguments: .ignored)
/// ```
public enum ExtraArguments: Sendable, Hashable {
    /// The arguments are an error, because a placeholder is probably missing.
    case rejected
    /// The arguments are ignored, as by Apple's initializers.
    case ignored
}

/// The reason why a value cannot be an argument, for values whose type is known only at run time.
package struct UnusableArgumentError: Error, Sendable, Hashable {
    /// What the argument is, as a clause without its subject, such as `is a block`. It never contains the value.
    package var message: String
    /// The way to fix the problem.
    package var hint: String

    /// Creates a reason.
    package init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}

extension UnusableArgumentError: CustomStringConvertible {
    package var description: String { "a value \(message); \(hint)" }
}

/// Returns the arguments of a format from left to right.
struct FormatArgumentReader {
    typealias Argument = Result<FormatArgument, UnusableArgumentError>
    private let arguments: [Argument]
    private let extraArguments: ExtraArguments
    private var used = 0

    init(_ arguments: [Argument], extraArguments: ExtraArguments) {
        self.arguments = arguments
        self.extraArguments = extraArguments
    }

    /// The next argument; nil when all are used.
    mutating func next() -> Argument? {
        guard used < arguments.count else { return nil }
        used += 1
        return arguments[used - 1]
    }

    /// The number of arguments returned so far.
    var usedCount: Int { used }
    /// The number of unused arguments, if they are an error.
    var extraCount: Int? { extraArguments == .rejected && used < arguments.count ? arguments.count - used : nil }
}

/// The kind of argument that a placeholder accepts.
enum FormatPlaceholder {
    /// `%@`.
    case any
    /// `%K`.
    case keyPath
    /// `%d` and the like.
    case integer
    /// `%f` and the like.
    case real
    /// `%s`.
    case text

    /// Reads the characters after the percent sign.
    init?(specifier: String) {
        switch specifier {
        case "@": self = .any
        case "K": self = .keyPath
        case "d", "i", "u", "x", "X", "o", "c", "hd", "hi", "hu", "zd", "zi", "zu", "ld", "li", "lu", "lx":
            self = .integer
        case "hhd", "hhi", "hhu", "lld", "lli", "llu", "llx", "qd", "qi", "qu", "qx": self = .integer
        case "f", "g", "e", "lf", "lg", "le": self = .real
        case "s": self = .text
        default: return nil
        }
    }
}
