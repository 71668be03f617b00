/// Writes decimal digits into memory.
enum DecimalDigits {
    /// Writes `value` at `start` of `target`, which must have room for it and for ``slack``, and returns the number of
    /// digits.
    @inline(__always)
    static func write(_ value: UInt64, to target: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
        let count = count(of: value)
        write(value, count: count, to: target, at: start)
        return count
    }

    /// Writes `count` digits, at least one, of `value`, which has no more, at `start` of `target`, including leading
    /// zeros.
    ///
    /// Eight at a time, so ``slack`` bytes after the last can change: the target must have room for them.
    @inline(__always)
    static func write(_ value: UInt64, count: Int, to target: UnsafeMutableRawBufferPointer, at start: Int) {
        var rest = value
        var position = start
        var left = count
        if left > 16 {
            let leading = rest / 10_000_000_000_000_000
            rest -= leading * 10_000_000_000_000_000
            writeUpToEight(leading, count: left - 16, to: target, at: position)
            position += left - 16
            left = 16
        }
        if left > 8 {
            let leading = rest / 100_000_000
            rest -= leading * 100_000_000
            writeUpToEight(leading, count: left - 8, to: target, at: position)
            position += left - 8
            left = 8
        }
        writeUpToEight(rest, count: left, to: target, at: position)
    }

    /// The number of bytes after some digits that writing them can change.
    static let slack = 7

    @inline(__always)
    private static func writeUpToEight(
        _ value: UInt64, count: Int, to target: UnsafeMutableRawBufferPointer, at start: Int
    ) {
        let digits = eightDigits(value) &>> UInt64(truncatingIfNeeded: (8 - count) * 8)
        target.storeBytes(of: digits.littleEndian, toByteOffset: start, as: UInt64.self)
    }

    /// The eight digits of a number below 10^8, the first in the lowest byte.
    ///
    /// The number is split in half three times, with all parts at once: each part takes 32 bits, then 16, then 8.
    /// Divisions are multiplications by a fraction that is precise enough for numbers of this size.
    @inline(__always)
    static func eightDigits(_ value: UInt64) -> UInt64 {
        let upper = value / 10_000
        let fours = upper | (value &- upper &* 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let twos = hundreds | (fours &- hundreds &* 100) << 16
        let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
        let ones = tens | (twos &- tens &* 10) << 8
        return ones | 0x3030_3030_3030_3030
    }

    /// 10^0 to 10^19, all powers of ten that fit in 64 bits.
    static let powersOfTen: [UInt64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// The number of digits of `value`; 1 for zero.
    @inline(__always)
    static func count(of value: UInt64) -> Int {
        if value < 10 { return 1 }
        // 1233 ÷ 4096 approximates the logarithm of two: the result is the count, or one less.
        let guess = ((64 - value.leadingZeroBitCount) * 1233) >> 12
        return value >= powersOfTen[guess] ? guess + 1 : guess
    }
}

extension DecimalDigits {
    /// A digit of 1 − *f*, for a digit of a fraction *f* whose last digit is not zero: ten's complement in the last
    /// place, nine's complement in all others.
    @inline(__always)
    static func complement(_ digit: UInt8, isLast: Bool) -> UInt8 {
        ASCII.zero + (isLast ? 10 : 9) - (digit - ASCII.zero)
    }
}
