extension JSONScanner {
    /// Reads a number that is written as an integer, without fraction or exponent, and fits 64 bits.
    package mutating func readInteger() throws(JSONError) -> Int64 {
        if let integer = readShortInteger() { return integer }
        let number = try scanNumber()
        guard number.isInteger else {
            throw error(
                .wrongKind, "found a number with a fraction or an exponent", expected: "an integer",
                at: number.range.lowerBound)
        }
        let magnitude = number.decimal.significand
        if !number.decimal.isTruncated {
            if magnitude <= UInt64(Int64.max) {
                return number.decimal.isNegative ? -Int64(magnitude) : Int64(magnitude)
            }
            if number.decimal.isNegative && magnitude == Int64.min.magnitude { return .min }
        }
        throw outOfRange(number, "a 64-bit integer")
    }

    /// Reads a number as the nearest `Double`, or one of the strings "NaN", "Infinity" and "-Infinity".
    ///
    /// A number too large for a finite `Double` is an error, and so is one that is not zero, but too small for any
    /// other `Double`.
    package mutating func readDouble() throws(JSONError) -> Double {
        if nextSignificantByte() == ASCII.quote { return try readNonFinite() }
        if let number = readShortDecimal(), let value = number.rounded(as: Double.self) { return value }
        let number = try scanNumber()
        if let value = number.decimal.rounded(as: Double.self) { return value }
        // The standard library also rounds correctly for any number of digits, but more slowly. Zero was read above.
        guard let value = Double(text(of: number)), value.isFinite, !value.isZero else {
            throw outOfRange(number, "a finite Double")
        }
        return value
    }

    /// Reads a number as the nearest `Float`, rounded once, or one of the strings that `readDouble` knows.
    package mutating func readFloat() throws(JSONError) -> Float {
        if nextSignificantByte() == ASCII.quote { return try readNonFinite() }
        let number = try scanNumber()
        if let value = number.decimal.rounded(as: Float.self) { return value }
        guard let value = Float(text(of: number)), value.isFinite, !value.isZero else {
            throw outOfRange(number, "a finite Float")
        }
        return value
    }

    /// Reads a number of any size, and returns its text.
    package mutating func readNumberText() throws(JSONError) -> String { text(of: try scanNumber()) }

    /// A number whose grammar was checked.
    struct ScannedNumber {
        /// Its value, exact unless `decimal.isTruncated`.
        var decimal: DecimalNumber
        /// Whether it is written without fraction and exponent.
        var isInteger: Bool
        var range: Range<Int>
    }

    @inline(__always)
    mutating func scanNumber() throws(JSONError) -> ScannedNumber {
        guard let byte = nextSignificantByte(), byte == ASCII.minus || ASCII.digit(byte) != nil else {
            throw wrongKind(expected: JSONKind.number.name)
        }
        let start = offset
        var decimal = DecimalNumber()
        if byte == ASCII.minus {
            decimal.isNegative = true
            offset += 1
        }
        let integerStart = offset
        try consumeDigits(into: &decimal)
        if bytes[integerStart] == ASCII.zero && offset - integerStart > 1 {
            throw error(.invalidNumber, "the number has a leading zero", at: start)
        }
        var isInteger = true
        if offset < bytes.count, bytes[offset] == ASCII.dot {
            isInteger = false
            offset += 1
            let fractionStart = offset
            try consumeDigits(into: &decimal)
            decimal.exponent = fractionStart - offset
        }
        if offset < bytes.count, ASCII.lowercased(bytes[offset]) == ASCII.e {
            isInteger = false
            try consumeExponent(of: &decimal)
        }
        return ScannedNumber(decimal: decimal, isInteger: isInteger, range: start..<offset)
    }

    /// Consumes at least one digit.
    @inline(__always)
    private mutating func consumeDigits(into decimal: inout DecimalNumber) throws(JSONError) {
        let start = offset
        while offset < bytes.count, let digit = ASCII.digit(bytes[offset]) {
            decimal.append(digit)
            offset += 1
        }
        guard offset > start else { throw missingDigit() }
    }

    /// Consumes an exponent, from its `e`.
    private mutating func consumeExponent(of decimal: inout DecimalNumber) throws(JSONError) {
        offset += 1
        guard offset < bytes.count else { throw missingDigit() }
        let sign = bytes[offset]
        if sign == ASCII.plus || sign == ASCII.minus { offset += 1 }
        let start = offset
        var exponent = 0
        while offset < bytes.count, let digit = ASCII.digit(bytes[offset]) {
            // Far outside every range, the exact value does not matter, and this prevents an overflow.
            if exponent < 1_000_000 { exponent = exponent * 10 + Int(digit) }
            offset += 1
        }
        guard offset > start else { throw missingDigit() }
        decimal.exponent += sign == ASCII.minus ? -exponent : exponent
    }

    private mutating func readNonFinite<Value: BinaryFloatingPoint>() throws(JSONError) -> Value {
        try readText { (text) throws(MalformedTextError) in
            if text.elementsEqual("NaN".utf8) { return .nan }
            if text.elementsEqual("Infinity".utf8) { return .infinity }
            if text.elementsEqual("-Infinity".utf8) { return -.infinity }
            throw MalformedTextError(
                message: "found a string, expected a number, \"NaN\", \"Infinity\", or \"-Infinity\"", offset: 0)
        }
    }

    private func text(of number: ScannedNumber) -> String {
        String(decoding: bytes[number.range], as: UTF8.self)
    }

    private func missingDigit() -> JSONError {
        guard offset < bytes.count else {
            return error(.unexpectedEnd, "the text ends within a number", expected: "a digit")
        }
        return error(.invalidNumber, "unexpected \(describeByte(at: offset)) in a number", expected: "a digit")
    }

    private func outOfRange(_ number: ScannedNumber, _ type: String) -> JSONError {
        error(.numberOutOfRange, "the number is out of range", expected: "\(type)", at: number.range.lowerBound)
    }
}
