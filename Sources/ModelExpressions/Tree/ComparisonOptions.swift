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
