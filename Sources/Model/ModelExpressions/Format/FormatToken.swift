/// The smallest meaningful part of a format.
struct FormatToken {
    enum Kind {
        /// A name that is not a reserved word.
        case name(String)
        /// A reserved word. The range of the token contains its spelling.
        case word(FormatWord)
        /// `#name`: a name, even where it is a reserved word.
        case escapedName(String)
        /// `modulus:by:`, a name with colons in it.
        case functionName(String)
        /// `@count`, with the `@`.
        case atName(String)
        /// `$NAME`, without the `$`.
        case variable(String)
        /// `%ld`, without the `%`.
        case placeholder(String)
        case string(String)
        /// An integer without its sign.
        case integer(UInt64)
        case real(Double)
        case sign(FormatSign)
        case end
    }

    var kind: Kind
    /// The token's bytes in the format.
    var range: Range<Int>

    func isSign(_ sign: FormatSign) -> Bool {
        if case .sign(let own) = kind { own == sign } else { false }
    }

    func isWord(_ word: FormatWord) -> Bool {
        if case .word(let own) = kind { own == word } else { false }
    }

    /// The comparison that the token represents.
    var comparisonOperator: ComparisonOperator? {
        switch kind {
        case .sign(let sign): sign.comparisonOperator
        case .word(let word): word.comparisonOperator
        default: nil
        }
    }
}

/// The characters of names in a format.
enum FormatName {
    static func canStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isASCIILetter(UInt8(scalar.value)) || scalar == "_" }
        return scalar.properties.isXIDStart
    }

    static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return canStart(scalar) || ("0"..."9").contains(scalar) }
        return scalar.properties.isXIDContinue
    }

    static func isASCIILetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    /// Whether a string can be written as a name, with a `#` before it if it is a reserved word.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, canStart(first) else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy(canContinue)
    }
}

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
    case leftShift = "<<"
    case rightShift = ">>"
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

/// A reserved word of the language, regardless of case.
enum FormatWord: String, CaseIterable {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case `in` = "IN"
    case all = "ALL"
    case any = "ANY"
    case some = "SOME"
    case none = "NONE"
    case like = "LIKE"
    case matches = "MATCHES"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case between = "BETWEEN"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case `true` = "TRUE"
    case yes = "YES"
    case `false` = "FALSE"
    case no = "NO"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case fetch = "FETCH"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case caseInsensitive = "CASEINSENSITIVE"
    case caseInsensitiveShort = "CI"
    case conformsToUTI = "UTI-CONFORMS-TO"
    case equalsUTI = "UTI-EQUALS"

    /// The reserved word that a name spells, if any.
    init?(name: String) {
        // Some letters of other alphabets have an uppercase form in A to Z. Names with them are not reserved words.
        guard name.utf8.count <= 15, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(rawValue: name.uppercased())
    }

    /// The comparison that the word represents.
    var comparisonOperator: ComparisonOperator? { ComparisonOperator(rawValue: rawValue) }

    /// Whether a parenthesis with arguments follows the word.
    var takesArguments: Bool {
        switch self {
        case .subquery, .cast, .ternary, .function: true
        default: false
        }
    }

    /// The quantifier that the word represents.
    var modifier: ComparisonModifier? { self == .some ? .any : ComparisonModifier(rawValue: rawValue) }
}
