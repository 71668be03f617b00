/// The differences between two texts, in the unified format that `diff -u` writes and `patch` reads.
///
/// ```swift
/// let difference = UnifiedDifference(from: Array("a\nb\n".utf8), to: Array("a\nc\n".utf8), path: "Book.swift")
/// print(difference, terminator: "")
/// // --- a/Book.swift
/// // +++ b/Book.swift
/// // @@ -1,2 +1,2 @@
/// //  a
/// // -b
/// // +c
/// ```
public struct UnifiedDifference: Sendable, CustomStringConvertible {
    private static let contextCount = 3

    /// The text is empty if the texts are equal.
    public let description: String

    /// Compares bytes, because Swift strings with different bytes can be equal.
    ///
    /// - Parameters:
    ///   - old: The existing text; nil if there is none.
    ///   - new: The expected text; nil if there is none.
    ///   - path: The name of the file in the output, with slashes, but not at its start.
    public init(from old: [UInt8]?, to new: [UInt8]?, path: String) {
        guard old != new else {
            description = ""
            return
        }
        let heading = [
            "--- \(old == nil ? "/dev/null" : Self.quoted("a/" + path))",
            "+++ \(new == nil ? "/dev/null" : Self.quoted("b/" + path))",
        ]
        let lines = Self.lines(from: TextLines(old ?? []), to: TextLines(new ?? []))
        description = (heading + Self.hunks(of: lines)).map { $0 + "\n" }.joined()
    }

    private struct Line {
        /// A space for a line of both texts, `-` for an old line, and `+` for a new line.
        var mark: Character
        var text: ArraySlice<UInt8>
        /// Whether the line has no line feed.
        var isOpen: Bool
    }

    private static func lines(from old: TextLines, to new: TextLines) -> [Line] {
        var numbers: [ArraySlice<UInt8>: Int] = [:]
        func number(_ lines: TextLines) -> [Int] {
            lines.lines.indices.map { index in
                // A last line without a line feed differs from the same line with one.
                let key = lines.isOpen(at: index) ? lines.lines[index] + [UInt8(ascii: "\n")] : lines.lines[index]
                let number = numbers[key] ?? numbers.count
                numbers[key] = number
                return number
            }
        }
        let matches = LineMatches(old: number(old), new: number(new))
        var result: [Line] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.lines.count || newIndex < new.lines.count {
            if oldIndex < old.lines.count, !matches.isOldKept[oldIndex] {
                result.append(Line(mark: "-", text: old.lines[oldIndex], isOpen: old.isOpen(at: oldIndex)))
                oldIndex += 1
            } else if newIndex < new.lines.count, !matches.isNewKept[newIndex] {
                result.append(Line(mark: "+", text: new.lines[newIndex], isOpen: new.isOpen(at: newIndex)))
                newIndex += 1
            } else {
                result.append(Line(mark: " ", text: new.lines[newIndex], isOpen: new.isOpen(at: newIndex)))
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
        }
        return result
    }

    private static func hunks(of lines: [Line]) -> [String] {
        var result: [String] = []
        var (oldLine, newLine) = (1, 1)
        var index = 0
        for range in ranges(of: lines) {
            for line in lines[index..<range.lowerBound] {
                if line.mark != "+" { oldLine += 1 }
                if line.mark != "-" { newLine += 1 }
            }
            let hunk = lines[range]
            let oldCount = hunk.count { $0.mark != "+" }
            let newCount = hunk.count { $0.mark != "-" }
            result.append("@@ -\(place(oldLine, oldCount)) +\(place(newLine, newCount)) @@")
            for line in hunk {
                result.append("\(line.mark)" + String(decoding: line.text, as: UTF8.self))
                if line.isOpen { result.append("\\ No newline at end of file") }
            }
            (oldLine, newLine) = (oldLine + oldCount, newLine + newCount)
            index = range.upperBound
        }
        return result
    }

    /// The changed lines with the lines around them.
    private static func ranges(of lines: [Line]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for (index, line) in lines.enumerated() where line.mark != " " {
            let range = max(0, index - contextCount)..<min(lines.count, index + contextCount + 1)
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }

    /// A place in the syntax of the format. It omits a count of 1, and uses the line before if the count is 0.
    private static func place(_ line: Int, _ count: Int) -> String {
        switch count {
        case 0: "\(line - 1),0"
        case 1: "\(line)"
        default: "\(line),\(count)"
        }
    }

    /// Control characters in a name would end its line.
    private static func quoted(_ path: String) -> String {
        guard path.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }) else { return path }
        let text = path.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case "\t": "\\t"
            default: scalar.value < 0x20 ? "\\0" + String(scalar.value, radix: 8) : String(scalar)
            }
        }
        return "\"\(text.joined())\""
    }
}

/// The lines of a text, and whether the last line has no line feed.
private struct TextLines {
    var lines: [ArraySlice<UInt8>]
    var isOpen: Bool

    init(_ bytes: [UInt8]) {
        lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        isOpen = lines.last?.isEmpty == false
        if !isOpen { lines.removeLast() }
    }

    func isOpen(at index: Int) -> Bool { isOpen && index == lines.count - 1 }
}
