/// A day of the proleptic Gregorian calendar, which is that of ISO 8601, and its distance from 2001-01-01.
package struct CivilDate: Equatable {
    /// Astronomical: 0 is 1 BC.
    package var year: Int
    /// 1 to 12.
    package var month: Int
    /// From 1.
    package var day: Int

    /// The day `dayNumber` days after 2001-01-01, or before it if negative.
    ///
    /// Years start in March here, so the leap day is the last of its year, and are counted in eras of 400, all with
    /// 146,097 days. Months then have 30.6 days on average, in a pattern that 153 ÷ 5 rounds correctly.
    package init(dayNumber: Int) {
        let sinceMarchOfYear0 = dayNumber + Self.daysFromMarchOfYear0
        let era = Self.floorQuotient(sinceMarchOfYear0, 146_097)
        let dayOfEra = sinceMarchOfYear0 - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// Creates a date from parts in their ranges.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days after 2001-01-01, negative before.
    package var dayNumber: Int {
        let yearFromMarch = month <= 2 ? year - 1 : year
        let era = Self.floorQuotient(yearFromMarch, 400)
        let yearOfEra = yearFromMarch - era * 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - Self.daysFromMarchOfYear0
    }

    static func dayCount(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The quotient rounded down, also for negative dividends.
    static func floorQuotient(_ dividend: Int, _ divisor: Int) -> Int {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// From 0000-03-01 to 2001-01-01.
    private static let daysFromMarchOfYear0 = 730_791
}
