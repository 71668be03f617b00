import JSONTokens

/// JSON from elsewhere that is written unchanged.
enum JSONText {
    /// The text without line breaks, which only occur between tokens, so an object is on one line.
    static func onOneLine(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) else { return text }
        return text.map { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn ? ASCII.space : $0 }
    }
}
