/// One key of an order: the path to a value, and how values compare.
///
/// Nil comes before every value when ascending, and after all when descending (rule SRT-4).
public struct ModelSortDescriptor: Sendable, Hashable {
    /// How strings compare; other values always compare by value.
    public enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// By the codes of the characters: `B` before `a` (rule SRT-1). Core Data's `compare:`.
        case plain
        /// The same without regard to case: `a`, `B`, `c` (rule SRT-7). Core Data's `caseInsensitiveCompare:`.
        case caseInsensitive
        /// As the user's language orders. Core Data's `localizedCompare:`.
        case localized
        /// The same without regard to case. Core Data's `localizedCaseInsensitiveCompare:`.
        case localizedCaseInsensitive
        /// As lists of files are ordered: `file2` before `file10` (rule SRT-8). Core Data's `localizedStandardCompare:`.
        case localizedStandard
    }

    /// The path to the value, such as `notebook.title`: an attribute, of the object or behind to-one relationships.
    public var key: String
    /// Whether the least value comes first.
    public var ascending: Bool
    /// How texts are compared; of no effect on other values.
    public var comparison: Comparison

    /// An order by the values of a property or a path of names; from the least to the greatest by default. The key is
    /// checked when it is used.
    public init(key: String, ascending: Bool = true, comparison: Comparison = .plain) {
        self.key = key
        self.ascending = ascending
        self.comparison = comparison
    }

    /// The same key with the order turned round (rule SRT-9).
    public var reversed: ModelSortDescriptor {
        ModelSortDescriptor(key: key, ascending: !ascending, comparison: comparison)
    }
}
