/// The sections of a result: their names in order, and how many rows each has.
package struct ResultSections {
    package private(set) var names: [String] = []
    package private(set) var counts: [Int] = []
    /// The index of the first row of each section, and the number of all rows at the end.
    private(set) var starts: [Int] = [0]
    private(set) var indexes: [String: Int] = [:]

    init(names: [String], counts: [Int]) {
        self.names = names
        self.counts = counts
        starts.reserveCapacity(counts.count + 1)
        for count in counts { starts.append(starts[starts.count - 1] + count) }
        indexes = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The sections that rows with these names form, one after the other.
    ///
    /// - Returns: Nil when rows of one name are apart (rule FRC-27).
    init?(rowNames: some Sequence<String>) {
        var names: [String] = []
        var counts: [Int] = []
        for name in rowNames {
            if names.last == name {
                counts[counts.count - 1] += 1
            } else {
                names.append(name)
                counts.append(1)
            }
        }
        guard Set(names).count == names.count else { return nil }
        self.init(names: names, counts: counts)
    }

    package var count: Int { names.count }
}
