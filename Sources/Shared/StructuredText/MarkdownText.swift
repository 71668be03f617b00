/// Returns text of a model that is safe inside a line or a table cell of Markdown.
///
/// A backslash escapes characters with a meaning in Markdown, character references replace those with a meaning in
/// HTML, addresses and names do not become links and mentions, and line breaks become spaces.
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
