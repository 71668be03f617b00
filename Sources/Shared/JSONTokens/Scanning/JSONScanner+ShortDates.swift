// Dates in their usual form, such as `"2024-05-01T12:34:56.789Z"`. All others are left unread for `DateTextParser`.
extension JSONScanner {
    /// Consumes a date of a year from 1 to 9999 with at most six digits of a second; nil for anything else.
    mutating func readShortDate() -> Double? {
        guard nextSignificantByte() == ASCII.quote, bytes.count - offset >= 30 else { return nil }
        let start = offset + 1
        guard let day = dayNumber(at: start), let second = secondOfDay(at: start + 11) else { return nil }
        var end = start + 19
        var fraction = 0
        var scale = 1
        var exponent = 0
        if bytes[end] == ASCII.dot {
            end += 1
            while exponent > -6, let digit = ASCII.digit(bytes[end]) {
                fraction = fraction * 10 + Int(digit)
                scale *= 10
                exponent -= 1
                end += 1
            }
            guard exponent < 0 else { return nil }
        }
        guard bytes[end] == 0x5A, bytes[end + 1] == ASCII.quote else { return nil }
        offset = end + 2
        let seconds = day * 86_400 + second
        if exponent == 0 { return Double(seconds) }
        // Fractions count forward, also before the reference date.
        let total = seconds * scale + fraction
        return DecimalNumber(isNegative: total < 0, significand: UInt64(total.magnitude), exponent: exponent)
            .rounded(as: Double.self)
    }

    /// The day of a date such as `2024-05-01T`; nil if there is none.
    @inline(__always)
    private func dayNumber(at start: Int) -> Int? {
        let century = twoDigits(at: start)
        let year = century * 100 + twoDigits(at: start + 2)
        let month = twoDigits(at: start + 5)
        let day = twoDigits(at: start + 8)
        guard century >= 0, year > 0, month > 0, month <= 12, day > 0,
            day <= 28 || day <= CivilDate.dayCount(ofMonth: month, in: year), bytes[start + 4] == ASCII.minus,
            bytes[start + 7] == ASCII.minus, bytes[start + 10] == 0x54
        else { return nil }
        return CivilDate(year: year, month: month, day: day).dayNumber
    }

    /// The second of a time such as `12:34:56`; nil if there is none.
    @inline(__always)
    private func secondOfDay(at start: Int) -> Int? {
        let hour = twoDigits(at: start)
        let minute = twoDigits(at: start + 3)
        let second = twoDigits(at: start + 6)
        guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60,
            bytes[start + 2] == ASCII.colon, bytes[start + 5] == ASCII.colon
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The number of two digits; far below zero if one of them is not a digit.
    @inline(__always)
    private func twoDigits(at offset: Int) -> Int {
        let tens = bytes[offset] &- ASCII.zero
        let ones = bytes[offset + 1] &- ASCII.zero
        return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : -1_000_000
    }
}
