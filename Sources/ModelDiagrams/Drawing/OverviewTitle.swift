/// An entity's name in the largest letters that fit its box, for a drawing at a small scale.
struct OverviewTitle {
    let lines: [String]
    let fontSize: Double

    init(name: String, width: Double, height: Double) {
        let words = words(ofName: shortened(name, to: EntityBox.longestName))
        var best: (lines: [String], size: Double) = ([name], 0)
        for limit in Set(words.map(\.count) + [8, 12, 16, 24, 40]).sorted() {
            let lines = OverviewTitle.wrapped(words, to: limit)
            let longest = lines.map(columnCount).max() ?? 1
            let size = min(width * 0.92 / (0.7 * Double(longest)), height * 0.86 / (1.15 * Double(lines.count)), 66)
            if size > best.size { best = (lines, size) }
        }
        (lines, fontSize) = (best.lines, best.size.rounded(.down))
    }

    private static func wrapped(_ words: [String], to limit: Int) -> [String] {
        words.reduce(into: []) { lines, word in
            if let last = lines.last, columnCount(last + word) <= limit {
                lines[lines.count - 1] = last + word
            } else {
                lines.append(word)
            }
        }
    }
}
