public import Foundation

/// A number of one of three kinds, with the rules by which the kinds meet.
@usableFromInline
package enum QueryNumber {
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)

    @usableFromInline
    var isDecimal: Bool {
        if case .decimal = self { true } else { false }
    }

    /// The nearest real number.
    @usableFromInline
    package var real: Double {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number): number
        // By way of the digits: the direct conversion is off in the last place for many numbers.
        case .decimal(let number): Double(number.description) ?? .nan
        }
    }

    /// The number, if it is whole.
    @usableFromInline
    package var whole: Int64? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int64(exactly: number)
        case .decimal(let number): Int64(number.description)
        }
    }

    /// The number as a decimal; nil for a real one, with which decimals are compared as reals.
    private var exactDecimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .real: nil
        }
    }

    /// How two numbers compare by value, whatever their kinds; nil if one is not a number.
    @usableFromInline
    func order(to other: QueryNumber) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): Self.order(left, right)
        case (.integer(let left), .real(let right)): Self.order(left, right)
        case (.real(let left), .integer(let right)):
            Self.order(right, left).flatMap { ComparisonResult(rawValue: -$0.rawValue) }
        default:
            if let left = exactDecimal, let right = other.exactDecimal {
                left.isNaN || right.isNaN ? nil : Self.order(left, right)
            } else {
                real.isNaN || other.real.isNaN ? nil : Self.order(real, other.real)
            }
        }
    }

    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> ComparisonResult {
        left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
    }

    /// Exactly, also where a real number cannot hold the whole one.
    private static func order(_ left: Int64, _ right: Double) -> ComparisonResult? {
        if right.isNaN { return nil }
        if right >= 0x1p63 { return .orderedAscending }
        if right < -0x1p63 { return .orderedDescending }
        let floor = right.rounded(.down)
        guard left == Int64(floor) else { return order(left, Int64(floor)) }
        return right > floor ? .orderedAscending : .orderedSame
    }
}
