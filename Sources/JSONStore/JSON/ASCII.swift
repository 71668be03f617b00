/// The bytes with a meaning in JSON, dates, and Base64.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let quote: UInt8 = 0x22
    static let plus: UInt8 = 0x2B
    static let comma: UInt8 = 0x2C
    static let minus: UInt8 = 0x2D
    static let dot: UInt8 = 0x2E
    static let slash: UInt8 = 0x2F
    static let zero: UInt8 = 0x30
    static let nine: UInt8 = 0x39
    static let colon: UInt8 = 0x3A
    static let equals: UInt8 = 0x3D
    static let at: UInt8 = 0x40
    static let openBracket: UInt8 = 0x5B
    static let backslash: UInt8 = 0x5C
    static let closeBracket: UInt8 = 0x5D
    static let e: UInt8 = 0x65
    static let f: UInt8 = 0x66
    static let n: UInt8 = 0x6E
    static let t: UInt8 = 0x74
    static let u: UInt8 = 0x75
    static let openBrace: UInt8 = 0x7B
    static let closeBrace: UInt8 = 0x7D

    /// The lower-case form of an ASCII letter. Other bytes become lower-case letters only if they already were.
    @inline(__always)
    static func lowercased(_ byte: UInt8) -> UInt8 { byte | 0x20 }

    /// The value of a decimal digit; nil for every other byte.
    @inline(__always)
    static func digit(_ byte: UInt8) -> UInt8? {
        let value = byte &- zero
        return value <= 9 ? value : nil
    }

    /// The value of a hexadecimal digit in either case; nil for every other byte.
    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        if let digit = digit(byte) { return digit }
        let value = lowercased(byte) &- 0x61
        return value < 6 ? value + 10 : nil
    }
}
