import StructuredText

/// Text of a model, made safe for HTML and SVG, as content and between double or single quotes.
///
/// A visible sign replaces control characters, which neither format can contain, and characters that reorder the text
/// around them.
func htmlText(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        default: escaped.unicodeScalars.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
        }
    }
    return escaped
}
