/// A token that is not a word: an operator, a bracket, or a separator.
enum FormatSign: String {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBrace = "{"
    case closeBrace = "}"
    case openBracket = "["
    case closeBracket = "]"
    case comma = ","
    case dot = "."
    case equal = "="
    case doubleEqual = "=="
    case notEqual = "!="
    case lessOrGreater = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case equalOrLess = "=<"
    case greater = ">"
    case greaterOrEqual = ">="
    case equalOrGreater = "=>"
    case exclamation = "!"
    case doubleAmpersand = "&&"
    case doubleBar = "||"
    case ampersand = "&"
    case bar = "|"
    case caret = "^"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case plus = "+"
    case minus = "-"
    case asterisk = "*"
    case doubleAsterisk = "**"
    case slash = "/"
    case tilde = "~"

    /// The sign that starts with a byte, and includes the next byte if both form one sign.
    init?(_ first: UInt8, _ second: UInt8?) {
        if let second, let pair = FormatSign(bytes: [first, second]) {
            self = pair
        } else if let single = FormatSign(bytes: [first]) {
            self = single
        } else {
            return nil
        }
    }

    private init?(bytes: [UInt8]) { self.init(rawValue: String(decoding: bytes, as: UTF8.self)) }

    /// The comparison that the sign represents.
    var comparisonOperator: ComparisonOperator? {
        switch self {
        case .equal: .equalTo
        case .lessOrGreater: .notEqualTo
        case .equalOrLess: .lessThanOrEqualTo
        case .equalOrGreater: .greaterThanOrEqualTo
        default: ComparisonOperator(rawValue: rawValue)
        }
    }

    /// The operation that the sign represents between two expressions.
    var binaryOperator: BinaryOperator? { BinaryOperator(rawValue: rawValue) }
}
