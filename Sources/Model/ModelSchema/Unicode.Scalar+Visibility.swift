extension Unicode.Scalar {
    /// Whether a terminal may execute the character instead of showing it, or whether it ends a line, hides other
    /// characters, or reorders them.
    package var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Whether the character appears as itself everywhere: it is not a control, and its meaning is not private or open.
    package var isVisible: Bool {
        switch properties.generalCategory {
        case .privateUse, .unassigned, .surrogate: false
        default: !isControl
        }
    }
}
