public import Foundation
public import ModelExpressions

// What is made of several values at once. Nil among them is skipped.
extension PredicateEvaluator {
    /// 0 for no members.
    @inlinable
    func sum(of members: [Value]) throws -> Value {
        Value(try numbers(members, for: "a sum").reduce(.integer(0)) { try QueryNumber.compute($0, .add, $1) })
    }

    /// 0 for no members; a decimal for decimals, else a real number.
    @inlinable
    func average(of members: [Value]) throws -> Value {
        let numbers = try numbers(members, for: "an average")
        guard !numbers.isEmpty else { return .integer(0) }
        if case .decimal(let total) = try numbers.reduce(.decimal(0), { try QueryNumber.compute($0, .add, $1) }) {
            let mean = try QueryNumber.compute(.decimal(total), .divide, .integer(Int64(numbers.count)))
            if numbers.contains(where: \.isDecimal) { return Value(mean) }
        }
        // As reals, which a sum of many whole numbers cannot overflow.
        return .real(numbers.reduce(0) { $0 + $1.real } / Double(numbers.count))
    }

    /// The least or the greatest member; nil for none.
    @inlinable
    func extreme(of members: [Value], _ wanted: ComparisonResult) -> Value {
        let text = TextComparison(options: [])
        return members.filter { !$0.isNull }.reduce(Value.null) { best, member in
            best.isNull || order(member, best, text) == wanted ? member : best
        }
    }

    /// The member in the middle, of an even number the mean of the two; nil for none.
    @inlinable
    func median(of members: [Value]) throws -> Value {
        let sorted = try numbers(members, for: "a median").map(\.real).sorted()
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return .real(sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
    }

    /// The member that occurs most often, of several the first; nil for none.
    @inlinable
    func mode(of members: [Value]) -> Value {
        let text = TextComparison(options: [])
        let values = members.filter { !$0.isNull }
        var best: (value: Value, count: Int) = (.null, 0)
        for value in distinct(values) {
            let count = values.count { areEqual($0, value, text) }
            if count > best.count { best = (value, count) }
        }
        return best.value
    }

    /// The standard deviation of the members as a whole population; 0 for none.
    @inlinable
    func standardDeviation(of members: [Value]) throws -> Value {
        let numbers = try numbers(members, for: "a standard deviation").map(\.real)
        guard !numbers.isEmpty else { return .integer(0) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
        return .real(variance.squareRoot())
    }

    /// The members, each once, in the order in which they come first.
    @inlinable
    func distinct(_ members: [Value]) -> [Value] {
        let text = TextComparison(options: [])
        return members.reduce(into: []) { found, member in
            if !member.isNull, !found.contains(where: { areEqual($0, member, text) }) { found.append(member) }
        }
    }

    @inlinable
    func numbers(_ members: [Value], for what: String) throws -> [QueryNumber] {
        try members.filter { !$0.isNull }.map { member in
            guard let number = member.number else {
                throw QueryError.typeMismatch(what, needs: "numbers", kind: member.kind)
            }
            return number
        }
    }
}
