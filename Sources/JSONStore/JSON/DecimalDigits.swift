/// Writes decimal digits into memory.
enum DecimalDigits {
    /// Writes `value` at `start` of `target`, which has to have room for it, and returns how many digits it has.
    @inline(__always)
    static func write(_ value: UInt64, to target: UnsafeMutableRawBufferPointer, at start: Int) -> Int {
        let count = count(of: value)
        write(value, count: count, to: target, at: start)
        return count
    }

    /// Writes the lowest `count` digits of `value` at `start` of `target`, zeros in front included.
    @inline(__always)
    static func write(_ value: UInt64, count: Int, to target: UnsafeMutableRawBufferPointer, at start: Int) {
        var rest = value
        var position = start + count
        while position > start {
            position -= 1
            let quotient = rest / 10
            target[position] = ASCII.zero + UInt8(truncatingIfNeeded: rest - quotient * 10)
            rest = quotient
        }
    }

    /// How many digits `value` has; 1 for zero.
    @inline(__always)
    static func count(of value: UInt64) -> Int {
        var count = 1
        var rest = value
        while rest >= 10 {
            count += 1
            rest /= 10
        }
        return count
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
