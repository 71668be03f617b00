/// Instants as ISO 8601 text in UTC, which preserves every bit.
///
/// An instant is a `Double` of seconds since 2001-01-01 00:00 UTC. Its shortest decimal text identifies it exactly, and
/// is split into a civil date and a fraction of a second: `2024-05-01T12:34:56.789Z`. Reading restores the same
/// decimal, and rounds it once, to the same `Double`.
///
/// - Years outside 0001…9999 have a sign and six digits: `+012024-…`, `-000043-…`, `+000000-…` for 1 BC.
/// - Values without a sensible date are written as `@` and the number: `@NaN`, `@Infinity`, `@-0.0`, everything from
///   3.1 × 10¹³ seconds on (some 980,000 years), and fractions below a ten-thousandth of a second at the reference
///   date, whose shortest text has an exponent: `@1e-05`.
package enum DateText {
    /// The text of an instant.
    package static func text(for interval: Double) -> String {
        var writer = JSONWriter(capacity: capacity)
        writer.writeDateText(interval)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The instant of `text`.
    ///
    /// Reads the results of `text(for:)`, and every form of RFC 3339: any number of digits in the fraction, offsets
    /// such as `+02:00`, lower-case `t` and `z`, and second 60 where a leap second is possible, which counts as the
    /// first second of the next day.
    package static func interval(from text: String) throws(MalformedTextError) -> Double {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { (bytes) throws(MalformedTextError) in
            try interval(from: UnsafeRawBufferPointer(bytes))
        }
    }

    /// The instant of UTF-8 `text`.
    package static func interval(from text: UnsafeRawBufferPointer) throws(MalformedTextError) -> Double {
        guard text.first == ASCII.at else {
            var parser = DateTextParser(text)
            return try parser.parse()
        }
        return try number(from: UnsafeRawBufferPointer(rebasing: text[1...]))
    }

    /// Room for the longest text: sign, date and time (22 bytes), dot, 21 digits, Z; and ``DecimalDigits/slack``.
    fileprivate static let capacity = 48 + DecimalDigits.slack

    /// The limit from which no civil date is written.
    fileprivate static let limit = 3.1e13

    private static func number(from text: UnsafeRawBufferPointer) throws(MalformedTextError) -> Double {
        if text.elementsEqual("NaN".utf8) { return .nan }
        if text.elementsEqual("Infinity".utf8) { return .infinity }
        if text.elementsEqual("-Infinity".utf8) { return -.infinity }
        // The scanner would accept white space and its own strings, which a number does not start or end with.
        guard let first = text.first, first == ASCII.minus || ASCII.digit(first) != nil,
            let last = text.last, ASCII.digit(last) != nil,
            let value = try? JSONScanner.scan(text, { scanner in try scanner.readDouble() })
        else { throw MalformedTextError(message: "the '@' of a date is not followed by a number", offset: 1) }
        return value
    }
}

extension JSONWriter {
    /// Writes the text of an instant, without quotes.
    mutating func writeDateText(_ interval: Double) {
        if interval.magnitude < DateText.limit {
            if case let seconds = Int(interval), Double(seconds) == interval, seconds != 0 || interval.sign == .plus {
                append(upTo: DateText.capacity) { target in
                    let end = Self.writeCivilDate(seconds, to: target)
                    target[end] = 0x5A
                    return end + 1
                }
                return
            }
            if let decimal = ShortestDecimal(interval) { return writeDateText(interval, decimal) }
            if interval.magnitude >= 1e-4 {
                writeDateTextWithFraction(interval)
                return
            }
        }
        writeRaw("@")
        var number = interval.description
        if interval.isNaN { number = "NaN" }
        if interval.isInfinite { number = interval < 0 ? "-Infinity" : "Infinity" }
        number.withUTF8 { writeRaw(UnsafeRawBufferPointer($0)) }
    }

    /// Writes an instant that is not a whole second, and whose shortest text is known.
    private mutating func writeDateText(_ interval: Double, _ decimal: ShortestDecimal) {
        append(upTo: DateText.capacity) { target in
            // Fractions count forward, also before the reference date: -0.25 s is 0.75 s after second -1.
            let dot = Self.writeCivilDate(Int(interval.rounded(.down)), to: target)
            target[dot] = ASCII.dot
            let power = DecimalDigits.powersOfTen[decimal.fractionCount]
            let fraction = interval < 0 ? power - decimal.fraction : decimal.fraction
            DecimalDigits.write(fraction, count: decimal.fractionCount, to: target, at: dot + 1)
            let end = dot + 1 + decimal.fractionCount
            target[end] = 0x5A
            return end + 1
        }
    }

    /// Writes an instant that is not a whole second. Its description has the form `-123.456`.
    private mutating func writeDateTextWithFraction(_ interval: Double) {
        var number = interval.magnitude.description
        number.withUTF8 { number in
            append(upTo: DateText.capacity) { target in
                let dot = number.firstIndex(of: ASCII.dot) ?? number.count
                let fraction = number[min(dot + 1, number.count)...]
                // Fractions count forward, also before the reference date: -0.25 s is 0.75 s after second -1.
                let seconds = Int(interval.rounded(.down))
                var end = Self.writeCivilDate(seconds, to: target)
                target[end] = ASCII.dot
                end += 1
                for index in fraction.indices {
                    let digit = fraction[index]
                    let isLast = index == fraction.endIndex - 1
                    target[end] = interval < 0 ? DecimalDigits.complement(digit, isLast: isLast) : digit
                    end += 1
                }
                target[end] = 0x5A
                return end + 1
            }
        }
    }

    /// Writes `2024-05-01T12:34:56` for a second since the reference date and returns its length.
    private static func writeCivilDate(_ seconds: Int, to target: UnsafeMutableRawBufferPointer) -> Int {
        let dayNumber = CivilDate.floorQuotient(seconds, 86_400)
        let secondOfDay = seconds - dayNumber * 86_400
        let date = CivilDate(dayNumber: dayNumber)
        if (1...9999).contains(date.year) {
            writeUsualDate(date, secondOfDay: secondOfDay, to: target)
            return usualDateLength
        }
        var end = 0
        func write(_ value: Int, count: Int, before separator: UInt8?) {
            DecimalDigits.write(UInt64(value.magnitude), count: count, to: target, at: end)
            end += count
            guard let separator else { return }
            target[end] = separator
            end += 1
        }
        target[0] = date.year < 0 ? ASCII.minus : ASCII.plus
        end = 1
        write(date.year, count: 6, before: ASCII.minus)
        write(date.month, count: 2, before: ASCII.minus)
        write(date.day, count: 2, before: 0x54)
        write(secondOfDay / 3600, count: 2, before: ASCII.colon)
        write(secondOfDay / 60 % 60, count: 2, before: ASCII.colon)
        write(secondOfDay % 60, count: 2, before: nil)
        return end
    }

    private static let usualDateLength = 19

    /// Writes a date whose year has four digits.
    private static func writeUsualDate(
        _ date: CivilDate, secondOfDay: Int, to target: UnsafeMutableRawBufferPointer
    ) {
        let minuteOfDay = secondOfDay / 60
        let hour = minuteOfDay / 60
        // The digits are computed eight at a time, and moved apart for what is between them.
        let day = DecimalDigits.eightDigits(UInt64(date.year * 10_000 + date.month * 100 + date.day))
        let time = DecimalDigits.eightDigits(
            UInt64(hour * 10_000 + (minuteOfDay - hour * 60) * 100 + secondOfDay - minuteOfDay * 60))
        func store(_ digits: UInt64, from first: UInt64, before separator: UInt64, at offset: Int) {
            let pair = (digits >> (first * 8)) & 0xFFFF | separator << 16
            target.storeBytes(of: UInt32(truncatingIfNeeded: pair).littleEndian, toByteOffset: offset, as: UInt32.self)
        }
        target.storeBytes(of: UInt32(truncatingIfNeeded: day).littleEndian, toByteOffset: 0, as: UInt32.self)
        target[4] = ASCII.minus
        // Each pair of digits has the separator after it, and a byte that the next one replaces.
        store(day, from: 4, before: UInt64(ASCII.minus), at: 5)
        store(day, from: 6, before: 0x54, at: 8)
        store(time, from: 2, before: UInt64(ASCII.colon), at: 11)
        store(time, from: 4, before: UInt64(ASCII.colon), at: 14)
        store(time, from: 6, before: 0, at: 17)
    }
}
