/// A function of the language; the raw value is its spelling.
public enum ExpressionFunction: String, Sendable, Hashable, CaseIterable {
    // Over a collection.
    case sum = "sum:"
    case count = "count:"
    case minimum = "min:"
    case maximum = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case standardDeviation = "stddev:"

    // Over two numbers.
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case raise = "raise:toPower:"
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"

    // Over one number.
    case squareRoot = "sqrt:"
    case logarithm = "log:"
    case naturalLogarithm = "ln:"
    case exponential = "exp:"
    case ceiling = "ceiling:"
    case floor = "floor:"
    case absolute = "abs:"
    case truncate = "trunc:"
    case onesComplement = "onesComplement:"
    /// A random whole number from 0 up to the argument, which is left out.
    case randomBelow = "random:"

    // Over a string.
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    /// Without case and diacritics.
    case canonical = "canonical:"
    case length = "length:"

    // Over nothing.
    /// The time at which it is evaluated; in a derivation, the time of the save.
    case now = "now"
    /// A random number from 0 up to 1.
    case random = "random"

    /// The number of arguments: one for each colon.
    public var argumentCount: Int {
        rawValue.utf8.reduce(0) { $1 == UInt8(ascii: ":") ? $0 + 1 : $0 }
    }

    /// Finds a function by its spelling, with or without the last colon: `length(name)` is `length:(name)`.
    ///
    /// With a spelling that is a function either way, the number of arguments decides.
    init?(spelling: String, argumentCount: Int) {
        let withColon = spelling.hasSuffix(":") ? spelling : spelling + ":"
        let candidates = [spelling, withColon].compactMap(ExpressionFunction.init(rawValue:))
        guard let found = candidates.first(where: { $0.argumentCount == argumentCount }) ?? candidates.first
        else { return nil }
        self = found
    }
}
