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
    }

    /// In the order of the file.
    private(set) var values: [Value] = []

    private var openKeys: [(indentation: Int, name: String)] = []
    /// The indentation of a key whose value is a block of text; lines deeper than it are that text.
    private var blockIndentation: Int?

    init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            read(line, number: index + 1)
        }
    }

    private mutating func read(_ line: Substring, number: Int) {
        let content = Self.withoutComment(line).trimmingCharacters(in: .whitespaces)
        if content.isEmpty || content == "---" { return }
        let indentation = line.prefix { $0 == " " }.count
        if let block = blockIndentation {
            if indentation > block { return }
            blockIndentation = nil
        }
        if content == "-" || content.hasPrefix("- ") {
            // A list may stand right below its key, or deeper; and an item may have keys of its own.
            while let last = openKeys.last, last.indentation > indentation { openKeys.removeLast() }
            read(content.dropFirst(1).drop { $0 == " " }, indentation: indentation + 2, number: number)
        } else {
            read(content[...], indentation: indentation, number: number)
        }
    }

    private mutating func read(_ content: Substring, indentation: Int, number: Int) {
        if let (name, text) = Self.keyAndValue(String(content)) {
            while let last = openKeys.last, last.indentation >= indentation { openKeys.removeLast() }
            openKeys.append((indentation, name))
            if text.hasPrefix("|") || text.hasPrefix(">") {
                blockIndentation = indentation
            } else if !text.isEmpty {
                add(text, line: number)
            }
        } else {
            add(String(content), line: number)
        }
    }

    private mutating func add(_ text: String, line: Int) {
        let key = openKeys.map(\.name).joined(separator: ".")
        let isList = text.hasPrefix("[") && text.hasSuffix("]")
        let items = isList ? text.dropFirst().dropLast().split(separator: ",").map(String.init) : [text]
        for item in items {
            let item = Self.unquoted(item.trimmingCharacters(in: .whitespaces))
            if !item.isEmpty { values.append(Value(key: key, text: item, line: line)) }
        }
    }

    private static func keyAndValue(_ content: String) -> (key: String, value: String)? {
        if content.hasSuffix(":") { return (unquoted(String(content.dropLast())), "") }
        guard let separator = content.range(of: ": ") else { return nil }
        let value = content[separator.upperBound...].trimmingCharacters(in: .whitespaces)
        return (unquoted(String(content[..<separator.lowerBound])), value)
    }

    private static func withoutComment(_ line: Substring) -> String {
        if line.drop(while: { $0 == " " }).hasPrefix("#") { return "" }
        return line.components(separatedBy: " #").first ?? ""
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count >= 2, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return text
        }
        return String(text.dropFirst().dropLast())
    }
}
