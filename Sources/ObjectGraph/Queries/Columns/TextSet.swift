/// Constants that texts are looked for among.
struct TextSet {
    /// The words of the texts, ascending, and the texts beside them: for a few, that is faster than hashing.
    private let codes: [UInt64]
    private let texts: [String]
    /// Empty unless there are many.
    private let many: Set<String>

    private static let greatestSortedCount = 128

    init(_ members: [String]) {
        guard members.count <= Self.greatestSortedCount else {
            (codes, texts, many) = ([], [], Set(members))
            return
        }
        let entries = Set(members).map { (code: SortCode.text($0), text: $0) }.sorted { $0.code < $1.code }
        codes = entries.map(\.code)
        texts = entries.map(\.text)
        many = []
    }

    func contains(_ text: String) -> Bool {
        guard many.isEmpty else { return many.contains(text) }
        let code = SortCode.text(text)
        var place = codes.firstPlace { $0 >= code }
        while place < codes.count, codes[place] == code {
            if texts[place] == text { return true }
            place += 1
        }
        return false
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first place from which on a condition holds; the end where it never does.
    @inline(__always)
    func firstPlace(_ holds: (Element) -> Bool) -> Int {
        var lower = startIndex
        var upper = endIndex
        while lower < upper {
            let middle = (lower + upper) / 2
            if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}
