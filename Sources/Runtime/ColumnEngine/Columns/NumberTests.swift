import Foundation
import ModelExpressions

/// The condition for an integer to pass a comparison with a constant.
enum IntegerTest {
    /// The integer is in a range, or outside it.
    case within(ClosedRange<Int64>, isWanted: Bool)
    case oneOf(Set<Int64>)
    /// Nothing passes, or everything except nil.
    case never(answer: Bool)

    /// Nil for constants of another kind.
    init?(_ comparisonOperator: ComparisonOperator, _ constant: ConstantValue) {
        if case .collection(let members) = constant {
            self.init(comparisonOperator, members)
            return
        }
        guard let number = QueryValue<Never>(constant).number else { return nil }
        switch comparisonOperator {
        case .equalTo, .notEqualTo:
            let isWanted = comparisonOperator == .equalTo
            self = number.whole.map { .within($0...$0, isWanted: isWanted) } ?? .never(answer: !isWanted)
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            guard let bounds = Self.bounds(comparisonOperator, number) else { return nil }
            self = bounds
        default: return nil
        }
    }

    private init?(_ comparisonOperator: ComparisonOperator, _ members: [ConstantValue]) {
        let numbers = members.map { QueryValue<Never>($0).number }
        switch comparisonOperator {
        case .in:
            // NaN equals no number.
            self = .oneOf(Set(numbers.compactMap { $0?.whole }))
        case .between:
            guard numbers.count == 2, let lower = numbers[0], let upper = numbers[1],
                case .within(let above, _)? = Self.bounds(.greaterThanOrEqualTo, lower),
                case .within(let below, _)? = Self.bounds(.lessThanOrEqualTo, upper)
            else { return nil }
            let (least, greatest) = (above.lowerBound, below.upperBound)
            self = least <= greatest ? .within(least...greatest, isWanted: true) : .never(answer: false)
        default: return nil
        }
    }

    /// Nil for numbers that are too large to compare integers with in a range.
    private static func bounds(_ comparisonOperator: ComparisonOperator, _ number: QueryNumber) -> IntegerTest? {
        let real = number.real
        guard abs(real) < 0x1p62 else { return nil }
        let floor: Int64
        let ceiling: Int64
        if let whole = number.whole {
            (floor, ceiling) = (whole, whole)
        } else {
            guard case .real(let value) = number else { return nil }
            (floor, ceiling) = (Int64(value.rounded(.down)), Int64(value.rounded(.up)))
        }
        switch comparisonOperator {
        case .lessThan: return .within(Int64.min...(ceiling - 1), isWanted: true)
        case .lessThanOrEqualTo: return .within(Int64.min...floor, isWanted: true)
        case .greaterThan: return .within((floor + 1)...Int64.max, isWanted: true)
        case .greaterThanOrEqualTo: return .within(ceiling...Int64.max, isWanted: true)
        default: return nil
        }
    }
}

/// The condition for a real number or a date to pass a comparison with a constant: in a range, or outside it.
struct RealTest {
    var lower: Double
    var upper: Double
    var isWanted = true

    /// Nil for constants of another kind, and for integers that a `Double` cannot represent.
    init?(_ comparisonOperator: ComparisonOperator, _ constant: ConstantValue, isDate: Bool) {
        if comparisonOperator == .between, case .collection(let members) = constant, members.count == 2 {
            guard let lower = Self.value(members[0], isDate: isDate), let upper = Self.value(members[1], isDate: isDate)
            else { return nil }
            self.init(lower: lower, upper: upper)
            return
        }
        guard let value = Self.value(constant, isDate: isDate) else { return nil }
        switch comparisonOperator {
        case .equalTo: self.init(lower: value, upper: value)
        case .notEqualTo: self.init(lower: value, upper: value, isWanted: false)
        case .lessThan: self.init(lower: -.infinity, upper: value.nextDown)
        case .lessThanOrEqualTo: self.init(lower: -.infinity, upper: value)
        case .greaterThan: self.init(lower: value.nextUp, upper: .infinity)
        case .greaterThanOrEqualTo: self.init(lower: value, upper: .infinity)
        default: return nil
        }
    }

    private init(lower: Double, upper: Double, isWanted: Bool = true) {
        self.lower = lower
        self.upper = upper
        self.isWanted = isWanted
    }

    private static func value(_ constant: ConstantValue, isDate: Bool) -> Double? {
        switch constant {
        case .date(let seconds): isDate && seconds.isFinite ? seconds : nil
        case .integer(let number): isDate || number.magnitude > 1 << 53 ? nil : Double(number)
        case .real(let number): isDate || !number.isFinite ? nil : number
        case .boolean(let flag): isDate ? nil : flag ? 1 : 0
        default: nil
        }
    }
}
