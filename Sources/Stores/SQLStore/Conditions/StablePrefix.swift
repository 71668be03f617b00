/// The common part of a string's spellings: canonically equivalent strings are equal, but a column contains one.
enum StablePrefix {
    /// Returns the character that is equivalent to an ASCII character: the Kelvin sign, the Greek question mark, or the
    /// Greek varia.
    private static func other(than byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "K"): "\u{212A}"
        case UInt8(ascii: ";"): "\u{37E}"
        case UInt8(ascii: "`"): "\u{1FEF}"
        default: nil
        }
    }

    /// The maximum number of characters with two spellings.
    private static let maximumChoiceCount = 4

    /// Returns all spellings of a string; nil if it has too many.
    static func spellings(of text: String) -> [String]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }),
            case let choiceCount = text.utf8.count(where: { other(than: $0) != nil }),
            choiceCount <= maximumChoiceCount
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

    /// Returns the prefix, in bytes, of all strings that begin with this one.
    ///
    /// It excludes a letter before a character outside of ASCII, because the two may be spelled as one character.
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

    /// Returns the smallest string after all that begin with an ASCII string; nil if there is none.
    static func end(of prefix: String) -> String? {
        var scalars = prefix.unicodeScalars
        guard let last = scalars.popLast(), last.value < 0x7F, let next = Unicode.Scalar(last.value + 1) else {
            return nil
        }
        scalars.append(next)
        return String(scalars)
    }
}
