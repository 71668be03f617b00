/// A reserved word of the language. Case does not count.
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

    /// The word that a name spells, if any.
    init?(name: String) {
        // Of other alphabets, some letters turn into A to Z in upper case; their names are no words.
        guard name.utf8.count <= 15, name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        self.init(rawValue: name.uppercased())
    }

    /// The comparison the word stands for.
    var comparisonOperator: ComparisonOperator? {
        switch self {
        case .in: .in
        case .like: .like
        case .matches: .matches
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .between: .between
        default: nil
        }
    }

    /// Whether the word opens a parenthesis with arguments.
    var takesArguments: Bool {
        switch self {
        case .subquery, .cast, .ternary, .function: true
        default: false
        }
    }

    /// The quantifier the word stands for.
    var modifier: ComparisonModifier? {
        switch self {
        case .any, .some: .any
        case .all: .all
        case .none: ComparisonModifier.none
        default: nil
        }
    }
}
