import Foundation

/// What the model does not allow of the value of an attribute, including composites.
struct AttributeValidation {
    struct Violation {
        var code: ValidationError.Code
        /// The attribute's name; of a composite's member the path to it, such as `place.latitude`.
        var keyPath: String
        /// What follows the attribute in a sentence.
        var message: String
        var value: AttributeValue?
    }

    let composites: [String: Composite]
    let patterns: TextPatterns

    /// Returns the violations of a value; empty if the model allows it.
    /// The bounds of a composite are those of its members.
    func violations(by value: AttributeValue, of attribute: Attribute, under parent: String = "") -> [Violation] {
        let keyPath = parent + attribute.name
        if value.isNull {
            guard !attribute.isOptional, !attribute.isDerived else { return [] }
            let message = "is required but has no value"
            return [Violation(code: .missingMandatoryProperty, keyPath: keyPath, message: message)]
        }
        if case .composite(let values) = value {
            let members = attribute.compositeName.flatMap { composites[$0] }?.attributes ?? []
            return members.flatMap { violations(by: values[$0.name] ?? .null, of: $0, under: keyPath + ".") }
        }
        let violation = AttributeBounds(attribute: attribute, patterns: patterns).violation(by: value)
        return violation.map { [Violation(code: $0.code, keyPath: keyPath, message: $0.message, value: value)] } ?? []
    }
}

/// The bounds, lengths, and pattern that the model sets for an attribute's values.
///
/// Null satisfies all of them (rule VAL-13). Bounds that don't apply to the attribute's type are ignored.
struct AttributeBounds {
    let attribute: Attribute
    /// The regular expressions of models, which may be hostile.
    let patterns: TextPatterns

    /// Returns the first violation (rule VAL-15); nil if the value has none.
    func violation(by value: AttributeValue) -> (code: ValidationError.Code, message: String)? {
        switch value {
        case .integer(let number): violation(by: Decimal(number)) { Decimal(string: $0) }
        case .decimal(let number): violation(by: number) { Decimal(string: $0) }
        // Not as decimals, which have no infinity and no number as large as a Double's.
        // A bound of a Float is rounded as its values are, so that the bound itself is within it (rule VAL-10).
        case .float(let number): violation(by: number) { Float($0) }
        case .double(let number): violation(by: number) { Double($0) }
        // A transformable's value is encoded as text.
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
        guard let pattern = attribute.regularExpressionString else { return nil }
        do {
            if try patterns.matches(text, pattern, options: []) { return nil }
            return (.stringPatternMismatch, "does not match its pattern \(pattern)")
        } catch {
            // Whether the value is valid is unknown, so it is not stored.
            let isCostly = (error as? QueryError)?.code == .patternTooComplex
            let reason =
                isCostly
                ? "takes too many steps; write it without nested repeats"
                : "is not a valid regular expression; correct it in the model"
            return (.managedObjectValidation, "cannot be checked: its pattern \(pattern) \(reason)")
        }
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
