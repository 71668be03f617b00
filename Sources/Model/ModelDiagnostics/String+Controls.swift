import ModelSchema

extension String {
    /// The string on one line. Escapes replace control characters, line separators, characters that hide or reorder
    /// others, and code points that are not characters.
    ///
    /// Names come from the model. A line feed or an escape sequence of the terminal in a name must not forge a line,
    /// and XML does not allow the code points.
    package var withVisibleControls: String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControl || scalar.properties.isNoncharacterCodePoint {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
