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
