/// Writes YAML in block style. Strings are always quoted, so values are unambiguous.
///
/// The names of members must be plain words.
package enum YAMLText {
    package static func text(of value: StructuredValue) -> String {
        var text = ""
        write(value, indent: "", to: &text)
        return text
    }

    /// Writes a value at the start of a line, or after `- `.
    private static func write(_ value: StructuredValue, indent: String, to text: inout String) {
        switch value {
        case .string(let string): text += QuotedText.quoted(string) + "\n"
        case .number(let number): text += "\(number)\n"
        case .boolean(let flag): text += flag ? "true\n" : "false\n"
        case .null: text += "null\n"
        case .array([]): text += "[]\n"
        case .object([]): text += "{}\n"
        case .array(let values):
            for (index, value) in values.enumerated() {
                text += (index == 0 ? "" : indent) + "- "
                write(value, indent: indent + "  ", to: &text)
            }
        case .object(let members):
            for (index, member) in members.enumerated() {
                text += (index == 0 ? "" : indent) + member.name + ":"
                writeMember(member.value, indent: indent + "  ", to: &text)
            }
        }
    }

    private static func writeMember(_ value: StructuredValue, indent: String, to text: inout String) {
        switch value {
        case .string, .number, .boolean, .null, .array([]), .object([]):
            text += " "
            write(value, indent: indent, to: &text)
        case .array, .object:
            text += "\n" + indent
            write(value, indent: indent, to: &text)
        }
    }
}
