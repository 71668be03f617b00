/// A YAML value in a style that people write: plain words without quotes, and small maps and lists on one line.
package indirect enum YAMLValue: Sendable, Hashable {
    /// An entry of a map.
    package struct Entry: Sendable, Hashable {
        /// The key.
        package var key: String
        /// The value.
        package var value: YAMLValue

        /// Creates an entry.
        package init(_ key: String, _ value: YAMLValue) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing.
    case null
    /// Yes or no.
    case boolean(Bool)
    /// A string, in quotes if it would be ambiguous.
    case text(String)
    /// A list with one item on each line.
    case list([YAMLValue])
    /// A map with one entry on each line.
    case map([Entry])
    /// A value on one line, unless it is too long.
    case inline(YAMLValue)

    /// The text of a file with a map or list, with a final line feed.
    package var fileText: String {
        var text = ""
        write(to: &text, indent: 0)
        return text
    }

    /// The value without the distinctions of style.
    package var structuredValue: StructuredValue {
        switch self {
        case .null: .null
        case .boolean(let isTrue): .boolean(isTrue)
        case .text(let text): .string(text)
        case .list(let items): .array(items.map(\.structuredValue))
        case .map(let entries):
            .object(entries.compactMap { StructuredValue.Member($0.key, $0.value.structuredValue) })
        case .inline(let value): value.structuredValue
        }
    }

    private static let lineLength = 110

    /// Writes the value after the indentation of a line.
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
                entry.value.write(to: &text, indent: indent, key: Self.key(entry.key, indent: indent))
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

    /// Writes the key and the value of an entry.
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

    /// The maximum length of a key without a mark before it. YAML's own limit is 1,024 characters.
    private static let simpleKeyLength = 1_000

    /// Returns the text before the colon of an entry. A long key has a question mark before it, and a line of its own.
    private static func key(_ key: String, indent: Int) -> String {
        let scalar = scalar(key)
        return scalar.unicodeScalars.count <= simpleKeyLength ? scalar : "? \(scalar)\n\(spaces(indent))"
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

    /// Returns a string without quotes if every YAML reader reads it as the same string, or as an integer with the same
    /// text. Otherwise adds quotes.
    private static func scalar(_ text: String) -> String {
        guard !isPlain(text) else { return text }
        // Escaped, because readers that count aliases before parsing would count the asterisk.
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

    /// Words that some YAML readers treat as Booleans, null, or numbers.
    private static let wordsWithMeaning: Set<String> = [
        "true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan",
    ]

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
}
