/// A checksum of bytes: XXH64 with seed 0.
///
/// It detects damage and wrong files, not forgery. It reads more than eight bytes per step, so whole files can be
/// checked when they are opened.
///
/// Source: the xxHash fast digest algorithm, version 0.1.1.
package struct Checksum: Sendable, Hashable {
    package let value: UInt64

    package init(of bytes: UnsafeRawBufferPointer) {
        var lanes = Lanes()
        let stripedCount = bytes.count & ~(Lanes.stripeBytes - 1)
        lanes.add(UnsafeRawBufferPointer(rebasing: bytes[..<stripedCount]))
        self.init(lanes, rest: UnsafeRawBufferPointer(rebasing: bytes[stripedCount...]))
    }

    /// The checksum of bytes from several parts.
    ///
    /// - Parameters:
    ///   - lanes: The state after all bytes except the last ones.
    ///   - rest: The last bytes, fewer than a stripe.
    package init(_ lanes: Lanes, rest bytes: UnsafeRawBufferPointer) {
        var offset = 0
        var hash = lanes.hash &+ UInt64(lanes.count + bytes.count)
        while bytes.count - offset >= 8 {
            hash ^= Self.round(0, Self.word(bytes, offset))
            hash = Self.rotate(hash, 27) &* Self.prime1 &+ Self.prime4
            offset += 8
        }
        if bytes.count - offset >= 4 {
            let half = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash ^= UInt64(half) &* Self.prime1
            hash = Self.rotate(hash, 23) &* Self.prime2 &+ Self.prime3
            offset += 4
        }
        while offset < bytes.count {
            hash ^= UInt64(bytes[offset]) &* Self.prime5
            hash = Self.rotate(hash, 11) &* Self.prime1
            offset += 1
        }
        value = Self.avalanche(hash)
    }

    package init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Checksum(of: $0) } }

    /// The checksum with the digits of a text; nil for any other text.
    package init?(_ text: some StringProtocol) {
        guard let checksum = Array(text.utf8).withUnsafeBytes({ Checksum(digits: $0) }) else { return nil }
        self = checksum
    }

    /// The checksum of a text of 16 hexadecimal digits in lower case; nil for any other text.
    package init?(digits: UnsafeRawBufferPointer) {
        guard digits.count == Self.digitCount else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            // Only lower case, so a checksum has one text, and no flipped bit goes unnoticed.
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt64(byte - 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(byte - 0x57)
            default: return nil
            }
        }
        self.value = value
    }

    package static let digitCount = 16

    /// The 16 hexadecimal digits, in lower case.
    package var digits: [UInt8] {
        (0..<Self.digitCount).map { index in
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 0x0F
            return digit < 10 ? 0x30 + digit : 0x57 + digit
        }
    }

    /// Four independent lanes that process 32 bytes at a time.
    package struct Lanes: Sendable {
        package static let stripeBytes = 32

        private var first = prime1 &+ prime2
        private var second = prime2
        private var third: UInt64 = 0
        private var fourth = 0 &- prime1
        /// The number of bytes processed so far.
        package private(set) var count = 0

        package init() {}

        /// Processes a whole number of stripes: only the last bytes of all may be fewer, which are the rest.
        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var offset = 0
            while offset + Self.stripeBytes <= bytes.count {
                first = round(first, word(bytes, offset))
                second = round(second, word(bytes, offset + 8))
                third = round(third, word(bytes, offset + 16))
                fourth = round(fourth, word(bytes, offset + 24))
                offset += Self.stripeBytes
            }
            count += offset
        }

        /// The combined value of the lanes.
        var hash: UInt64 {
            guard count > 0 else { return prime5 }
            var hash = rotate(first, 1) &+ rotate(second, 7) &+ rotate(third, 12) &+ rotate(fourth, 18)
            for lane in [first, second, third, fourth] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
            return hash
        }
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value &<< count | value &>> (64 &- count)
    }

    private static func avalanche(_ value: UInt64) -> UInt64 {
        var hash = (value ^ value >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
}
