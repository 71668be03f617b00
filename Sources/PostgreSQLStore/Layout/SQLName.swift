import SQLTranslation

/// Names of the database, as models and people write them.
enum SQLName {
    /// How many bytes the server keeps of a name.
    private static let greatestByteCount = 63

    /// A name in quotes, which SQL takes for nothing else.
    static func quoted(_ name: String) -> String { SQLQuotes.quoted(name, by: "\"") }

    /// A text in quotes.
    static func literal(_ text: String) -> String {
        var usable = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars where scalar != "\0" {
            if scalar == "\\" {
                usable.append(scalar)
                isEscaped = true
            }
            usable.append(scalar)
        }
        return (isEscaped ? "E" : "") + SQLQuotes.quoted(String(usable), by: "'")
    }

    /// `first_name` for `firstName`, and `http_server` for `HTTPServer`.
    static func snakeCase(_ name: String) -> String {
        let letters = Array(name)
        var words = ""
        for (index, letter) in letters.enumerated() {
            if letter.isUppercase, index > 0, letters[index - 1] != "_" {
                let followsSmall = !letters[index - 1].isUppercase
                let endsRun = index + 1 < letters.count && letters[index + 1].isLowercase
                if followsSmall || endsRun { words += "_" }
            }
            words += letter.lowercased()
        }
        return words
    }

    /// A name that is not taken, as near as can be to one that may be: cut to what the server keeps, with a number where
    /// another has it.
    static func free(_ name: String, _ taken: inout Set<String>) -> String {
        let wanted = cut(name.isEmpty ? "unnamed" : name, to: greatestByteCount)
        var candidate = wanted
        var number = 1
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = cut(wanted, to: greatestByteCount - String(number).utf8.count - 1) + "_\(number)"
        }
        return candidate
    }

    private static func cut(_ name: String, to count: Int) -> String {
        var cut = name
        while cut.utf8.count > count { cut.unicodeScalars.removeLast() }
        return cut
    }
}
