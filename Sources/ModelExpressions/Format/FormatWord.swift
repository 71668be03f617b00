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
