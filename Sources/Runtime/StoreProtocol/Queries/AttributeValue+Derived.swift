import Foundation

extension AttributeValue {
    /// Converts the result of a derivation to the type of its attribute; null if it does not fit.
    package init<Subject>(derived value: QueryValue<Subject>, as type: AttributeType) {
        self =
            switch (type, value) {
            case (.string, .string(let text)): .string(text)
            case (.date, .date(let date)): .date(date)
            case (.boolean, .boolean(let flag)): .boolean(flag)
            case (.uuid, .uuid(let uuid)): .uuid(uuid)
            case (.uri, .uri(let url)): .uri(url)
            case (.binary, .binary(let data)): .binary(data)
            case (.integer16, _), (.integer32, _), (.integer64, _): Self.integer(value, as: type)
            case (.double, _): value.number.map { .double($0.real) } ?? .null
            case (.float, _): value.number.map { .float(Float($0.real)) } ?? .null
            case (.decimal, _): value.number.map { .decimal($0.asDecimal) } ?? .null
            default: .null
            }
    }

    private static func integer<Subject>(_ value: QueryValue<Subject>, as type: AttributeType) -> AttributeValue {
        let number = value.number.flatMap { $0.whole ?? Int64(exactly: $0.real.rounded()) }
        guard let number, type.integerRange?.contains(number) == true else { return .null }
        return .integer(number)
    }

    /// Whether a stored value is the one that a derivation computes. Two values that are not numbers are the same one.
    package func isDerivedValue(_ value: AttributeValue) -> Bool {
        switch (self, value) {
        case (.double(let own), .double(let other)): own == other || own.isNaN && other.isNaN
        case (.float(let own), .float(let other)): own == other || own.isNaN && other.isNaN
        case (.decimal(let own), .decimal(let other)): own == other || own.isNaN && other.isNaN
        default: isIdentical(to: value)
        }
    }
}

extension QueryNumber {
    fileprivate var asDecimal: Decimal {
        switch self {
        case .integer(let number): Decimal(number)
        case .real(let number): Decimal(number)
        case .decimal(let number): number
        }
    }
}
