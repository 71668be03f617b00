/// Writes JSON that is easy to read and compare: indented by two spaces, one member on each line, with a final line
/// feed.
///
/// Foundation's encoder sorts members by name, and does not document its spacing.
package enum JSONText {
    package static func text(of value: StructuredValue) -> String {
        var text = ""
        write(value, indentation: "", to: &text)
        return text + "\n"
    }

    private static func write(_ value: StructuredValue, indentation: String, to text: inout String) {
        switch value {
        case .string(let string): text += QuotedText.quoted(string)
        case .number(let number): text += String(number)
        case .null: text += "null"
        case .boolean(let isTrue): text += isTrue ? "true" : "false"
        case .array(let values):
            writeList(values, "[", "]", indentation: indentation, to: &text) { value, inner, text in
                write(value, indentation: inner, to: &text)
            }
        case .object(let members):
            writeList(members, "{", "}", indentation: indentation, to: &text) { member, inner, text in
                text += QuotedText.quoted(member.name) + ": "
                write(member.value, indentation: inner, to: &text)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item], _ opening: String, _ closing: String, indentation: String, to text: inout String,
        write: (Item, _ indentation: String, inout String) -> Void
    ) {
        text += opening
        let inner = indentation + "  "
        for (index, item) in items.enumerated() {
            text += (index == 0 ? "\n" : ",\n") + inner
            write(item, inner, &text)
        }
        text += (items.isEmpty ? "" : "\n" + indentation) + closing
    }
}
