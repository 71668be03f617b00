/// A call in a source file that ends the program.
struct ProgramEndCall {
    /// The message, with an ellipsis for each interpolation.
    var message: String

    /// Returns the calls in a source file, in their order.
    static func all(in text: String) -> [ProgramEndCall] {
        guard text.contains("endProgram(") || text.contains("require(") else { return [] }
        return text.matches(of: /(?m)^(?!\s*\/\/)[^"\n]*?\b(?:endProgram|require)\((?!_ )/).compactMap { match in
            // The test library's macro, and the functions themselves.
            guard !match.output.contains("#require"), !match.output.contains("func ") else { return nil }
            var scanner = LiteralScanner(text: text[match.range.upperBound...])
            return ProgramEndCall(message: scanner.literalsOfArguments())
        }
    }
}

/// Reads the string literals of a list of arguments.
private struct LiteralScanner {
    var text: Substring

    /// Returns the literals up to the closing parenthesis, as one line.
    mutating func literalsOfArguments() -> String {
        var found = ""
        var depth = 1
        while depth > 0, let character = text.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": found += literal()
            default: break
            }
        }
        return found.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the rest of a literal whose first quotation mark has been read.
    private mutating func literal() -> String {
        let isMultiline = text.hasPrefix("\"\"")
        if isMultiline { text.removeFirst(2) }
        var found = ""
        while let character = text.popFirst() {
            if character == "\"", !isMultiline { return found }
            if character == "\"", text.hasPrefix("\"\"") {
                text.removeFirst(2)
                return found
            }
            guard character == "\\" else {
                found.append(character)
                continue
            }
            switch text.popFirst() {
            case "(":
                _ = literalsOfArguments()
                found.append("…")
            case "\n", nil: break
            case let escaped?: found.append(escaped)
            }
        }
        return found
    }
}
