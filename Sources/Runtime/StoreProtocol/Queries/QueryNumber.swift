public import Foundation
public import ModelExpressions

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

    /// Applies an operator to two numbers. Two integers give an integer; a real number gives a real number. A decimal
    /// or a real number that is not a number gives one that is not a number.
    ///
    /// - Throws: ``QueryError`` for a division of an integer or decimal by zero, and for a result that is too large.
    @usableFromInline
    static func compute(
        _ left: QueryNumber, _ binaryOperator: BinaryOperator, _ right: QueryNumber
    ) throws -> QueryNumber {
        switch binaryOperator {
        case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .leftShift, .rightShift:
            return try bits(left, binaryOperator, right)
        case .power: return try power(left, right)
        case .add, .subtract, .multiply, .divide: break
        }
        switch (left, right) {
        case (.integer(let left), .integer(let right)):
            return .integer(try integer(left, binaryOperator, right))
        case (.real, _), (_, .real): return .real(real(left.real, binaryOperator, right.real))
        case (.decimal(let left), .decimal(let right)):
            return .decimal(try decimal(left, binaryOperator, right))
        case (.decimal(let left), .integer(let right)):
            return .decimal(try decimal(left, binaryOperator, Decimal(right)))
        case (.integer(let left), .decimal(let right)):
            return .decimal(try decimal(Decimal(left), binaryOperator, right))
        }
    }

    /// Returns the remainder of a division.
    @usableFromInline
    static func modulus(_ left: QueryNumber, _ right: QueryNumber) throws -> QueryNumber {
        guard case .integer(let left) = left, case .integer(let right) = right else {
            return .real(left.real.truncatingRemainder(dividingBy: right.real))
        }
        guard right != 0 else { throw QueryError.divisionByZero("modulus:by:") }
        return .integer(right == -1 ? 0 : left % right)
    }

    private static func integer(_ left: Int64, _ binaryOperator: BinaryOperator, _ right: Int64) throws -> Int64 {
        let result: (partialValue: Int64, overflow: Bool)
        switch binaryOperator {
        case .add: result = left.addingReportingOverflow(right)
        case .subtract: result = left.subtractingReportingOverflow(right)
        case .multiply: result = left.multipliedReportingOverflow(by: right)
        default:
            guard right != 0 else { throw QueryError.divisionByZero(binaryOperator.rawValue) }
            result = left.dividedReportingOverflow(by: right)
        }
        guard !result.overflow else { throw QueryError.overflow(binaryOperator.rawValue) }
        return result.partialValue
    }

    private static func real(_ left: Double, _ binaryOperator: BinaryOperator, _ right: Double) -> Double {
        switch binaryOperator {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        default: left / right
        }
    }

    private static func decimal(_ left: Decimal, _ binaryOperator: BinaryOperator, _ right: Decimal) throws -> Decimal {
        // As for real numbers, and by NSDecimalNumber. Below, it can only come of a result that is too large.
        if left.isNaN || right.isNaN { return .nan }
        let result: Decimal
        switch binaryOperator {
        case .add: result = left + right
        case .subtract: result = left - right
        case .multiply: result = product(left, right)
        default:
            guard !right.isZero else { throw QueryError.divisionByZero(binaryOperator.rawValue) }
            result = left / right
        }
        guard !result.isNaN else { throw QueryError.overflow(binaryOperator.rawValue) }
        return result
    }

    /// The least exponent of a decimal's last digit.
    private static let leastExponent = -128

    /// Returns the product of two numbers, rounded if it has more decimal places than a decimal can have, for which
    /// Foundation stops the program.
    private static func product(_ left: Decimal, _ right: Decimal) -> Decimal {
        let excess = leastExponent - (left.exponent + right.exponent)
        guard excess > 0 else { return left * right }
        var exact = Decimal(sign: .plus, exponent: excess, significand: left) * right
        var rounded = Decimal()
        NSDecimalRound(&rounded, &exact, -leastExponent - excess, .plain)
        return Decimal(sign: .plus, exponent: -excess, significand: rounded)
    }

    private static func power(_ base: QueryNumber, _ exponent: QueryNumber) throws -> QueryNumber {
        guard case .integer(let number) = base, case .integer(var rest) = exponent, rest >= 0 else {
            return .real(pow(base.real, exponent.real))
        }
        // By squaring, so that a large exponent takes few steps.
        var square = number
        var result: Int64 = 1
        while rest > 0 {
            if rest & 1 == 1 { result = try integer(result, .multiply, square) }
            rest >>= 1
            if rest > 0 { square = try integer(square, .multiply, square) }
        }
        return .integer(result)
    }

    private static func bits(
        _ left: QueryNumber, _ binaryOperator: BinaryOperator, _ right: QueryNumber
    ) throws -> QueryNumber {
        guard let left = left.whole, let right = right.whole else {
            throw QueryError.typeMismatch(binaryOperator.rawValue, needs: "integers", kind: "a fraction")
        }
        switch binaryOperator {
        case .bitwiseOr: return .integer(left | right)
        case .bitwiseXor: return .integer(left ^ right)
        case .bitwiseAnd: return .integer(left & right)
        case .leftShift: return .integer(left << right)
        default: return .integer(left >> right)
        }
    }
}
