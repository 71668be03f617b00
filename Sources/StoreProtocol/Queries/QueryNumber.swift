public import Foundation

/// A number of one of three kinds, and the rules for combining kinds.
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
        // Through the digits, because the direct conversion is wrong in the last place for many numbers.
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

    /// The number as a decimal; nil for a real number, which is compared with decimals as a real number.
    private var exactDecimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        case .real: nil
        }
    }

    /// Returns the order of two numbers by value, whatever their kinds; nil if one is not a number.
    @usableFromInline
    func order(to other: QueryNumber) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): ComparisonResult(left, right)
        case (.integer(let left), .real(let right)): Self.order(left, right)
        case (.real(let left), .integer(let right)):
            Self.order(right, left).flatMap { ComparisonResult(rawValue: -$0.rawValue) }
        default:
            if let left = exactDecimal, let right = other.exactDecimal {
                left.isNaN || right.isNaN ? nil : ComparisonResult(left, right)
            } else {
                real.isNaN || other.real.isNaN ? nil : ComparisonResult(real, other.real)
            }
        }
    }

    /// Compares exactly, even if a real number cannot represent the integer.
    private static func order(_ left: Int64, _ right: Double) -> ComparisonResult? {
        if right.isNaN { return nil }
        if right >= 0x1p63 { return .orderedAscending }
        if right < -0x1p63 { return .orderedDescending }
        let floor = right.rounded(.down)
        guard left == Int64(floor) else { return ComparisonResult(left, Int64(floor)) }
        return right > floor ? .orderedAscending : .orderedSame
    }
}
