/// JSON that comes from elsewhere and is written down as it is.
enum JSONText {
    /// The text without line breaks, which stand between tokens only: so an object stays on one line.
    static func onOneLine(_ text: [UInt8]) -> [UInt8] {
        guard text.contains(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) else { return text }
        return text.map { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn ? ASCII.space : $0 }
    }
}
