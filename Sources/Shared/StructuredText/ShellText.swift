extension String {
    /// The text as one word of a shell, whatever it contains.
    ///
    /// Shells read bytes, so a quotation mark ends a word even where it is one character together with a mark.
    package var shellQuoted: String {
        let isPlain =
            !isEmpty && first != "~" && first != "="
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "-")...UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "_"), UInt8(ascii: "%"),
                    UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "="):
                    true
                default: false
                }
            }
        if isPlain { return self }
        guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            return "'" + replacing(scalar: "'", with: #"'\''"#) + "'"
        }
        // A terminal takes control characters that are pasted for keys.
        var quoted = "$'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'": quoted += #"\'"#
            case "\\": quoted += #"\\"#
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                quoted += (scalar.value < 0x10 ? #"\x0"# : #"\x"#) + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }

    /// The text with another text in place of each occurrence of a scalar, even where that is one character together
    /// with others.
    package func replacing(scalar: Unicode.Scalar, with replacement: String) -> String {
        guard unicodeScalars.contains(scalar) else { return self }
        var replaced = ""
        for member in unicodeScalars {
            if member == scalar { replaced += replacement } else { replaced.unicodeScalars.append(member) }
        }
        return replaced
    }
}
