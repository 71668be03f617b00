import Foundation

/// How dates, which are real numbers of seconds, lie in two columns: a time to the microsecond that people and other programs read
/// and write, and the number itself where the time says less.
enum DateColumns {
    /// From 2000-01-01, where the server counts from, to 2001-01-01, where dates count from, in microseconds.
    private static let offset: Int64 = 31_622_400_000_000
    /// The times that the server can hold, in its own count.
    private static let times: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000
    /// The server's own infinities.
    private static let infinity = Int64.max
    private static let negativeInfinity = Int64.min

    /// The time of a date in the server's count, and its seconds where the time is another number; the time is nil for a date that
    /// is no number.
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

    /// The date that columns hold; nil for none. The seconds count where there are any.
    static func date(time: Int64?, exact: Double?) -> Date? {
        if let exact { return Date(timeIntervalSinceReferenceDate: exact) }
        guard let time else { return nil }
        if time == infinity { return Date(timeIntervalSinceReferenceDate: .infinity) }
        if time == negativeInfinity { return Date(timeIntervalSinceReferenceDate: -.infinity) }
        return Date(timeIntervalSinceReferenceDate: seconds(of: time))
    }

    /// The number of seconds that is nearest to a time, as the server finds it too.
    private static func seconds(of time: Int64) -> Double {
        let (count, overflows) = time.subtractingReportingOverflow(offset)
        guard !overflows else { return Double(time) / 1_000_000 }
        // Division rounds once where the count is exact.
        if count.magnitude < 1 << 53 { return Double(count) / 1_000_000 }
        let digits = String(count.magnitude)
        let point = digits.index(digits.endIndex, offsetBy: -6)
        return Double("\(count < 0 ? "-" : "")\(digits[..<point]).\(digits[point...])") ?? 0
    }

    /// The seconds of a date in SQL, as conditions compare them.
    static func seconds(_ alias: String, _ name: String, _ exact: String) -> String {
        let (time, seconds) = (alias + SQLName.quoted(name), alias + SQLName.quoted(exact))
        return "COALESCE(\(seconds), (extract(epoch FROM \(time)) - 978307200)::double precision)"
    }
}
