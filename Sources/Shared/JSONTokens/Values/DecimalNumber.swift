/// A decimal number, `significand` × 10^`exponent`, on its way to a binary floating point number.
struct DecimalNumber {
    var isNegative = false
    var significand: UInt64 = 0
    var exponent = 0
    /// Whether digits were dropped because more than 19 were significant.
    var isTruncated = false
    private var digitCount = 0

    /// Zero, without digits.
    init() {}

    /// An integer of at most 19 digits.
    init(isNegative: Bool, integer: UInt64) {
        self.isNegative = isNegative
        significand = integer
        digitCount = integer == 0 ? 0 : DecimalDigits.count(of: integer)
    }

    /// A number of at most 19 digits, to which none will be added.
    @inline(__always)
    init(isNegative: Bool, significand: UInt64, exponent: Int) {
        self.isNegative = isNegative
        self.significand = significand
        self.exponent = exponent
    }

    /// Appends a digit.
    @inline(__always)
    mutating func append(_ digit: UInt8) {
        guard digitCount < 19 else {
            // 19 digits always fit in 64 bits. Longer numbers, including those with trailing zeros, are rare, and left
            // to the slow path.
            isTruncated = true
            return
        }
        significand = significand &* 10 &+ UInt64(digit)
        if significand != 0 { digitCount += 1 }
    }

    /// The number as a `Value`, rounded once, to nearest and ties to even; nil if 64-bit arithmetic is not sufficient,
    /// so the standard library must parse the digits.
    @inline(__always)
    func rounded<Value: BinaryFloatingPoint>(as type: Value.Type) -> Value? {
        guard !isTruncated else { return nil }
        if significand == 0 { return isNegative ? -Value.zero : Value.zero }
        guard let magnitude: Value = magnitude() else { return nil }
        return isNegative ? -magnitude : magnitude
    }

    private func magnitude<Value: BinaryFloatingPoint>() -> Value? {
        if exponent == 0 { return Value(significand) }
        if exponent > 0 {
            guard exponent < DecimalDigits.powersOfTen.count else { return nil }
            let product = significand.multipliedFullWidth(by: DecimalDigits.powersOfTen[exponent])
            if product.high == 0 { return Value(product.low) }
            let shift = product.high.leadingZeroBitCount
            let top = shift == 0 ? product.high : product.high << shift | product.low >> (64 - shift)
            return Self.value(of: top, hasMore: product.low << shift != 0, exponent: 64 - shift)
        }
        guard -exponent < DecimalDigits.powersOfTen.count else { return nil }
        // Both are exact, so the division rounds once: all the powers here are exact as `Double`, and ten as `Float`.
        let exactPower = Value.significandBitCount > 50 ? 19 : 10
        if significand < 1 &<< UInt64(Value.significandBitCount), -exponent <= exactPower {
            return Value(significand) / Value(DecimalDigits.powersOfTen[-exponent])
        }
        return quotient(by: DecimalDigits.powersOfTen[-exponent])
    }

    /// `significand` ÷ `divisor`: long division to 64 significant bits. The remainder shows whether more follow.
    private func quotient<Value: BinaryFloatingPoint>(by divisor: UInt64) -> Value {
        let shift = significand.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let dividend = significand << shift
        let scaledDivisor = divisor << divisorShift
        var exponent = divisorShift - shift - 64
        // The high half must be below the divisor. Halving the dividend shifts its lowest bit into the low half.
        var high = dividend
        var low: UInt64 = 0
        if high >= scaledDivisor {
            low = high << 63
            high >>= 1
            exponent += 1
        }
        let result = scaledDivisor.dividingFullWidth((high, low))
        return Self.value(of: result.quotient, hasMore: result.remainder != 0, exponent: exponent)
    }

    /// `top` × 2^`exponent`, plus less than one unit of `top` if `hasMore`, rounded to nearest, ties to even. Exponents
    /// here are far from the ends of the range, where precision decreases.
    private static func value<Value: BinaryFloatingPoint>(of top: UInt64, hasMore: Bool, exponent: Int) -> Value {
        // A sticky bit: with at least ten bits below the last kept one, setting the lowest bit means "a little more",
        // which is sufficient for rounding.
        let sticky = top | (hasMore ? 1 : 0)
        return Value(sticky) * Value(Double(bitPattern: UInt64(exponent + 1023) &<< 52))
    }
}
