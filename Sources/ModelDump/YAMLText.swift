/// Writes a dump as YAML in block style.
///
/// Keys are the format's own plain words; empty arrays and objects do not occur in a dump.
enum YAMLText {
    static func text(of value: DumpValue) -> String {
        var text = ""
        write(value, indent: "", to: &text)
        return text
    }

    /// Writes a value that begins at the start of a line, or after `- `.
    private static func write(_ value: DumpValue, indent: String, to text: inout String) {
        switch value {
        case .string(let string): text += QuotedText.quoted(string) + "\n"
        case .integer(let number): text += "\(number)\n"
        case .boolean(let flag): text += flag ? "true\n" : "false\n"
        case .array(let values):
            for (index, value) in values.enumerated() {
                text += (index == 0 ? "" : indent) + "- "
                write(value, indent: indent + "  ", to: &text)
            }
        case .object(let members):
            for (index, member) in members.enumerated() {
                text += (index == 0 ? "" : indent) + member.key + ":"
                writeMember(member.value, indent: indent + "  ", to: &text)
            }
        }
    }

    private static func writeMember(_ value: DumpValue, indent: String, to text: inout String) {
        switch value {
        case .string, .integer, .boolean:
            text += " "
            write(value, indent: indent, to: &text)
        case .array, .object:
            text += "\n" + indent
            write(value, indent: indent, to: &text)
        }
    }
}
