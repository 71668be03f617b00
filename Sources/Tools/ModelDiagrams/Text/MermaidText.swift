import StructuredText

/// Text of a model, made safe for any place for text in a Mermaid diagram.
///
/// All characters except letters, digits, `_`, and those in `allowing` become Mermaid's numeric entity codes (`#35;`),
/// which Mermaid decodes after parsing, so no text can end a line, a label, or a string. Mermaid passes labels to the
/// page as HTML. The function does not rely on Mermaid's sanitizer: it replaces `<`, `>`, `&`, and quotes with similar
/// characters that have no meaning there.
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
