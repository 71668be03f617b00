import StructuredText

/// Text of a model, made safe for any place in a Mermaid diagram where text may stand.
///
/// All but letters, digits, `_` and the characters of `allowing` become Mermaid's numeric entity codes (`#35;`), which
/// are decoded after parsing only: no text can end a line, a label or a string. Mermaid hands labels to the page as
/// HTML, and its own sanitizer is not relied on: `<`, `>`, `&` and quotes become look-alikes that mean nothing there.
func mermaidText(_ text: String, allowing allowed: Set<Unicode.Scalar> = []) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        if scalar == "_" || allowed.contains(scalar) || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
        {
            escaped.unicodeScalars.append(scalar)
        } else {
            escaped += "#\((isHarmless(scalar) ? lookAlike(of: scalar) : "\u{FFFD}").value);"
        }
    }
    return escaped
}

private func lookAlike(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "<": "\u{2039}"
    case ">": "\u{203A}"
    case "&": "\u{FF06}"
    case "\"": "\u{201D}"
    case "'": "\u{2019}"
    case "`": "\u{2018}"
    case "*": "\u{2217}"
    case "~": "\u{223C}"
    case "\\": "\u{FF3C}"
    default: scalar
    }
}
