extension String {
    /// The text on one line: control characters, line separators, characters that hide or reorder others, and code points
    /// that are not characters are spelt out.
    ///
    /// Names come from the model; a line feed or a terminal's escape in one must not forge a line of its own, and XML does
    /// not allow the code points.
    package var withVisibleControls: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                result += scalar.escaped(asASCII: true)
            case .unassigned where scalar.properties.isNoncharacterCodePoint:
                result += scalar.escaped(asASCII: true)
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
