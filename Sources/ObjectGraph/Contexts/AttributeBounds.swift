import Foundation

/// The bounds, lengths and pattern that the model sets for an attribute's values.
///
/// Null has none to keep (rule VAL-13). Bounds that say nothing for the attribute's type are passed over.
struct AttributeBounds {
    let attribute: Attribute

    /// What a value breaks; nil for a value that keeps them all. Of several, the first is reported (rule VAL-15).
    func violation(by value: AttributeValue) -> (code: ValidationError.Code, message: String)? {
        switch value {
        case .integer(let number): violation(by: Decimal(number)) { Decimal(string: $0) }
        case .decimal(let number): violation(by: number) { Decimal(string: $0) }
        // Not as decimals, which hold no infinity and no number as large as a Double's.
        case .float(let number): violation(by: Double(number)) { Double($0) }
        case .double(let number): violation(by: number) { Double($0) }
        // The text of a Transformable is how its value is kept.
        case .string(let text): attribute.type == .string ? violation(byText: text) : nil
        case .date(let date): violation(by: date)
        case .null, .boolean, .binary, .uuid, .uri, .composite: nil
        }
    }

    private func violation<Number: Comparable>(
        by number: Number, bound: (String) -> Number?
    ) -> (code: ValidationError.Code, message: String)? {
        if let least = attribute.minValueString.flatMap(bound), number < least {
            return (.numberTooSmall, "is below its minimum of \(least)")
        }
        if let greatest = attribute.maxValueString.flatMap(bound), number > greatest {
            return (.numberTooLarge, "is above its maximum of \(greatest)")
        }
        return nil
    }

    private func violation(byText text: String) -> (code: ValidationError.Code, message: String)? {
        // Lengths count UTF-16 code units, as Foundation's strings do.
        let length = text.utf16.count
        if let least = attribute.minValueString.flatMap(Int.init), length < least {
            return (.stringTooShort, "is shorter than its minimum of \(least)")
        }
        if let greatest = attribute.maxValueString.flatMap(Int.init), length > greatest {
            return (.stringTooLong, "is longer than its maximum of \(greatest)")
        }
        guard let pattern = attribute.regularExpressionString,
            let expression = try? NSRegularExpression(pattern: "^(?:\(pattern))$", options: [])
        else { return nil }
        let whole = NSRange(location: 0, length: length)
        guard expression.firstMatch(in: text, options: [.anchored], range: whole)?.range != whole else { return nil }
        return (.stringPatternMismatch, "does not match its pattern \(pattern)")
    }

    private func violation(by date: Date) -> (code: ValidationError.Code, message: String)? {
        let seconds = date.timeIntervalSinceReferenceDate
        if let earliest = attribute.minDateTimeInterval.flatMap(Double.init), seconds < earliest {
            return (.dateTooSoon, "is before its earliest date, \(Self.text(of: earliest))")
        }
        if let latest = attribute.maxDateTimeInterval.flatMap(Double.init), seconds > latest {
            return (.dateTooLate, "is after its latest date, \(Self.text(of: latest))")
        }
        return nil
    }

    private static func text(of seconds: Double) -> String {
        AttributeValue.date(Date(timeIntervalSinceReferenceDate: seconds)).shortText
    }
}
