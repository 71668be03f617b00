/// Writes JSON for people and for comparing texts: two spaces a level, one member a line, a line feed at the end.
///
/// Foundation's encoder sorts members by name, which puts `code` before `severity` and the version last; and its
/// spacing is its own affair.
struct JSONTextWriter {
    private var text = ""

    static func text(of value: JSONValue) -> String {
        var writer = JSONTextWriter()
        writer.write(value, indentation: "")
        return writer.text + "\n"
    }

    private mutating func write(_ value: JSONValue, indentation: String) {
        switch value {
        case .string(let string): write(string)
        case .number(let number): text += String(number)
        case .boolean(let isTrue): text += isTrue ? "true" : "false"
        case .array(let values):
            writeList(values, "[", "]", indentation: indentation) { writer, value, inner in
                writer.write(value, indentation: inner)
            }
        case .object(let members):
            writeList(members, "{", "}", indentation: indentation) { writer, member, inner in
                writer.write(member.name)
                writer.text += ": "
                writer.write(member.value, indentation: inner)
            }
        }
    }

    private mutating func writeList<Item>(
        _ items: [Item], _ opening: String, _ closing: String, indentation: String,
        write: (inout Self, Item, _ indentation: String) -> Void
    ) {
        text += opening
        let inner = indentation + "  "
        for (index, item) in items.enumerated() {
            text += (index == 0 ? "\n" : ",\n") + inner
            write(&self, item, inner)
        }
        text += (items.isEmpty ? "" : "\n" + indentation) + closing
    }

    private mutating func write(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // The separators are legal in JSON and end a line in some of its readers.
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
