/// A set of constants that strings are looked up in.
struct TextSet {
    /// The words of the strings in ascending order, with the strings: for a few, this is faster than hashing.
    private let words: [TextWord]
    private let texts: [String]
    /// A bit for each word's hash, which rules out most other strings without a search.
    private let bits: [UInt64]
    /// Empty unless there are many.
    private let many: Set<String>

    private static let maximumSortedCount = 128

    init(_ members: [String]) {
        guard members.count <= Self.maximumSortedCount else {
            (words, texts, bits, many) = ([], [], [], Set(members))
            return
        }
        let entries = Set(members).map { (words: SortCode.words($0), text: $0) }.sorted { $0.words < $1.words }
        words = entries.map(\.words)
        texts = entries.map(\.text)
        many = []
        var bits = [UInt64](repeating: 0, count: 64)
        for words in words {
            let place = Self.place(words)
            bits[place.word] |= place.bit
        }
        self.bits = bits
    }

    /// - Parameters:
    ///   - row: A row with a text, which is only read if a text of the set has the same words.
    ///   - wanted: Its words.
    @inline(__always)
    func contains(textAt row: Int, of values: TextColumn, _ wanted: TextWord) -> Bool {
        guard many.isEmpty else { return many.contains(values[row] ?? "") }
        let bit = Self.place(wanted)
        guard bits[bit.word] & bit.bit != 0 else { return false }
        var place = words.partitioningIndex { $0 >= wanted }
        while place < words.count, words[place] == wanted {
            if values.isEqual(at: row, to: texts[place]) == true { return true }
            place += 1
        }
        return false
    }

    @inline(__always)
    private static func place(_ words: TextWord) -> (word: Int, bit: UInt64) {
        let hash = (words.code ^ words.rest &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        return (Int(hash >> 58), 1 << (hash >> 52 & 63))
    }
}
