extension TemplateFilter.Input {
    /// The value as text. Numbers and flags are written as they print.
    func text() throws -> String {
        guard let text = Self.text(value) else { throw FilterFailure("needs a text, and gets \(Self.kind(of: value))") }
        return text
    }

    /// An argument as text.
    func text(at index: Int) throws -> String {
        guard let text = Self.text(argument(index)) else {
            throw FilterFailure("needs a text as argument \(index + 1), and gets \(Self.kind(of: argument(index)))")
        }
        return text
    }

    /// An argument as a flag.
    func flag(at index: Int, default fallback: Bool) throws -> Bool {
        guard arguments.count > index else { return fallback }
        if let flag = argument(index) as? Bool { return flag }
        if let flag = Self.text(argument(index)).flatMap(Bool.init) { return flag }
        throw FilterFailure("needs true or false as argument \(index + 1)")
    }

    /// An argument as a whole number of at least zero.
    func count(at index: Int, default fallback: Int) throws -> Int {
        guard arguments.count > index else { return fallback }
        guard let count = argument(index) as? Int, (0...10_000).contains(count) else {
            throw FilterFailure("needs a number from 0 to 10000 as argument \(index + 1)")
        }
        return count
    }

    /// An argument that is one of several words.
    func choice(at index: Int, of words: [String]) throws -> String {
        guard arguments.count > index else { return words[0] }
        guard let word = argument(index) as? String, words.contains(word) else {
            throw FilterFailure("needs one of \(words.joined(separator: ", ")) as argument \(index + 1)")
        }
        return word
    }

    /// A text for each of the value's texts, where it is a list; else one for the value.
    func eachText(_ change: (String) -> String) -> Any {
        if let list = value as? [Any] { return list.map { change(TemplateText.of($0)) } }
        return change(TemplateText.of(value))
    }

    private func argument(_ index: Int) -> Any? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }

    private static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let flag as Bool: String(flag)
        case let integer as Int: String(integer)
        case let number as Float: String(number)
        case let number as Double: String(number)
        default: nil
        }
    }

    private static func kind(of value: Any?) -> String {
        switch value {
        case nil: "nothing"
        case is [Any]: "a list"
        case is TemplateTable, is [String: Any]: "a table"
        default: "something else"
        }
    }
}
