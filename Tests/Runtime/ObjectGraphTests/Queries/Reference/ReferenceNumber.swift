import Foundation

/// A number as its decimal digits, and how numbers compare and compute:
/// written down a second time, without any code of the engine.
struct ReferenceNumber: Sendable {
    enum Kind: Sendable {
        case whole
        case real
        case decimal
    }

    let kind: Kind
    /// The nearest real number.
    let real: Double
    /// The sign, the digits before the point without leading zeros, and those after it without trailing zeros; nil for
    /// "not a number" and the infinities.
    private let digits: (isNegative: Bool, whole: Substring, fraction: Substring)?

    init(whole number: Int64) {
        kind = .whole
        real = Double(number)
        digits = Self.split(String(number))
    }

    init(real number: Double) {
        kind = .real
        real = number
        // The C library writes all digits of a binary number, which has at most 1074 after the point.
        let placeCount = number.rounded() == number ? 0 : 1074
        digits = number.isFinite ? Self.split(String(format: "%.\(placeCount)f", number)) : nil
    }

    init(decimal text: String) {
        kind = .decimal
        real = Double(text) ?? .nan
        digits = text == "NaN" ? nil : Self.split(text)
    }

    private static func split(_ text: String) -> (isNegative: Bool, whole: Substring, fraction: Substring) {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        var fraction = parts.count > 1 ? parts[1] : ""
        while fraction.last == "0" { fraction.removeLast() }
        let isZero = whole.isEmpty && fraction.isEmpty
        return (text.hasPrefix("-") && !isZero, whole, fraction)
    }

    /// -1, 0 or 1; nil if one is not a number. Decimals compare with real numbers as real numbers, all others exactly.
    func order(to other: ReferenceNumber) -> Int? {
        if real.isNaN || other.real.isNaN { return nil }
        let asReal = kind == .decimal && other.kind == .real || kind == .real && other.kind == .decimal
        guard !asReal, let digits, let others = other.digits else {
            return real < other.real ? -1 : real > other.real ? 1 : 0
        }
        if digits.isNegative != others.isNegative { return digits.isNegative ? -1 : 1 }
        let sign = digits.isNegative ? -1 : 1
        if digits.whole.count != others.whole.count { return digits.whole.count < others.whole.count ? -sign : sign }
        if digits.whole != others.whole { return digits.whole < others.whole ? -sign : sign }
        if digits.fraction == others.fraction { return 0 }
        return Array(digits.fraction.utf8).lexicographicallyPrecedes(Array(others.fraction.utf8)) ? -sign : sign
    }
}

/// The operations of the reference: integers that do not fit are errors, real numbers compute as the processor does.
enum ReferenceOperation: String, CaseIterable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case modulus

    struct ArithmeticError: Error {}

    func callAsFunction(_ left: ReferenceValue, _ right: ReferenceValue) throws -> ReferenceValue {
        switch (left, right) {
        case (.none, _), (_, .none): return .none
        case (.boolean(let flag), _): return try self(.whole(flag ? 1 : 0), right)
        case (.whole(let left), .whole(let right)): return .whole(try whole(Int128(left), Int128(right)))
        default:
            guard let left = left.number?.real, let right = right.number?.real else { throw ArithmeticError() }
            switch self {
            case .add: return .real(left + right)
            case .subtract: return .real(left - right)
            case .multiply: return .real(left * right)
            case .divide: return .real(left / right)
            case .modulus: return .real(fmod(left, right))
            }
        }
    }

    private func whole(_ left: Int128, _ right: Int128) throws -> Int64 {
        if right == 0, self == .divide || self == .modulus { throw ArithmeticError() }
        let result =
            switch self {
            case .add: left + right
            case .subtract: left - right
            case .multiply: left * right
            case .divide: left / right
            case .modulus: left % right
            }
        guard let fitting = Int64(exactly: result) else { throw ArithmeticError() }
        return fitting
    }
}
