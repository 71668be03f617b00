/// A function of the language; the raw value is its spelling.
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
    /// How far the members lie from their mean.
    case standardDeviation = "stddev:"

    // MARK: Over two numbers

    /// The sum of both.
    case add = "add:to:"
    /// The first less the second.
    case subtract = "from:subtract:"
    /// The product of both.
    case multiply = "multiply:by:"
    /// The first divided by the second.
    case divide = "divide:by:"
    /// The remainder of the first divided by the second.
    case modulus = "modulus:by:"
    /// The first to the power of the second.
    case raise = "raise:toPower:"
    /// The bits that both have.
    case bitwiseAnd = "bitwiseAnd:with:"
    /// The bits that one of both has.
    case bitwiseOr = "bitwiseOr:with:"
    /// The bits that only one of both has.
    case bitwiseXor = "bitwiseXor:with:"
    /// The bits of the first, moved up.
    case leftShift = "leftshift:by:"
    /// The bits of the first, moved down.
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
    /// The least whole number that is not smaller.
    case ceiling = "ceiling:"
    /// The greatest whole number that is not greater.
    case floor = "floor:"
    /// The number without its sign.
    case absolute = "abs:"
    /// The number without its fraction.
    case truncate = "trunc:"
    /// Every bit turned over.
    case onesComplement = "onesComplement:"
    /// A random whole number from 0 up to the argument, which is left out.
    case randomBelow = "random:"

    // MARK: Over a string

    /// All in upper case.
    case uppercase = "uppercase:"
    /// All in lower case.
    case lowercase = "lowercase:"
    /// Without case and diacritics.
    case canonical = "canonical:"
    /// The number of characters.
    case length = "length:"

    // MARK: Over nothing

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
