public import Foundation
public import ModelExpressions

extension PredicateEvaluator {
    /// Returns the result of a function. A nil argument gives nil, except for functions over a collection.
    @inlinable
    func call(_ function: ExpressionFunction, _ arguments: [Value]) throws -> Value {
        guard arguments.count == function.argumentCount || function == .randomBelow else {
            throw QueryError(
                code: .typeMismatch,
                message:
                    "the argument count of \(function.rawValue) is \(arguments.count), not \(function.argumentCount)")
        }
        switch function {
        case .now: return .date(now)
        case .random: return .real(Double.random(in: 0..<1))
        default: break
        }
        guard let first = arguments.first else { return .null }
        switch function {
        case .sum: return try sum(of: collection(first, function))
        case .count: return .integer(Int64(try collection(first, function).count))
        case .minimum: return extreme(of: try collection(first, function), .orderedAscending)
        case .maximum: return extreme(of: try collection(first, function), .orderedDescending)
        case .average: return try average(of: collection(first, function))
        case .median: return try median(of: collection(first, function))
        case .mode: return mode(of: try collection(first, function))
        case .standardDeviation: return try standardDeviation(of: collection(first, function))
        default: break
        }
        if arguments.contains(where: \.isNull) { return .null }
        switch function {
        case .uppercase: return .string(try string(first, function).uppercased())
        case .lowercase: return .string(try string(first, function).lowercased())
        case .canonical:
            let text = TextComparison(options: [.caseInsensitive, .diacriticInsensitive])
            return .string(text.folded(try string(first, function)))
        case .length: return .integer(Int64(try string(first, function).count))
        default: break
        }
        return Value(try compute(function, arguments.map { try number($0, function) }))
    }

    /// Evaluates the functions over numbers.
    @inlinable
    func compute(_ function: ExpressionFunction, _ arguments: [QueryNumber]) throws -> QueryNumber {
        let first = arguments[0]
        if let binaryOperator = function.binaryOperator {
            return try QueryNumber.compute(first, binaryOperator, arguments[1])
        }
        switch function {
        case .modulus: return try QueryNumber.modulus(first, arguments[1])
        case .squareRoot: return .real(first.real.squareRoot())
        case .logarithm: return .real(log10(first.real))
        case .naturalLogarithm: return .real(log(first.real))
        case .exponential: return .real(exp(first.real))
        case .ceiling: return first.rounded(.up)
        case .floor: return first.rounded(.down)
        case .truncate: return first.rounded(.towardZero)
        case .absolute:
            let isNegative = first.order(to: .integer(0)) == .orderedAscending
            return isNegative ? try QueryNumber.compute(.integer(0), .subtract, first) : first
        case .onesComplement: return .integer(~(try whole(first, function)))
        case .randomBelow:
            let bound = try whole(first, function)
            return .integer(bound > 0 ? Int64.random(in: 0..<bound) : 0)
        default:
            throw QueryError(code: .unsupported, message: "\(function.rawValue) is not a function of numbers")
        }
    }

    // MARK: Arguments

    @inlinable
    func collection(_ value: Value, _ function: ExpressionFunction) throws -> [Value] {
        switch value {
        case .many(let members): return members
        case .null: return []
        default: throw QueryError.notACollection(function.rawValue, kind: value.kind)
        }
    }

    @inlinable
    func string(_ value: Value, _ function: ExpressionFunction) throws -> String {
        guard case .string(let text) = value else {
            throw QueryError.typeMismatch(function.rawValue, needs: "a string", kind: value.kind)
        }
        return text
    }

    @inlinable
    func number(_ value: Value, _ function: ExpressionFunction) throws -> QueryNumber {
        guard let number = value.number else {
            throw QueryError.typeMismatch(function.rawValue, needs: "a number", kind: value.kind)
        }
        return number
    }

    @inlinable
    func whole(_ number: QueryNumber, _ function: ExpressionFunction) throws -> Int64 {
        guard let whole = number.whole else {
            throw QueryError.typeMismatch(function.rawValue, needs: "an integer", kind: "a fraction")
        }
        return whole
    }
}

extension ExpressionFunction {
    /// The operator that the function is equivalent to.
    @inlinable
    var binaryOperator: BinaryOperator? {
        switch self {
        case .add: .add
        case .subtract: .subtract
        case .multiply: .multiply
        case .divide: .divide
        case .raise: .power
        case .bitwiseAnd: .bitwiseAnd
        case .bitwiseOr: .bitwiseOr
        case .bitwiseXor: .bitwiseXor
        case .leftShift: .leftShift
        case .rightShift: .rightShift
        default: nil
        }
    }
}

extension QueryNumber {
    @inlinable
    func rounded(_ rule: FloatingPointRoundingRule) -> QueryNumber {
        switch self {
        case .integer: return self
        case .real(let number): return .real(number.rounded(rule))
        case .decimal(let number) where number.isNaN: return self
        case .decimal(let number):
            let isDown = rule == .down || rule == .towardZero && number > 0
            var argument = number
            var result = Decimal()
            NSDecimalRound(&result, &argument, 0, isDown ? .down : .up)
            return .decimal(result)
        }
    }
}
