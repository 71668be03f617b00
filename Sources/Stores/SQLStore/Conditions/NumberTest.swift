import Foundation
import ModelExpressions
import StoreProtocol

/// The comparison of a column of numbers with a constant, as SQL expresses it.
enum NumberTest {
    /// False for every value.
    case never
    /// True for every number.
    case anyValue
    /// Compares with an SQL operator and a value that the type of the column can represent.
    case compared(String, SQLValue)
}

extension SQLKind {
    /// Returns the comparison of a column of this kind with a constant, by value, regardless of the constant's type.
    ///
    /// The result contains only constants that the column can represent, because databases convert others with loss.
    /// Nil if there is no such constant.
    func test(_ comparisonOperator: ComparisonOperator, _ constant: SQLConstant) -> NumberTest? {
        switch (self, constant) {
        case (.whole, .boolean(let flag)):
            .compared(comparisonOperator.sign, .integer(flag ? 1 : 0))
        case (.whole, .integer(let number)):
            .compared(comparisonOperator.sign, .integer(number))
        case (.whole, .real(let number)):
            Self.whole(comparisonOperator, number)
        case (.whole, .decimal(let number)):
            Int64(number.description).map { .compared(comparisonOperator.sign, .integer($0)) }
        case (.real, .boolean(let flag)):
            .compared(comparisonOperator.sign, .real(flag ? 1 : 0))
        case (.real, .integer(let number)):
            Self.real(comparisonOperator, number)
        case (.real, .real(let number)):
            number.isNaN ? .never : .compared(comparisonOperator.sign, .real(number))
        case (.real, .decimal(let number)):
            Double(number.description).map { $0.isNaN ? .never : .compared(comparisonOperator.sign, .real($0)) }
        default:
            .never
        }
    }

    private static func whole(_ comparisonOperator: ComparisonOperator, _ number: Double) -> NumberTest {
        if number.isNaN { return .never }
        if comparisonOperator == .equalTo {
            return Int64(exactly: number).map { .compared("=", .integer($0)) } ?? .never
        }
        let isLess = comparisonOperator == .lessThan || comparisonOperator == .lessThanOrEqualTo
        if number >= 0x1p63 { return isLess ? .anyValue : .never }
        if number < -0x1p63 { return isLess ? .never : .anyValue }
        let floor = number.rounded(.down)
        if floor == number { return .compared(comparisonOperator.sign, .integer(Int64(floor))) }
        return .compared(isLess ? "<=" : ">", .integer(Int64(floor)))
    }

    private static func real(_ comparisonOperator: ComparisonOperator, _ number: Int64) -> NumberTest {
        if let exact = Double(exactly: number) { return .compared(comparisonOperator.sign, .real(exact)) }
        if comparisonOperator == .equalTo { return .never }
        let isLess = comparisonOperator == .lessThan || comparisonOperator == .lessThanOrEqualTo
        // No real number is between the integer and the nearest real number.
        let nearest = Double(number)
        let isAbove = nearest >= 0x1p63 || Int64(nearest) > number
        if isLess { return .compared(isAbove ? "<" : "<=", .real(nearest)) }
        return .compared(isAbove ? ">=" : ">", .real(nearest))
    }

    /// Returns the values of a column that are equal to a constant; empty if there are none, and nil if a list of
    /// values cannot express the comparison.
    func valuesEqual(to constant: SQLConstant, _ options: ComparisonOptions) -> [SQLValue]? {
        switch (self, constant) {
        case (.whole, _), (.real, _):
            switch test(.equalTo, constant) {
            case nil, .anyValue?: return nil
            case .never?: return []
            case .compared(_, let value)?: return [value]
            }
        case (.date, .date(let date)):
            let seconds = date.timeIntervalSinceReferenceDate
            return seconds.isNaN ? [] : [.real(seconds)]
        case (.uuid, .uuid(let uuid)):
            return [.uuid(uuid)]
        case (.text, .string(let text)):
            if options == .normalized { return [.text(text)] }
            return options.isEmpty ? StablePrefix.spellings(of: text)?.map(SQLValue.text) : nil
        case (.uri, .uri(let address)):
            return StablePrefix.spellings(of: address.absoluteString)?.map(SQLValue.text)
        default:
            // Values of different kinds are never equal.
            return []
        }
    }
}
