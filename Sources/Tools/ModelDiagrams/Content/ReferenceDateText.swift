/// A date, from seconds since 2001-01-01 00:00:00 UTC, in ISO 8601: `2001-01-01T00:00:00Z`.
///
/// A number that is not a date within 100,000 years stays a number.
func referenceDateText(_ seconds: Double) -> String {
    guard abs(seconds) < 3_155_760_000_000 else { return String(seconds) }
    let whole = Int64(seconds.rounded(.down))
    let dayNumber = (whole - floorRemainder(whole, 86_400)) / 86_400
    let secondOfDay = floorRemainder(whole, 86_400)
    let (year, month, day) = civilDate(daysSinceReference: dayNumber)
    let time = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, to: 2) }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))T\(time.joined(separator: ":"))Z"
}

/// The year, month, and day of the proleptic Gregorian calendar.
///
/// The algorithm counts in years that start in March, so the leap day is the last day of its year, and in eras of 400
/// years, which all have the same length.
private func civilDate(daysSinceReference days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let daysFromMarchOfYear0ToReference: Int64 = 730_791
    let shifted = days + daysFromMarchOfYear0ToReference
    let dayOfEra = floorRemainder(shifted, 146_097)
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

private func floorRemainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let remainder = value % divisor
    return remainder < 0 ? remainder + divisor : remainder
}

private func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}
