/// Eight bytes of text looked at in one go.
///
/// Each test returns a word whose lowest set bit lies in the first byte (in text order) that matches; bits above
/// that one mean nothing. The subtractions borrow only out of a byte that matches, which is why the first match
/// is exact and later ones are not.
struct EightBytes {
    /// The first byte of the text in the lowest eight bits.
    let word: UInt64

    /// Takes the eight bytes at `offset`, which have to lie inside `bytes`.
    @inline(__always)
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Bytes that end a run of plain text when reading: quote, backslash, control characters, anything not ASCII.
    @inline(__always)
    var readingStops: UInt64 {
        (quotesAndBackslashes | (word &- Self.repeating(0x20)) | word) & Self.repeating(0x80)
    }

    /// Bytes that may need an escape when writing: quote, backslash, control characters, and 0xE2, the first byte
    /// of U+2028 and U+2029 (and of other characters, which the caller tells apart).
    @inline(__always)
    var writingStops: UInt64 {
        let notASCII = word & Self.repeating(0x80)
        let e2 = (word ^ Self.repeating(0xE2)) &- Self.repeating(0x01)
        let e2Stops = e2 & ~(word ^ Self.repeating(0xE2)) & Self.repeating(0x80)
        let asciiStops = (quotesAndBackslashes | (word &- Self.repeating(0x20))) & Self.repeating(0x80) & ~notASCII
        return asciiStops | e2Stops
    }

    @inline(__always)
    private var quotesAndBackslashes: UInt64 {
        ((word ^ Self.repeating(ASCII.quote)) &- Self.repeating(0x01))
            | ((word ^ Self.repeating(ASCII.backslash)) &- Self.repeating(0x01))
    }

    /// How many bytes lie before the first one that `stops` marks.
    @inline(__always)
    static func count(before stops: UInt64) -> Int {
        stops.trailingZeroBitCount >> 3
    }

    @inline(__always)
    private static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }
}
