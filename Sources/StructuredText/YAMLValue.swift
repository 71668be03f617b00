/// A value as people write it in YAML: plain words without quotes, small maps and lists on one line.
package indirect enum YAMLValue: Sendable, Hashable {
    /// An entry of a map.
    package struct Entry: Sendable, Hashable {
        /// The key.
        package var key: String
        /// What it holds.
        package var value: YAMLValue

        /// A key and what it holds.
        package init(_ key: String, _ value: YAMLValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// Yes or no.
    case boolean(Bool)
    /// A text, in quotes where YAML would take it for something else.
    case text(String)
    /// A list, one item a line.
    case list([YAMLValue])
    /// A map, one entry a line.
    case map([Entry])
    /// A value that stands on one line where that is not too long.
    case inline(YAMLValue)

    /// The text of a map or list that is a file by itself, with a line feed at its end.
    package var fileText: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    private static let lineLength = 110

    /// Writes the value where a line has been indented already.
    private func write(to text: inout String, indent: Int) {
        switch self {
        case .null, .boolean, .text: text += line + "\n"
        case .list([]), .map([]): text += line + "\n"
        case .list(let items):
            for (index, item) in items.enumerated() {
                if index > 0 { text += Self.spaces(indent) }
                text += "- "
                item.write(to: &text, indent: indent + 2)
            }
        case .map(let entries):
            for (index, entry) in entries.enumerated() {
                if index > 0 { text += Self.spaces(indent) }
                entry.value.write(to: &text, indent: indent, key: Self.scalar(entry.key))
            }
        case .inline(let value):
            let line = value.line
            if indent + line.unicodeScalars.count <= Self.lineLength {
                text += line + "\n"
            } else {
                value.write(to: &text, indent: indent)
            }
        }
    }

    /// Writes the value of an entry, and its key before it.
    private func write(to text: inout String, indent: Int, key: String) {
        let isShort: Bool
        switch self {
        case .null, .boolean, .text, .list([]), .map([]): isShort = true
        case .list, .map: isShort = false
        case .inline(let value):
            isShort = indent + key.unicodeScalars.count + 2 + value.line.unicodeScalars.count <= Self.lineLength
        }
        guard !isShort else {
            text += "\(key): \(line)\n"
            return
        }
        text += "\(key):\n" + Self.spaces(indent + 2)
        write(to: &text, indent: indent + 2)
    }

    /// The value on one line.
    private var line: String {
        switch self {
        case .null: "~"
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .text(let text): Self.scalar(text)
        case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
        case .map(let entries):
            "{" + entries.map { "\(Self.scalar($0.key)): \($0.value.line)" }.joined(separator: ", ") + "}"
        case .inline(let value): value.line
        }
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    // MARK: Scalars

    /// A text without quotes where every reader of YAML takes it for the same text or for a whole number that is written
    /// the same; else in quotes.
    private static func scalar(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        // A reader that counts references to other nodes before it reads cannot know that this is none.
        return QuotedText.quoted(text).replacing("*", with: "\\u002A")
    }

    private static func isPlain(_ text: String) -> Bool {
        if text == "0" { return true }
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        if isDigit(first) || first == "-" {
            // Without leading zeros, and short enough for every reader.
            let digits = first == "-" ? text.dropFirst() : text[...]
            return digits.utf8.count <= 15 && !digits.isEmpty && !digits.hasPrefix("0")
                && digits.unicodeScalars.allSatisfy(isDigit)
        }
        guard isLetter(first) || first == "_" || first == "$", last != " ",
            text.unicodeScalars.allSatisfy({
                isLetter($0) || isDigit($0) || " _-.?=$/()@+<>".unicodeScalars.contains($0)
            })
        else { return false }
        return !wordsWithMeaning.contains(text.lowercased())
    }

    /// Words that some reader takes for a truth, for nothing or for a number.
    private static let wordsWithMeaning: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan",
    ]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}
