/// Two expressions and how they are compared.
public struct ModelComparison: Sendable, Hashable {
    /// The expression before the operator; the one that ``modifier`` quantifies.
    public var left: ModelExpression
    /// What must hold between the two.
    public var `operator`: ComparisonOperator
    /// The expression after the operator.
    public var right: ModelExpression
    /// How many of the values on the left must fit.
    public var modifier: ComparisonModifier
    /// How strings are compared.
    public var options: ComparisonOptions
    /// Where the comparison begins in the format that it was read from.
    public var place = FormatPlace()

    /// Creates a comparison; of the left side's one value and exact, unless said otherwise.
    public init(
        _ left: ModelExpression, _ operator: ComparisonOperator, _ right: ModelExpression,
        modifier: ComparisonModifier = .direct, options: ComparisonOptions = []
    ) {
        self.left = left
        self.operator = `operator`
        self.right = right
        self.modifier = modifier
        self.options = options
    }
}

/// What must hold between the two sides of a comparison; the raw value is the operator as it is printed.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
    /// `==`, also written `=`.
    case equalTo = "=="
    /// `!=`, also written `<>`.
    case notEqualTo = "!="
    /// `<`.
    case lessThan = "<"
    /// `<=`, also written `=<`.
    case lessThanOrEqualTo = "<="
    /// `>`.
    case greaterThan = ">"
    /// `>=`, also written `=>`.
    case greaterThanOrEqualTo = ">="
    /// The right side is a collection of two values; both ends count.
    case between = "BETWEEN"
    /// The left side is a member of the collection on the right, or a part of the string on the right.
    case `in` = "IN"
    /// The left string starts with the right one.
    case beginsWith = "BEGINSWITH"
    /// The left string ends with the right one.
    case endsWith = "ENDSWITH"
    /// The left string has the right one in it, or the left collection the value on the right.
    case contains = "CONTAINS"
    /// The whole left string fits a pattern in which `*` is any run and `?` one character.
    case like = "LIKE"
    /// The whole left string fits a regular expression.
    case matches = "MATCHES"

    /// Whether the operator asks which of two values comes first.
    public var isOrdering: Bool {
        switch self {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo: true
        default: false
        }
    }
}

/// How many of the values on a comparison's left side must fit; the raw value is the word as it is printed.
public enum ComparisonModifier: String, Sendable, Hashable, CaseIterable {
    /// The left side is compared as it is.
    case direct = ""
    /// At least one must fit: `ANY`, also written `SOME`.
    case any = "ANY"
    /// Every one must fit; true when there is none: `ALL`.
    case all = "ALL"
    /// Not one may fit: `NONE`.
    case none = "NONE"
}

/// How a comparison treats strings.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
    /// One bit for each option.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`: letters with and without diacritics are the same.
    public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the strings are known to be normalized and are compared as they are.
    public static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: as the locale compares.
    public static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// The options with their letters, in the order in which they are printed.
    static let letters: [(letter: Character, option: ComparisonOptions)] = [
        ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
    ]
}
