/// A comparison of two expressions.
///
/// ```swift
/// let name = ModelExpression.keyPath(ModelKeyPath([.key("name")]))
/// let comparison = ModelComparison(name, .beginsWith, .constant("Bat"), options: .caseInsensitive)
/// ```
public struct ModelComparison: Sendable, Hashable {
    /// The expression before the operator, which ``modifier`` quantifies.
    public var left: ModelExpression
    /// The operator between both expressions.
    public var `operator`: ComparisonOperator
    /// The expression after the operator.
    public var right: ModelExpression
    /// The number of values on the left that must match.
    public var modifier: ComparisonModifier
    /// The options for comparing strings.
    public var options: ComparisonOptions
    /// The start of the comparison in its format.
    public var position = FormatPosition()

    /// Creates a comparison. By default, it compares the value of the left side directly, and strings exactly.
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

/// The operator of a comparison. The raw value is its printed form.
///
/// ```swift
/// let isRange = comparison.operator.isOrdering || comparison.operator == .between  // An index may help.
/// ```
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
    /// The left side is between the two values of the collection on the right, or equal to one of them.
    case between = "BETWEEN"
    /// The left side is a member of the collection on the right, or a substring of the string on the right.
    case `in` = "IN"
    /// The left string starts with the right one.
    case beginsWith = "BEGINSWITH"
    /// The left string ends with the right one.
    case endsWith = "ENDSWITH"
    /// The left string contains the right string, or the left collection contains the value on the right.
    case contains = "CONTAINS"
    /// The whole left string matches a pattern, where `*` matches any characters and `?` matches one character.
    case like = "LIKE"
    /// The whole left string matches a regular expression.
    case matches = "MATCHES"

    /// Whether the operator compares the order of two values.
    public var isOrdering: Bool {
        switch self {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo: true
        default: false
        }
    }

    /// Whether the operator compares parts of the left side: of a text, or the members of a collection.
    package var comparesParts: Bool {
        switch self {
        case .beginsWith, .endsWith, .contains, .like, .matches: true
        case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between, .in:
            false
        }
    }
}

/// The number of values on the left side of a comparison that must match. The raw value is the printed word.
///
/// ```swift
/// let anyTeam = ModelComparison(
///     .keyPath(ModelKeyPath([.key("teams"), .key("name")])), .equalTo, .constant("Birds"), modifier: .any)
/// print(ModelPredicate.comparison(anyTeam))  // ANY teams.name == "Birds"
/// ```
public enum ComparisonModifier: String, Sendable, Hashable, CaseIterable {
    /// The comparison uses the left side directly.
    case direct = ""
    /// At least one value must match: `ANY`, also written `SOME`.
    case any = "ANY"
    /// Every value must match. The comparison is true if there are no values: `ALL`.
    case all = "ALL"
    /// No value must match: `NONE`.
    case none = "NONE"
}

/// How a comparison treats strings.
///
/// ```swift
/// let options: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]  // name CONTAINS[cd] "e"
/// let ignoresAccents = options.contains(.diacriticInsensitive)
/// ```
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
    /// One bit for each option.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `[c]`: the comparison ignores case.
    public static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`: the comparison ignores diacritics.
    public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the strings are normalized, so the comparison uses them as they are.
    public static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`: the comparison follows the locale.
    public static let localeSensitive = ComparisonOptions(rawValue: 8)

    /// The options with their letters, in printed order.
    static let letters: [(letter: Character, option: ComparisonOptions)] = [
        ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("n", .normalized), ("l", .localeSensitive),
    ]
}
