import ModelSchema

/// An entity's name in the largest letters that fit its box, for a drawing at a small scale.
struct OverviewTitle {
    let lines: [String]
    let fontSize: Double

    /// The size from which letters can be read at a small scale.
    private static let readableFontSize = 24.0
    private static let maximumFontSize = 66.0

    /// Returns the names of boxes with letters that keep the rank of the boxes: no name has larger letters than that of
    /// a box with more lines. A long name in letters that cannot be read at a small scale does not limit the others.
    static func titles(of boxes: [EntityBox]) -> [OverviewTitle] {
        let fits = boxes.map { OverviewTitle(name: $0.entity.name, width: $0.width, height: $0.height) }
        var titles = fits
        let ranks = Dictionary(grouping: boxes.indices) { boxes[$0].rows.count }.sorted { $0.key > $1.key }
        var limit = maximumFontSize
        for (_, indices) in ranks {
            for index in indices where fits[index].fontSize > limit {
                let box = boxes[index]
                titles[index] = OverviewTitle(
                    name: box.entity.name, width: box.width, height: box.height, maximumFontSize: limit)
            }
            limit = indices.reduce(limit) { min($0, max(fits[$1].fontSize, readableFontSize)) }
        }
        return titles
    }

    init(name: String, width: Double, height: Double, maximumFontSize: Double = maximumFontSize) {
        let words = words(ofName: shortened(name, to: EntityBox.longestName))
        var best: (lines: [String], size: Double) = ([name], 0)
        for limit in Set(words.map(\.count) + [8, 12, 16, 24, 40]).sorted() {
            let lines = OverviewTitle.wrapped(words, to: limit)
            let longest = lines.map(columnCount).max() ?? 1
            let size = min(
                width * 0.92 / (0.7 * Double(longest)), height * 0.86 / (1.15 * Double(lines.count)), maximumFontSize)
            if size >= best.size { best = (lines, size) }
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
