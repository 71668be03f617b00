/// Text of a model, made safe for a place inside a line or a table cell of Markdown.
///
/// What Markdown gives a meaning inside a line is escaped with a backslash, what HTML gives one becomes a character
/// reference, an address does not turn into a link nor a name into a mention, and line breaks become spaces.
package func markdownText(_ text: String) -> String {
    var escaped = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case ":" where index + 1 < scalars.count && scalars[index + 1] == "/": escaped += "&#58;"
        case "." where scalars[..<index].suffix(3).allSatisfy { $0 == "w" || $0 == "W" } && index > 2:
            escaped += "&#46;"
        case "@": escaped += "&#64;"
        case "\n", "\r", "\t": escaped += " "
        default:
            if isMeaningful(scalar, at: index) { escaped += "\\" }
            escaped.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
        }
    }
    return escaped
}

private func isMeaningful(_ scalar: Unicode.Scalar, at index: Int) -> Bool {
    switch scalar {
    case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "$": true
    case "-", "+": index == 0
    default: false
    }
}
