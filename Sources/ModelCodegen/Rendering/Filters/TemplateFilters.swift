/// The filters that templates can use.
enum TemplateFilters {
    /// In the order of the documentation.
    static let groups: [(title: String, filters: [TemplateFilter])] = [
        ("Upper and lower case", letterCase),
        ("Swift", swift),
        ("Text", text),
        ("Questions", questions),
        ("Lists and missing values", values),
        ("Paths", paths),
        ("Numbers", numbers),
    ]

    /// By name.
    static let all: [String: TemplateFilter] = Dictionary(
        groups.flatMap(\.filters).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    static let names = all.keys.sorted()
}
