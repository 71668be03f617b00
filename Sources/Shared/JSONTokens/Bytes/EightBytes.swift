/// Eight bytes of text that are tested at once.
///
/// Each test returns a word whose lowest set bit is in the first matching byte (in text order). Higher bits are
/// meaningless, because subtractions borrow out of a matching byte, so only the first match is exact.
@usableFromInline
package struct EightBytes {
    /// The first byte of the text in the lowest eight bits.
    @usableFromInline
    package let word: UInt64

    /// Loads the eight bytes at `offset`, which must be inside `bytes`.
    @inline(__always) @inlinable
    package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Bytes that end a run of plain text when reading: quote, backslash, control characters, anything not ASCII.
    @inline(__always) @inlinable
    package var readingStops: UInt64 {
        (quotesAndBackslashes | (word &- Self.repeating(0x20)) | word) & Self.repeating(0x80)
    }

    /// Bytes that may need an escape when writing: quote, backslash, control characters, and 0xE2, the first byte
    /// of U+2028 and U+2029 (and of other characters, which the caller tells apart).
    @inline(__always) @inlinable
    package var writingStops: UInt64 {
        let notASCII = word & Self.repeating(0x80)
        let e2 = (word ^ Self.repeating(0xE2)) &- Self.repeating(0x01)
        let e2Stops = e2 & ~(word ^ Self.repeating(0xE2)) & Self.repeating(0x80)
        let asciiStops = (quotesAndBackslashes | (word &- Self.repeating(0x20))) & Self.repeating(0x80) & ~notASCII
        return asciiStops | e2Stops
    }

    /// Quotes and backslashes.
    @inline(__always) @inlinable
    package var quotesAndBackslashes: UInt64 {
        ((word ^ Self.repeating(ASCII.quote)) &- Self.repeating(0x01))
            | ((word ^ Self.repeating(ASCII.backslash)) &- Self.repeating(0x01))
    }

    /// The number of eight decimal digits; nil if one of the bytes is not a digit.
    @inline(__always) @inlinable
    package var digits: UInt64? {
        let high = word & Self.repeating(0xF0)
        // Adding six would carry bytes after '9' into the upper half.
        let carried = (word &+ Self.repeating(0x06)) & Self.repeating(0xF0)
        guard high == Self.repeating(0x30), carried == high else { return nil }
        // Pairs, then pairs of pairs, then both halves.
        let pairs = (((word & Self.repeating(0x0F)) &* 0x0A01) &>> 8) & 0x00FF_00FF_00FF_00FF
        let fours = ((pairs &* 0x64_0001) &>> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 0x2710_0000_0001) &>> 32
    }

    /// The number of bytes before the first one that `stops` marks.
    @inline(__always) @inlinable
    package static func count(before stops: UInt64) -> Int { stops.trailingZeroBitCount >> 3 }

    /// A word of eight equal bytes.
    @inline(__always) @inlinable
    package static func repeating(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
