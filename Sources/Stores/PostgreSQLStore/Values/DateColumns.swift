import Foundation

/// A date, which is a real number of seconds, in two columns: a time to the microsecond for people and other programs,
/// and the number itself if the time is less precise.
enum DateColumns {
    /// The microseconds from 2000-01-01, the server's reference date, to 2001-01-01, the reference date of `Date`.
    private static let offset: Int64 = 31_622_400_000_000
    /// The times that the server can store, from its reference date.
    private static let times: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
    /// The server's infinities.
    private static let infinity = Int64.max
    private static let negativeInfinity = Int64.min

    /// Returns the time of a date on the server, and its seconds if the time is less precise. The time is nil for a
    /// date that is not a number.
    static func columns(of date: Date) -> (time: Int64?, exact: Double?) {
        let seconds = date.timeIntervalSinceReferenceDate
        guard !seconds.isNaN else { return (nil, seconds) }
        let microseconds = (seconds * 1_000_000).rounded()
        guard let count = Int64(exactly: microseconds),
            case let (time, overflows) = count.addingReportingOverflow(offset),
            !overflows, times.contains(time)
        else { return (seconds < 0 ? negativeInfinity : infinity, seconds) }
        let isExact = self.seconds(of: time).bitPattern == seconds.bitPattern
        return (time, isExact ? nil : seconds)
    }

    /// Returns the date in columns; nil if there is none. The seconds take precedence.
    static func date(time: Int64?, exact: Double?) -> Date? {
        if let exact { return Date(timeIntervalSinceReferenceDate: exact) }
        guard let time else { return nil }
        if time == infinity { return Date(timeIntervalSinceReferenceDate: .infinity) }
        if time == negativeInfinity { return Date(timeIntervalSinceReferenceDate: -.infinity) }
        return Date(timeIntervalSinceReferenceDate: seconds(of: time))
    }

    /// Returns the number of seconds that is nearest to a time, as the server computes it.
    private static func seconds(of time: Int64) -> Double {
        let (count, overflows) = time.subtractingReportingOverflow(offset)
        guard !overflows else { return Double(time) / 1_000_000 }
        // Division rounds only once if the count is exact.
        if count.magnitude < 1 << 53 { return Double(count) / 1_000_000 }
        let digits = String(count.magnitude)
        let point = digits.index(digits.endIndex, offsetBy: -6)
        return Double("\(count < 0 ? "-" : "")\(digits[..<point]).\(digits[point...])") ?? 0
    }

    /// Returns the SQL of a date's seconds, for conditions.
    static func seconds(_ alias: String, _ name: String, _ exact: String) -> String {
        let (time, seconds) = (alias + SQLName.quoted(name), alias + SQLName.quoted(exact))
        return "COALESCE(\(seconds), (extract(epoch FROM \(time)) - 978307200)::double precision)"
    }
}
