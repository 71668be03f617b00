/// A text between commas (RFC 4180).
struct CSVField: CustomStringConvertible {
    var text: String

    var description: String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
