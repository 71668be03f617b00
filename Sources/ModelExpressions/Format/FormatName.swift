/// The characters of names in a format.
enum FormatName {
    static func canStart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return isASCIILetter(UInt8(scalar.value)) || scalar == "_" }
        return scalar.properties.isXIDStart
    }

    static func canContinue(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return canStart(scalar) || ("0"..."9").contains(scalar) }
        return scalar.properties.isXIDContinue
    }

    static func isASCIILetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    /// Whether a string can be written as a name, with a `#` before it if it is a reserved word.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, canStart(first) else { return false }
        return text.unicodeScalars.dropFirst().allSatisfy(canContinue)
    }
}
