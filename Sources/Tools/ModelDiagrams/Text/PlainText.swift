/// A number with its noun: `1 entity`, `2 entities`.
func countText(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }

/// The number of columns of a text in a monospaced font. East Asian letters and emoji take two columns.
func columnCount(_ text: String) -> Int {
    text.reduce(0) { count, character in
        let value = character.unicodeScalars.first?.value ?? 0
        let isWide =
            (0x1100...0x115F).contains(value) || (0x2E80...0xD7FF).contains(value)
            || (0xF900...0xFAFF).contains(value) || (0xFE30...0xFE6F).contains(value)
            || (0xFF00...0xFF60).contains(value) || value >= 0x1F000
        return count + (isWide ? 2 : 1)
    }
}

/// A text shortened to a number of columns, with an ellipsis for the missing part.
func shortened(_ text: String, to limit: Int) -> String {
    guard columnCount(text) > limit else { return text }
    var short = ""
    var columns = 1
    for character in text {
        columns += columnCount(String(character))
        if columns > limit { break }
        short.append(character)
    }
    return short + "…"
}
