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
