// Numbers in their usual form: short, and without an exponent. All others are left unread for the functions that accept
// every JSON number, and report errors.
extension JSONScanner {
    /// Consumes an integer of at most 18 digits; nil for anything else.
    @inline(__always)
    mutating func readShortInteger() -> Int64? {
        guard let first = nextSignificantByte() else { return nil }
        let isNegative = first == ASCII.minus
        let start = isNegative ? offset + 1 : offset
        let limit = min(bytes.count, start + 19)
        var end = start
        var value: Int64 = 0
        while end < limit, let digit = ASCII.digit(bytes[end]) {
            value = value &* 10 &+ Int64(digit)
            end += 1
        }
        // There must be a byte after it: a digit, a dot, or an exponent would make it another number.
        guard end > start, end < limit, bytes[end] != ASCII.dot, ASCII.lowercased(bytes[end]) != ASCII.e,
            bytes[start] != ASCII.zero || end == start + 1
        else { return nil }
        offset = end
        return isNegative ? -value : value
    }

    /// Consumes a number with a fraction, of at most 19 digits; nil for anything else.
    @inline(__always)
    mutating func readShortDecimal() -> DecimalNumber? {
        guard let first = nextSignificantByte() else { return nil }
        let isNegative = first == ASCII.minus
        let start = isNegative ? offset + 1 : offset
        // 19 digits and the dot.
        let limit = min(bytes.count, start + 21)
        var end = start
        var significand: UInt64 = 0
        while end < limit, let digit = ASCII.digit(bytes[end]) {
            significand = significand &* 10 &+ UInt64(digit)
            end += 1
        }
        guard end > start, end < limit, bytes[end] == ASCII.dot, bytes[start] != ASCII.zero || end == start + 1 else {
            return nil
        }
        end += 1
        let fractionStart = end
        while limit - end >= 8, let digits = EightBytes(bytes, at: end).digits {
            significand = significand &* 100_000_000 &+ digits
            end += 8
        }
        while end < limit, let digit = ASCII.digit(bytes[end]) {
            significand = significand &* 10 &+ UInt64(digit)
            end += 1
        }
        guard end > fractionStart, end < limit, ASCII.lowercased(bytes[end]) != ASCII.e else { return nil }
        offset = end
        return DecimalNumber(isNegative: isNegative, significand: significand, exponent: fractionStart - end)
    }
}
