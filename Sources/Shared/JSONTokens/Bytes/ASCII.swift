/// The bytes with a meaning in JSON, dates, and Base64.
@usableFromInline
package enum ASCII {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var dot: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var nine: UInt8 { 0x39 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var equals: UInt8 { 0x3D }
    @inlinable package static var at: UInt8 { 0x40 }
    @inlinable package static var openBracket: UInt8 { 0x5B }
    @inlinable package static var backslash: UInt8 { 0x5C }
    @inlinable package static var closeBracket: UInt8 { 0x5D }
    @inlinable package static var e: UInt8 { 0x65 }
    @inlinable package static var f: UInt8 { 0x66 }
    @inlinable package static var n: UInt8 { 0x6E }
    @inlinable package static var t: UInt8 { 0x74 }
    @inlinable package static var u: UInt8 { 0x75 }
    @inlinable package static var openBrace: UInt8 { 0x7B }
    @inlinable package static var closeBrace: UInt8 { 0x7D }

    /// The lower-case form of an ASCII letter. Other bytes become lower-case letters only if they already were.
    @inline(__always) @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 { byte | 0x20 }

    /// The value of a decimal digit; nil for every other byte.
    @inline(__always) @inlinable
    package static func digit(_ byte: UInt8) -> UInt8? {
        let value = byte &- zero
        return value <= 9 ? value : nil
    }

    /// The value of a hexadecimal digit in either case; nil for every other byte.
    package static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        if let digit = digit(byte) { return digit }
        let value = lowercased(byte) &- 0x61
        return value < 6 ? value + 10 : nil
    }
}
