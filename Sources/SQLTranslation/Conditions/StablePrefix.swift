/// What all spellings of a text have in common: texts are equal that are canonically equivalent, and columns hold one spelling.
enum StablePrefix {
    /// The ASCII characters that other characters are equivalent to: the signs for Kelvin, the Greek question mark and the
    /// Greek varia.
    private static func other(than byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "K"): "\u{212A}"
        case UInt8(ascii: ";"): "\u{37E}"
        case UInt8(ascii: "`"): "\u{1FEF}"
        default: nil
        }
    }

    /// How many characters with two spellings a text may have.
    private static let greatestChoiceCount = 4

    /// All spellings of a text; nil for one with more than a few.
    static func spellings(of text: String) -> [String]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }),
            case let choiceCount = text.utf8.count(where: { other(than: $0) != nil }),
            choiceCount <= greatestChoiceCount
        else { return nil }
        if choiceCount == 0 { return [text] }
        var spellings = [""]
        for byte in text.utf8 {
            let plain = Unicode.Scalar(byte)
            let other = other(than: byte)
            spellings = spellings.flatMap { begun -> [String] in
                var begun = begun
                let instead = other.map { begun + $0 }
                begun.unicodeScalars.append(plain)
                return [begun] + [instead].compactMap { $0 }
            }
        }
        return spellings
    }

    /// What every text begins with that begins with this one, in bytes.
    ///
    /// A letter before a character beyond ASCII may be spelled together with it.
    static func of(_ text: String, isPattern: Bool = false) -> String {
        var prefix = ""
        for byte in text.utf8 {
            guard byte < 0x80 else {
                if !prefix.isEmpty { prefix.unicodeScalars.removeLast() }
                break
            }
            if other(than: byte) != nil { break }
            if isPattern, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "\\") {
                break
            }
            prefix.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return prefix
    }

    /// The least text after all that begin with an ASCII text; nil where there is none.
    static func end(of prefix: String) -> String? {
        var scalars = prefix.unicodeScalars
        guard let last = scalars.popLast(), last.value < 0x7F, let next = Unicode.Scalar(last.value + 1) else {
            return nil
        }
        scalars.append(next)
        return String(scalars)
    }
}
