import Foundation

/// The values in a `modelgen.yml`, as far as a plugin needs to understand them: it cannot link a YAML library.
///
/// Understood are keys and values, keys inside keys, lists of values in either form, quotes, comments and blocks of
/// text. What else YAML has is the tool's to read; where it hides a value that the build must know, that is an error.
struct ConfigurationText {
    struct Value {
        /// The keys that lead to it, with dots between them: `generate.templates`.
        var key: String
        var text: String
        /// From 1.
        var line: Int
        /// Whether the text stands for something else, such as a block of text or an alias, which only the tool reads.
        var isForTool = false
    }

    /// In the order of the file.
    private(set) var values: [Value] = []

    private var openKeys: [(indentation: Int, name: String)] = []
    /// The indentation of a key whose value is a block of text; lines deeper than it are that text.
    private var blockIndentation: Int?
    /// A list in brackets that goes on in the next line.
    private var openList: (text: [Character], line: Int)?

    init(_ text: String) {
        // Some editors begin a file with a byte order mark. A line can end as on Windows, which is one character.
        let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        for (index, line) in lines.enumerated() { read(Array(line), number: index + 1) }
        if let openList { values.append(Value(key: key, text: "[", line: openList.line, isForTool: true)) }
    }

    private var key: String { openKeys.map(\.name).joined(separator: ".") }

    private mutating func read(_ line: [Character], number: Int) {
        let content = Self.trimmed(Self.withoutComment(line))
        if openList != nil {
            openList?.text.append(" ")
            openList?.text += content
            if let list = openList, content.last == "]", Self.isQuoted(content).last == false {
                openList = nil
                addItems(Array(list.text.dropFirst().dropLast()), line: list.line)
            }
            return
        }
        let indentation = line.prefix { $0 == " " }.count
        if let block = blockIndentation {
            if content.isEmpty || indentation > block { return }
            blockIndentation = nil
        }
        if content.isEmpty || content == ["-", "-", "-"] { return }
        if content == ["-"] || content.starts(with: ["-", " "]) {
            // A list may stand right below its key, or deeper; and an item may have keys of its own.
            while let last = openKeys.last, last.indentation > indentation { openKeys.removeLast() }
            let item = Self.trimmed(Array(content.dropFirst()))
            // The keys of an item stand where its first key does, which can be any number of spaces after the dash.
            let gap = line.dropFirst(indentation + 1).prefix { $0 == " " }.count
            if !item.isEmpty { read(content: item, indentation: indentation + 1 + gap, number: number) }
        } else {
            read(content: content, indentation: indentation, number: number)
        }
    }

    private mutating func read(content: [Character], indentation: Int, number: Int) {
        guard let (name, text) = Self.keyAndValue(content) else { return add(content, line: number) }
        while let last = openKeys.last, last.indentation >= indentation { openKeys.removeLast() }
        openKeys.append((indentation, name))
        if let first = text.first, first == "|" || first == ">" {
            blockIndentation = indentation
            values.append(Value(key: key, text: String(first), line: number, isForTool: true))
        } else if !text.isEmpty {
            add(text, line: number)
        }
    }

    private mutating func add(_ text: [Character], line: Int) {
        guard text.first == "[" else { return addItem(text, line: line) }
        if text.count > 1, text.last == "]", Self.isQuoted(text).last == false {
            addItems(Array(text.dropFirst().dropLast()), line: line)
        } else {
            openList = (text, line)
        }
    }

    private mutating func addItems(_ content: [Character], line: Int) {
        let isQuoted = Self.isQuoted(content)
        var start = 0
        for index in content.indices where content[index] == "," && !isQuoted[index] {
            addItem(Array(content[start..<index]), line: line)
            start = index + 1
        }
        addItem(Array(content[start...]), line: line)
    }

    private mutating func addItem(_ text: [Character], line: Int) {
        let text = Self.trimmed(text)
        guard let first = text.first else { return }
        let item = Self.unquoted(text)
        guard !item.isEmpty else { return }
        values.append(Value(key: key, text: item, line: line, isForTool: "{[&*!|>".contains(first)))
    }

    // MARK: Characters

    private static func keyAndValue(_ content: [Character]) -> (key: String, value: [Character])? {
        let isQuoted = isQuoted(content)
        let separator = content.indices.first { index in
            content[index] == ":" && !isQuoted[index]
                && (index + 1 == content.count || content[index + 1].isWhitespace)
        }
        guard let separator, content.first != "[", content.first != "{" else { return nil }
        return (unquoted(trimmed(Array(content[..<separator]))), trimmed(Array(content[(separator + 1)...])))
    }

    private static func withoutComment(_ line: [Character]) -> [Character] {
        let isQuoted = isQuoted(line)
        let comment = line.indices.first { index in
            line[index] == "#" && !isQuoted[index] && (index == 0 || line[index - 1].isWhitespace)
        }
        return comment.map { Array(line[..<$0]) } ?? line
    }

    /// Whether each character is in quotes. A quotation mark inside plain text, as in `Shop's`, does not begin a quote.
    private static func isQuoted(_ text: [Character]) -> [Bool] {
        var result: [Bool] = []
        var quote: Character?
        var isStart = true
        var index = 0
        while index < text.count {
            let character = text[index]
            if let open = quote {
                let isPair = index + 1 < text.count && (open == "'" ? text[index + 1] == "'" : true)
                if isPair, character == (open == "'" ? "'" : "\\") {
                    // An escaped character.
                    result += [true, true]
                    index += 2
                    continue
                }
                result.append(true)
                if character == open { quote = nil }
            } else {
                let begins = isStart && (character == "'" || character == "\"")
                if begins { quote = character }
                result.append(begins)
                if character == "-" {
                    isStart = text[..<index].allSatisfy(\.isWhitespace)
                } else if !character.isWhitespace {
                    isStart = !begins && ":[,{".contains(character)
                }
            }
            index += 1
        }
        return result
    }

    private static func trimmed(_ text: [Character]) -> [Character] {
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { Array(rest[...$0]) } ?? []
    }

    /// The text without its quotes, and with the characters that are escaped in them.
    private static func unquoted(_ text: [Character]) -> String {
        guard text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return String(text)
        }
        let content = String(text.dropFirst().dropLast())
        guard first == "\"" else { return content.replacingOccurrences(of: "''", with: "'") }
        var result = ""
        var isEscaped = false
        for character in content {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}
