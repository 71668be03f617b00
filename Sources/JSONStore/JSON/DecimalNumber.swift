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

    /// Puts a digit behind the digits there are.
    @inline(__always)
    mutating func append(_ digit: UInt8) {
        guard digitCount < 19 else {
            // 19 digits always fit 64 bits. Trailing zeros are not lost either way, but are rare and left to the
            // slow path like other long numbers.
            isTruncated = true
            return
        }
        significand = significand &* 10 &+ UInt64(digit)
        if significand != 0 { digitCount += 1 }
    }

    /// The number as a `Value`, rounded once, to nearest and ties to even; nil when that takes more than the 64-bit
    /// arithmetic here, so that the digits have to be parsed by the standard library.
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
        // Both exact, so that dividing rounds once: of Doubles all the powers here are, of Floats ten.
        let exactPower = Value.significandBitCount > 50 ? 19 : 10
        if significand < 1 &<< UInt64(Value.significandBitCount), -exponent <= exactPower {
            return Value(significand) / Value(DecimalDigits.powersOfTen[-exponent])
        }
        return quotient(by: DecimalDigits.powersOfTen[-exponent])
    }

    /// `significand` ÷ `divisor`: long division to 64 significant bits, of which the remainder tells whether more follow.
    private func quotient<Value: BinaryFloatingPoint>(by divisor: UInt64) -> Value {
        let shift = significand.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let dividend = significand << shift
        let scaledDivisor = divisor << divisorShift
        var exponent = divisorShift - shift - 64
        // The high half has to be below the divisor. Halving the dividend shifts its lowest bit into the low half.
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

    /// `top` × 2^`exponent`, plus something smaller than one unit of `top` if `hasMore`, rounded to nearest, ties to
    /// even. Exponents here keep far away from the ends of the range, where precision shrinks.
    private static func value<Value: BinaryFloatingPoint>(of top: UInt64, hasMore: Bool, exponent: Int) -> Value {
        // Sticky: with ten bits or more below the last that is kept, setting the lowest says "a little more", which
        // is all that rounding needs to know.
        let sticky = top | (hasMore ? 1 : 0)
        return Value(sticky) * Value(Double(bitPattern: UInt64(exponent + 1023) &<< 52))
    }
}
