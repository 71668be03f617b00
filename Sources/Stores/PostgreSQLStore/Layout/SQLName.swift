import SQLStore

/// Names of the database: their quotes, style, and uniqueness.
enum SQLName {
    /// The maximum length of a name on the server, in bytes.
    static let maximumByteCount = 63

    /// Returns a name in quotes.
    static func quoted(_ name: String) -> String { SQLQuotes.quoted(name, by: "\"") }

    /// Returns a string in quotes.
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

    /// Returns `first_name` for `firstName`, and `http_server` for `HTTPServer`.
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

    /// Returns an unused name: the given one, shortened to the maximum length, with a number if it is taken.
    static func free(_ name: String, _ taken: inout Set<String>) -> String {
        let wanted = cut(name.isEmpty ? "unnamed" : name, to: maximumByteCount)
        var candidate = wanted
        var number = 1
        while !taken.insert(candidate).inserted {
            number += 1
            candidate = cut(wanted, to: maximumByteCount - String(number).utf8.count - 1) + "_\(number)"
        }
        return candidate
    }

    private static func cut(_ name: String, to count: Int) -> String {
        var cut = name
        while cut.utf8.count > count { cut.unicodeScalars.removeLast() }
        return cut
    }
}
