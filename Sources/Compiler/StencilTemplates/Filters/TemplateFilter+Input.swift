extension TemplateFilter.Input {
    /// The value as a string. Numbers and flags are converted.
    package func text() throws -> String {
        guard let text = Self.text(value) else { throw FilterError("needs a string, not \(Self.kind(of: value))") }
        return text
    }

    /// An argument as a string.
    package func text(at index: Int) throws -> String {
        guard let text = Self.text(argument(index)) else {
            throw FilterError("needs a string as argument \(index + 1), not \(Self.kind(of: argument(index)))")
        }
        return text
    }

    /// An argument as a flag.
    package func flag(at index: Int, default fallback: Bool) throws -> Bool {
        guard arguments.count > index else { return fallback }
        if case .flag(let flag) = argument(index) { return flag }
        if let flag = Self.text(argument(index)).flatMap(Bool.init) { return flag }
        throw FilterError("needs true or false as argument \(index + 1)")
    }

    /// An argument as an integer of at least zero.
    package func count(at index: Int, default fallback: Int) throws -> Int {
        guard arguments.count > index else { return fallback }
        guard case .integer(let count) = argument(index), (0...10_000).contains(count) else {
            throw FilterError("needs an integer from 0 to 10000 as argument \(index + 1)")
        }
        return count
    }

    /// An argument that is one of several words.
    package func choice(at index: Int, of words: [String]) throws -> String {
        guard arguments.count > index else { return words[0] }
        guard case .text(let word) = argument(index), words.contains(word) else {
            throw FilterError("needs one of \(words.joined(separator: ", ")) as argument \(index + 1)")
        }
        return word
    }

    /// The maximum number of bytes of a text that a filter makes from others: far more than any file of code.
    static let maximumByteCount = 64 * 1024 * 1024

    /// Checks the length of a text that repeats a part, before it is made, because it could fill the memory.
    static func checkLength(_ byteCount: Int, times count: Int) throws {
        guard Double(byteCount) * Double(count) <= Double(maximumByteCount) else {
            throw FilterError("makes a string of more than \(maximumByteCount / 1024 / 1024) MB")
        }
    }

    /// A result for each member if the value is a list; otherwise one result.
    func eachText(_ change: (String) -> String) -> RenderedValue {
        if case .list(let list) = value { return .list(list.map { .text(change($0.printed)) }) }
        return .text(change(value.printed))
    }

    private func argument(_ index: Int) -> RenderedValue? { arguments.indices.contains(index) ? arguments[index] : nil }

    private static func text(_ value: RenderedValue?) -> String? {
        switch value {
        case .text, .flag, .integer, .fraction, .number: value.printed
        case .list, .group, .object, .macro, nil: nil
        }
    }

    private static func kind(of value: RenderedValue?) -> String {
        switch value {
        case nil: "nothing"
        case .list: "a list"
        case .group: "a table"
        case .object(let object) where object is TemplateTable: "a table"
        default: "something else"
        }
    }
}
