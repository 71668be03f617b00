import FileAccess

/// A table for people, line by line: columns with headings, and numbers right-aligned. Control characters in values are
/// shown as `·`, and composites are shortened.
///
/// The first rows decide how wide the columns are. A later value that is longer moves the rest of its line, or, on a
/// line of limited width, is shortened.
package struct RowText {
    /// The minimum width of a column, however narrow the line is.
    private static let leastWidth = 8
    /// The maximum width of a column if the width of the line is not limited, so that one long text does not fill every
    /// line with spaces.
    private static let mostWidth = 80
    private static let gap = "  "

    private let widths: [Int]
    private let isRight: [Bool]
    private let isLimited: Bool
    private let names: [String]

    /// The columns that do not fit into the line.
    package let omittedNames: [String]

    /// - Parameters:
    ///   - first: The first rows.
    ///   - width: The number of characters in a line; nil for any number.
    package init(columnNames: [String], first: [[RowValue]], width: Int?) {
        let shownNames = columnNames.map { $0.shownOnTerminal() }
        var widths = shownNames.indices.map { column in
            first.reduce(shownNames[column].count) { max($0, $1[column].shownCell.count) }
        }
        if let width { Self.fit(&widths, into: width) } else { widths = widths.map { min($0, Self.mostWidth) } }
        self.widths = widths
        isLimited = width != nil
        names = Array(shownNames.prefix(widths.count))
        omittedNames = Array(shownNames.dropFirst(widths.count))
        isRight = widths.indices.map { column in
            first.contains { $0[column].isNumber } && first.allSatisfy { $0[column].isNumber || $0[column] == .null }
        }
    }

    /// The headings, and a line below them.
    package var heading: String { line(names) + line(widths.map { String(repeating: "-", count: $0) }) }

    /// The lines of some rows.
    package func lines(_ rows: [[RowValue]]) -> String {
        rows.reduce(into: "") { $0 += line($1.prefix(widths.count).map(\.shownCell)) }
    }

    private func line(_ cells: [String]) -> String {
        let padded = cells.indices.map { column -> String in
            let width = widths[column]
            let count = cells[column].count
            guard count <= width else {
                return isLimited ? cells[column].prefix(max(width - 1, 0)) + "…" : cells[column]
            }
            let space = String(repeating: " ", count: width - count)
            return isRight[column] ? space + cells[column] : cells[column] + space
        }
        var text = padded.joined(separator: Self.gap)
        while text.last == " " { text.removeLast() }
        return text + "\n"
    }

    /// Narrows the widest columns first, and leaves out the last ones if all are narrow.
    private static func fit(_ widths: inout [Int], into width: Int) {
        func total() -> Int { widths.reduce(0, +) + gap.count * max(widths.count - 1, 0) }
        while total() > width {
            guard let widest = widths.max(), widest > leastWidth else {
                guard widths.count > 1 else {
                    widths[0] = max(min(widths[0], width), 1)
                    return
                }
                widths.removeLast()
                continue
            }
            // All of the widest become as wide as the next, or as is enough.
            let next = max(widths.filter { $0 < widest }.max() ?? leastWidth, leastWidth)
            let indices = widths.indices.filter { widths[$0] == widest }
            let needed = (total() - width + indices.count - 1) / indices.count
            for index in indices { widths[index] = max(widest - needed, next) }
        }
    }
}

extension RowValue {
    fileprivate var shownCell: String { shownText.shownOnTerminal() }
}
