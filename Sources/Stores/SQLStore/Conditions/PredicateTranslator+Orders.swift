import Foundation
import ModelExpressions
import StoreProtocol

// The order of two values. Nil has no place in an order, and values of different kinds are not ordered.
extension PredicateTranslator {
    func order(
        _ left: SQLOperand, _ comparisonOperator: ComparisonOperator, _ right: SQLOperand, _ options: ComparisonOptions
    ) -> SQLCondition {
        switch (left, right) {
        case (.constant(let left), .constant(let right)):
            return left.isNil || right.isNil ? .never : .unknown
        case (.constant, _):
            return order(right, comparisonOperator.mirrored, left, options)
        case (.column(let column, let kind), .constant(let constant)):
            if constant.isNil { return .never }
            return kind.flatMap { order(column, $0, comparisonOperator, constant, options) } ?? .unknown
        case (.column(let first, let kind?), .column(let second, let otherKind?)):
            return order(first, kind, comparisonOperator, second, otherKind, options)
        case (.object, .constant), (.object, .object):
            return .never
        case (.count(let members, let isNilWithoutOwner), .constant(let constant)):
            return isCount(members, isNilWithoutOwner, comparisonOperator, constant)
        default:
            return .unknown
        }
    }

    private func order(
        _ column: SQLFragment, _ kind: SQLKind, _ comparisonOperator: ComparisonOperator, _ constant: SQLConstant,
        _ options: ComparisonOptions
    ) -> SQLCondition? {
        switch (kind, constant) {
        case (.whole, _), (.real, _):
            return kind.test(comparisonOperator, constant).map { order(column, kind, $0) }
        case (.date, .date(let date)):
            return order(column, comparisonOperator, date)
        case (.text, .string(let text)):
            return narrowed(column, comparisonOperator, text, options)
        case (.uri, .uri(let address)):
            return SQLCondition(
                ifSaid: dialect.comparison(
                    column, comparisonOperator, "\(bound: .text(address.absoluteString))", options))
        case (.uuid, .uuid(let uuid)):
            // The order of the bytes is the order of the text.
            if options.contains(.localeSensitive) { return nil }
            return SQLCondition("\(column) \(name: comparisonOperator.sign) \(bound: .uuid(uuid))")
        default:
            return .never
        }
    }

    private func order(_ column: SQLFragment, _ kind: SQLKind, _ test: NumberTest) -> SQLCondition {
        switch test {
        case .never:
            return .never
        case .anyValue:
            return kind == .real
                ? SQLCondition(dialect.isNumber(column)) : SQLCondition(definite: "\(column) IS NOT NULL")
        case .compared(let sign, let value):
            let compared: SQLFragment = "\(column) \(name: sign) \(bound: value)"
            return kind == .real && sign.hasPrefix(">")
                ? SQLCondition("(\(compared) AND \(dialect.isNumber(column)))") : SQLCondition(compared)
        }
    }

    /// Compares dates. One that is not a number is neither before nor after another.
    /// Databases sort it after all others.
    private func order(_ column: SQLFragment, _ comparisonOperator: ComparisonOperator, _ date: Date) -> SQLCondition {
        let seconds = date.timeIntervalSinceReferenceDate
        if seconds.isNaN { return .never }
        let compared: SQLFragment = "\(column) \(name: comparisonOperator.sign) \(bound: .real(seconds))"
        return .all([
            narrowed(column, comparisonOperator, to: seconds),
            comparisonOperator.sign.hasPrefix(">")
                ? SQLCondition("(\(compared) AND \(dialect.isNumber(column)))") : SQLCondition(compared),
        ])
    }

    /// Returns a condition that an index can find, and that holds for all dates before or after a time; always true if
    /// no index has them.
    func narrowed(_ column: SQLFragment, _ comparisonOperator: ComparisonOperator, to seconds: Double) -> SQLCondition {
        guard case .rounded(let rounded)? = paths.indexForm(of: column) else { return .always }
        let isAfter = comparisonOperator.sign.hasPrefix(">")
        return dialect.time(at: seconds + (isAfter ? -1 : 1))
            .map { SQLCondition("\(rounded) \(name: isAfter ? ">=" : "<=") \($0)") } ?? .always
    }

    private func order(
        _ left: SQLFragment, _ kind: SQLKind, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ other: SQLKind, _ options: ComparisonOptions
    ) -> SQLCondition {
        if kind.isNumber, other.isNumber {
            return SQLCondition("(\(numberComparison(left, kind, comparisonOperator, right, other)))")
        }
        guard kind == other else { return .never }
        let compared: SQLFragment = "\(left) \(name: comparisonOperator.sign) \(right)"
        switch kind {
        case .text, .uri:
            return SQLCondition(ifSaid: dialect.comparison(left, comparisonOperator, right, options))
        case .uuid:
            return options.contains(.localeSensitive) ? .unknown : SQLCondition(compared)
        case .date, .whole, .real:
            return .unknown
        }
    }

    /// Compares two columns of numbers by value. False for those that are not a number.
    func numberComparison(
        _ left: SQLFragment, _ kind: SQLKind, _ comparisonOperator: ComparisonOperator, _ right: SQLFragment,
        _ other: SQLKind
    ) -> SQLFragment {
        let compared: SQLFragment =
            switch (kind, other) {
            case (.whole, .real): dialect.comparison(ofWhole: left, comparisonOperator.sign, withReal: right)
            case (.real, .whole): dialect.comparison(ofWhole: right, comparisonOperator.mirrored.sign, withReal: left)
            default: "\(left) \(name: comparisonOperator.sign) \(right)"
            }
        let numbers = [(left, kind), (right, other)].filter { $0.1 == .real }.map { dialect.isNumber($0.0) }
        return ([compared] + numbers).joined(separator: " AND ")
    }
}
