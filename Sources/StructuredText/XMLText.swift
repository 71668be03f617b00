/// Text made safe for XML, as content and between double quotes.
///
/// Characters that XML cannot hold become a visible sign.
package func xmlText(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
        case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}

/// Whether a character is neither a control character nor one that changes the direction of the text around it.
package func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF: false
    default: true
    }
}
