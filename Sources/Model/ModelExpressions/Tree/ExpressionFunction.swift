/// A function of the language; the raw value is its spelling.
///
/// ```swift
/// let search = ModelExpression.function(.canonical, [.keyPath(ModelKeyPath([.key("name")]))])
/// print(search)  // canonical:(name)
/// ```
public enum ExpressionFunction: String, Sendable, Hashable, CaseIterable {
    // MARK: Over a collection

    /// The sum of the members.
    case sum = "sum:"
    /// The number of members.
    case count = "count:"
    /// The least member.
    case minimum = "min:"
    /// The greatest member.
    case maximum = "max:"
    /// The mean of the members.
    case average = "average:"
    /// The member in the middle.
    case median = "median:"
    /// The member that occurs most often.
    case mode = "mode:"
    /// The standard deviation of the members.
    case standardDeviation = "stddev:"

    // MARK: Over two numbers

    /// The sum of both arguments.
    case add = "add:to:"
    /// The first argument minus the second.
    case subtract = "from:subtract:"
    /// The product of both.
    case multiply = "multiply:by:"
    /// The first divided by the second.
    case divide = "divide:by:"
    /// The remainder of the first divided by the second.
    case modulus = "modulus:by:"
    /// The first to the power of the second.
    case raise = "raise:toPower:"
    /// The bits that are set in both arguments.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits that are set in at least one argument.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits that are set in exactly one argument.
    case bitwiseXor = "bitwiseXor:with:"
    /// The bits of the first argument, shifted to the left.
    case leftShift = "leftshift:by:"
    /// The bits of the first argument, shifted to the right.
    case rightShift = "rightshift:by:"

    // MARK: Over one number

    /// The square root.
    case squareRoot = "sqrt:"
    /// The logarithm to the base 10.
    case logarithm = "log:"
    /// The logarithm to the base e.
    case naturalLogarithm = "ln:"
    /// e to the power of the number.
    case exponential = "exp:"
    /// The smallest integer that is not less than the number.
    case ceiling = "ceiling:"
    /// The largest integer that is not greater than the number.
    case floor = "floor:"
    /// The number without its sign.
    case absolute = "abs:"
    /// The number without its fraction.
    case truncate = "trunc:"
    /// The number with every bit inverted.
    case onesComplement = "onesComplement:"
    /// A random integer from 0 up to, but not including, the argument.
    case randomBelow = "random:"

    // MARK: Over a string

    /// The string in upper case.
    case uppercase = "uppercase:"
    /// The string in lower case.
    case lowercase = "lowercase:"
    /// The string without case and diacritics.
    case canonical = "canonical:"
    /// The number of characters.
    case length = "length:"

    // MARK: Over nothing

    /// The time of the evaluation; in a derivation, the time of the save.
    case now = "now"
    /// A random number from 0 up to, but not including, 1.
    case random = "random"

    /// The number of arguments: one for each colon.
    public var argumentCount: Int { rawValue.utf8.reduce(0) { $1 == UInt8(ascii: ":") ? $0 + 1 : $0 } }

    /// Finds a function by its spelling, with or without the last colon: `length(name)` is `length:(name)`.
    ///
    /// If both spellings are functions, the number of arguments decides.
    init?(spelling: String, argumentCount: Int) {
        let withColon = spelling.hasSuffix(":") ? spelling : spelling + ":"
        let candidates = [spelling, withColon].compactMap(ExpressionFunction.init(rawValue:))
        guard let found = candidates.first(where: { $0.argumentCount == argumentCount }) ?? candidates.first
        else { return nil }
        self = found
    }

    /// Whether the function makes one value from many, and so has a result even for none.
    package var isAggregate: Bool {
        switch self {
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }
}
