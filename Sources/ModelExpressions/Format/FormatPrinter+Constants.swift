extension FormatPrinter {
    mutating func print(_ value: ConstantValue) {
        if let cast = CastConstant.literal(for: value) {
            return print(cast.literal, castTo: cast.type, original: value)
        }
        switch value {
        case .null:
            text += "nil"
        case .boolean(let flag):
            text += flag ? "TRUE" : "FALSE"
        case .integer(let number):
            text += String(number)
        case .real(let number) where number.isFinite:
            text += String(number)
        case .string(let string):
            printString(string)
        case .collection(let members):
            print(members)
        case .real, .opaque, .date, .uuid, .url, .decimal, .data:
            printArgument(.constant(value))
        }
    }

    private mutating func print(_ literal: ConstantValue, castTo type: String, original: ConstantValue) {
        if case .real(let number) = literal, !number.isFinite {
            return printArgument(.constant(original))
        }
        text += "CAST("
        print(literal)
        text += ", "
        printString(type)
        text += ")"
    }

    private mutating func print(_ members: [ConstantValue]) {
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += ", " }
            print(member)
        }
        text += "}"
    }

    /// Writes a string in double quotes, control characters as escapes.
    mutating func printString(_ string: String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case _ where Self.endsLineOrIsControl(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    private static func endsLineOrIsControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
