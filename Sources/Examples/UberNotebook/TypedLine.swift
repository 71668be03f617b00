import Foundation

/// One line of input: `edit 2 Milk and honey`.
struct TypedLine {
    var verb: String
    /// The text after the verb.
    var rest: String

    /// The next nonempty line; nil at the end of the input. Prints lines that do not come from a terminal.
    static func next() -> TypedLine? {
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let verb = words.first else { continue }
            if isatty(STDIN_FILENO) == 0 { print("> \(line)") }
            return TypedLine(verb: verb, rest: words.count > 1 ? words[1] : "")
        }
        return nil
    }

    /// The number at the beginning of the rest, and the text after it.
    var numbered: (number: Int, text: String)? {
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = words.first, let number = Int(first) else { return nil }
        return (number, words.count > 1 ? words[1] : "")
    }
}
