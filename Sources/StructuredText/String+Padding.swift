extension String {
    /// The text with spaces behind it, up to a number of characters: a cell of a table for a terminal.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
