/// Writes a dump as JSON.
enum JSONText {
    static func text(of value: DumpValue) -> String {
        var text = ""
        write(value, indent: "", to: &text)
        return text + "\n"
    }

    private static func write(_ value: DumpValue, indent: String, to text: inout String) {
        let inner = indent + "  "
        switch value {
        case .string(let string): text += QuotedText.quoted(string)
        case .integer(let number): text += String(number)
        case .boolean(let flag): text += flag ? "true" : "false"
        case .array(let values):
            text += "[\n"
            for (index, value) in values.enumerated() {
                text += inner
                write(value, indent: inner, to: &text)
                text += index == values.count - 1 ? "\n" : ",\n"
            }
            text += indent + "]"
        case .object(let members):
            text += "{\n"
            for (index, member) in members.enumerated() {
                text += "\(inner)\(QuotedText.quoted(member.key)): "
                write(member.value, indent: inner, to: &text)
                text += index == members.count - 1 ? "\n" : ",\n"
            }
            text += indent + "}"
        }
    }
}
