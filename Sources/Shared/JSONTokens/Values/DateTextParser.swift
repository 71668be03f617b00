/// Reads one date in the forms that `DateText` lists.
struct DateTextParser {
    private let text: UnsafeRawBufferPointer
    private var offset = 0

    /// `text` must outlive the parser.
    init(_ text: UnsafeRawBufferPointer) { self.text = text }

    /// The instant in seconds since 2001-01-01 00:00 UTC.
    mutating func parse() throws(MalformedTextError) -> Double {
        let date = try parseDate()
        try consume(0x54, orLowerCase: true, "'T'")
        var seconds = date.dayNumber * 86_400
        seconds += try parseTwoDigits("hour", 0...23) * 3600
        try consume(ASCII.colon, "':'")
        seconds += try parseTwoDigits("minute", 0...59) * 60
        try consume(ASCII.colon, "':'")
        let secondOffset = offset
        let second = try parseTwoDigits("second", 0...60)
        let fraction = try parseFraction()
        seconds += second - (try parseZone())
        guard offset == text.count else { throw malformed("unexpected text after the end of a date") }
        if second == 60 && !Self.canFollowLeapSecond(seconds) {
            throw malformed("second 60 is not a possible leap second", at: secondOffset)
        }
        return try value(seconds, fraction)
    }

    private mutating func parseDate() throws(MalformedTextError) -> CivilDate {
        var isNegative = false
        var yearDigitCount = 4
        let yearOffset = offset
        if let sign = text.first, sign == ASCII.plus || sign == ASCII.minus {
            isNegative = sign == ASCII.minus
            yearDigitCount = 6
            offset += 1
        }
        let magnitude = try parseNumber("year", digitCount: yearDigitCount)
        if isNegative && magnitude == 0 { throw malformed("year -000000 is not valid", at: yearOffset) }
        let year = isNegative ? -magnitude : magnitude
        try consume(ASCII.minus, "'-'")
        let month = try parseTwoDigits("month", 1...12)
        try consume(ASCII.minus, "'-'")
        let dayOffset = offset
        let day = try parseTwoDigits("day", 1...31)
        guard day <= CivilDate.dayCount(ofMonth: month, in: year) else {
            throw malformed("month \(month) has no day \(day)", at: dayOffset)
        }
        return CivilDate(year: year, month: month, day: day)
    }

    /// The range of the digits after the dot, without trailing zeros; empty if there is no fraction.
    private mutating func parseFraction() throws(MalformedTextError) -> Range<Int> {
        guard offset < text.count, text[offset] == ASCII.dot else { return offset..<offset }
        offset += 1
        let start = offset
        while offset < text.count, ASCII.digit(text[offset]) != nil { offset += 1 }
        guard offset > start else { throw malformed("expected a digit after the '.' of a second") }
        var end = offset
        while end > start, text[end - 1] == ASCII.zero { end -= 1 }
        return start..<end
    }

    /// The offset from UTC, in seconds.
    private mutating func parseZone() throws(MalformedTextError) -> Int {
        guard offset < text.count else { throw malformed("expected 'Z' or an offset from UTC at the end of a date") }
        let sign = text[offset]
        if sign == 0x5A || sign == 0x7A {
            offset += 1
            return 0
        }
        guard sign == ASCII.plus || sign == ASCII.minus else {
            throw malformed("expected 'Z' or an offset from UTC after the time")
        }
        offset += 1
        let hours = try parseTwoDigits("hour of the offset", 0...23)
        try consume(ASCII.colon, "':'")
        let minutes = try parseTwoDigits("minute of the offset", 0...59)
        let seconds = hours * 3600 + minutes * 60
        return sign == ASCII.minus ? -seconds : seconds
    }

    /// Whether a leap second can end right before this second: at midnight UTC of 1 January and 1 July.
    private static func canFollowLeapSecond(_ seconds: Int) -> Bool {
        let date = CivilDate(dayNumber: CivilDate.floorQuotient(seconds, 86_400))
        return seconds % 86_400 == 0 && date.day == 1 && (date.month == 1 || date.month == 7)
    }

    /// `seconds` plus the fraction, combined to a decimal number and rounded once.
    private func value(_ seconds: Int, _ fraction: Range<Int>) throws(MalformedTextError) -> Double {
        guard !fraction.isEmpty else { return Double(seconds) }
        // The fraction counts forward from `seconds`. Below zero, -1 s and .75 are -0.25: one second more, with the
        // complement of the fraction.
        let isNegative = seconds < 0
        let magnitude = UInt64(isNegative ? -(seconds + 1) : seconds)
        var decimal = DecimalNumber(isNegative: isNegative, integer: magnitude)
        decimal.exponent = -fraction.count
        for index in fraction {
            decimal.append(digit(at: index, of: fraction, isNegative: isNegative) - ASCII.zero)
        }
        if let value = decimal.rounded(as: Double.self) { return value }
        let digits = fraction.map { digit(at: $0, of: fraction, isNegative: isNegative) }
        let number = (isNegative ? "-" : "") + "\(magnitude)." + String(decoding: digits, as: UTF8.self)
        guard let value = Double(number) else { throw malformed("the fraction of a second is not a number") }
        return value
    }

    @inline(__always)
    private func digit(at index: Int, of fraction: Range<Int>, isNegative: Bool) -> UInt8 {
        guard isNegative else { return text[index] }
        return DecimalDigits.complement(text[index], isLast: index == fraction.upperBound - 1)
    }

    private mutating func parseTwoDigits(_ name: StaticString, _ range: ClosedRange<Int>) throws(MalformedTextError)
        -> Int
    {
        let start = offset
        let value = try parseNumber(name, digitCount: 2)
        guard range.contains(value) else {
            throw malformed("\(name) \(value) is not in \(range.lowerBound)…\(range.upperBound)", at: start)
        }
        return value
    }

    private mutating func parseNumber(_ name: StaticString, digitCount: Int) throws(MalformedTextError) -> Int {
        var value = 0
        for _ in 0..<digitCount {
            guard offset < text.count, let digit = ASCII.digit(text[offset]) else {
                throw malformed("the \(name) of a date does not have \(digitCount) digits")
            }
            value = value * 10 + Int(digit)
            offset += 1
        }
        return value
    }

    private mutating func consume(
        _ byte: UInt8, orLowerCase isEitherCase: Bool = false, _ name: StaticString
    ) throws(MalformedTextError) {
        guard offset < text.count, text[offset] == byte || isEitherCase && text[offset] == ASCII.lowercased(byte) else {
            throw malformed("expected \(name) in a date")
        }
        offset += 1
    }

    private func malformed(_ message: String, at offset: Int? = nil) -> MalformedTextError {
        MalformedTextError(message: message, offset: offset ?? self.offset)
    }
}
