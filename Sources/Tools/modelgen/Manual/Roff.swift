/// Text in roff, the markup language of manual pages.
enum Roff {
    /// Text with its special characters escaped.
    static func text(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
        // At the start of a line, a dot would begin a macro.
        return escaped.split(separator: "\n", omittingEmptySubsequences: false)
            .map { ascii($0.hasPrefix(".") ? "\\&" + $0 : String($0)) }
            .joined(separator: "\n")
    }

    /// Escapes non-ASCII characters, because not every program that reads manual pages supports UTF-8.
    private static func ascii(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isASCII { return result.unicodeScalars.append(scalar) }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
        }
    }

    static func bold(_ text: String) -> String { "\\fB\(Self.text(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(Self.text(text))\\fR" }

    /// The paragraphs of a discussion. Indented lines stay as they are, and a line in capitals that ends with a colon
    /// is a heading.
    static func paragraphs(_ discussion: String) -> [String] {
        var lines: [String] = []
        var isVerbatim = false
        for line in discussion.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if isIndented != isVerbatim, !line.isEmpty {
                lines += isIndented ? [".RS 4", ".nf"] : [".fi", ".RE"]
                isVerbatim = isIndented
            }
            if line.isEmpty {
                lines.append(isVerbatim ? "" : ".PP")
            } else if line.hasSuffix(":"), line == line.uppercased() {
                lines.append(bold(line.prefix(1) + line.dropFirst().dropLast().lowercased()))
            } else {
                lines.append(text(isIndented ? String(line.dropFirst(2)) : String(line)))
            }
        }
        return isVerbatim ? lines + [".fi", ".RE"] : lines
    }
}
