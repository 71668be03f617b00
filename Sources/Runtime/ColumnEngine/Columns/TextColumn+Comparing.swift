import Foundation

// Text comparisons for queries. They compare bytes where possible: most text is ASCII, and needs no `String`.
extension TextColumn {
    /// The words of a row's text; zeros for nil.
    func words(at row: Int) -> TextWord {
        guard let words = withUTF8(at: row, SortCode.words(utf8:)) else { return TextWord(code: 0, rest: 0) }
        return words ?? SortCode.words(self[row] ?? "")
    }

    /// The first word of a row's text; 0 for nil.
    func code(at row: Int) -> UInt64 {
        guard let code = withUTF8(at: row, { SortCode.plain($0, after: 0) }) else { return 0 }
        return code ?? SortCode.text(self[row] ?? "")
    }

    /// Whether a row's text is canonically equal to another one; nil if there is none.
    func isEqual(at row: Int, to other: String) -> Bool? {
        order(at: row, to: other).map { $0 == .orderedSame }
    }

    /// The order of a row's text and another one; nil if there is none.
    func order(at row: Int, to other: String) -> ComparisonResult? {
        var text = other
        let order = withUTF8(at: row) { own in text.withUTF8 { own.orderOfASCII(to: $0) } }
        guard let order else { return nil }
        return order ?? (self[row] ?? "").canonicalOrder(to: other)
    }

    /// Whether a row's text begins with another one; nil if there is none.
    func begins(at row: Int, with prefix: TextPrefix) -> Bool? {
        guard let isDecided = withUTF8(at: row, prefix.decide) else { return nil }
        return isDecided ?? prefix.begins(self[row] ?? "")
    }

    /// The order of a row's text and one of another column, neither of which is nil.
    func order(of row: Int, before otherRow: Int, in other: TextColumn) -> ComparisonResult {
        let order = withUTF8(at: row) { text in
            other.withUTF8(at: otherRow) { text.orderOfASCII(to: $0) } ?? nil
        }
        if let order, let order { return order }
        return (self[row] ?? "").canonicalOrder(to: other[otherRow] ?? "")
    }
}
