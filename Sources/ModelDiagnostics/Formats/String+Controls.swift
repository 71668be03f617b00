extension String {
    /// The text on one line: control characters and line separators are spelt out.
    ///
    /// Names come from the model; a line feed or a terminal's escape in one must not forge a line of its own.
    var withVisibleControls: String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}" {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
