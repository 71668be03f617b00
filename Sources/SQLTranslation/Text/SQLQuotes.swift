/// Names and texts between quotes, as every dialect has them.
package enum SQLQuotes {
    /// A text between quotes, with the quotes in it doubled.
    ///
    /// A database reads scalar by scalar: a quote with an accent on it, which Swift takes for another character, ends a name all the
    /// same.
    package static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        var quoted = String.UnicodeScalarView([quote])
        for scalar in text.unicodeScalars {
            if scalar == quote { quoted.append(quote) }
            quoted.append(scalar)
        }
        quoted.append(quote)
        return String(quoted)
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may obey it rather than show it, or turns the direction of what comes after it.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
