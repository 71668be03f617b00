import Foundation
import ModelExpressions
import ObjectGraph

/// A value of the reference.
enum ReferenceValue: Sendable {
    case none
    case boolean(Bool)
    case whole(Int64)
    case real(Double)
    case decimal(String)
    case text(ReferenceText)
    case date(Double)

    var number: ReferenceNumber? {
        switch self {
        case .boolean(let flag): ReferenceNumber(whole: flag ? 1 : 0)
        case .whole(let number): ReferenceNumber(whole: number)
        case .real(let number): ReferenceNumber(real: number)
        case .decimal(let text): ReferenceNumber(decimal: text)
        case .none, .text, .date: nil
        }
    }

    var isNone: Bool { if case .none = self { true } else { false } }

    /// The value as a constant of a predicate.
    var constant: ConstantValue {
        switch self {
        case .none: .null
        case .boolean(let flag): .boolean(flag)
        case .whole(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let text): .decimal(text)
        case .text(let text): .string(text.spelling)
        case .date(let seconds): .date(seconds)
        }
    }
}

/// A value with what comparing it many times needs.
struct ReferenceOperand: Sendable {
    let value: ReferenceValue
    let number: ReferenceNumber?

    init(_ value: ReferenceValue) {
        self.value = value
        number = value.number
    }

    /// -1, 0 or 1; nil if the two have no order.
    func order(to other: ReferenceOperand, _ letters: String) -> Int? {
        if let number, let others = other.number { return number.order(to: others) }
        switch (value, other.value) {
        case (.text(let left), .text(let right)): return left.order(to: right, letters)
        case (.date(let left), .date(let right)):
            return left.isNaN || right.isNaN ? nil : left < right ? -1 : left > right ? 1 : 0
        default: return nil
        }
    }

    func equals(_ other: ReferenceOperand, _ letters: String) -> Bool {
        switch (value, other.value) {
        case (.none, .none): true
        case (.text(let left), .text(let right)): left.equals(right, letters)
        default: order(to: other, letters) == 0
        }
    }

    /// Whether an operator holds. With nil, only `==` and `!=` can be true.
    func holds(_ comparisonOperator: ComparisonOperator, _ other: ReferenceOperand, _ letters: String) -> Bool {
        func texts(_ test: (ReferenceText, ReferenceText) -> Bool) -> Bool {
            guard case .text(let left) = value, case .text(let right) = other.value else { return false }
            return test(left, right)
        }
        switch comparisonOperator {
        case .equalTo: return equals(other, letters)
        case .notEqualTo: return !equals(other, letters)
        case .lessThan: return order(to: other, letters) == -1
        case .greaterThan: return order(to: other, letters) == 1
        case .lessThanOrEqualTo: return order(to: other, letters).map { $0 <= 0 } ?? false
        case .greaterThanOrEqualTo: return order(to: other, letters).map { $0 >= 0 } ?? false
        case .contains: return texts { $0.contains($1, letters) }
        case .beginsWith: return texts { $0.begins(with: $1, letters) }
        case .endsWith: return texts { $0.ends(with: $1, letters) }
        case .like: return texts { $0.isLike($1, letters) }
        case .in, .between, .matches: return false
        }
    }

    func isBetween(_ least: ReferenceOperand, _ greatest: ReferenceOperand) -> Bool {
        holds(.greaterThanOrEqualTo, least, "") && holds(.lessThanOrEqualTo, greatest, "")
    }

    func isOne(of members: [ReferenceOperand], _ letters: String) -> Bool {
        !value.isNone && members.contains { !$0.value.isNone && equals($0, letters) }
    }

    /// Whether the value sorts before another: nil first, then what is not a number.
    func sortsBefore(_ other: ReferenceOperand) -> Bool {
        rank == other.rank ? order(to: other, "") == -1 : rank < other.rank
    }

    private var rank: Int {
        switch value {
        case .none: 0
        case .date(let seconds): seconds.isNaN ? 1 : 2
        default: number?.real.isNaN == true ? 1 : 2
        }
    }
}
