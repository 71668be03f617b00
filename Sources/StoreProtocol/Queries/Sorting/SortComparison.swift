/// How strings compare in an order; other values always compare by value.
public enum SortComparison: String, Sendable, Hashable, CaseIterable {
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
