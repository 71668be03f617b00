extension String {
    /// The text for a terminal: control characters, and characters that change the direction of text, appear as `·`.
    ///
    /// A terminal would obey them: they move the cursor, change colors and titles, or make text look like other text.
    ///
    /// - Parameter keepsLines: Whether line feeds and tabs remain.
    package func shownOnTerminal(keepsLines: Bool = false) -> String {
        guard unicodeScalars.contains(where: \.isObeyedByTerminals) else { return self }
        var shown = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let isKept = !scalar.isObeyedByTerminals || keepsLines && (scalar == "\n" || scalar == "\t")
            shown.append(isKept ? scalar : "·")
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls, Delete, and the controls of bidirectional text.
    fileprivate var isObeyedByTerminals: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
