public import Foundation
public import ModelExpressions

// Functions over several values, which skip nil.
extension PredicateEvaluator {
    /// 0 for no members.
    @inlinable
    func sum(of members: [Value]) throws -> Value {
        Value(try numbers(members, for: "a sum").reduce(.integer(0)) { try QueryNumber.compute($0, .add, $1) })
    }

    /// 0 for no members; a decimal for decimals, otherwise a real number.
    @inlinable
    func average(of members: [Value]) throws -> Value {
        let numbers = try numbers(members, for: "an average")
        guard !numbers.isEmpty else { return .integer(0) }
        if case .decimal(let total) = try numbers.reduce(.decimal(0), { try QueryNumber.compute($0, .add, $1) }) {
            let mean = try QueryNumber.compute(.decimal(total), .divide, .integer(Int64(numbers.count)))
            if numbers.contains(where: \.isDecimal) { return Value(mean) }
        }
        // As real numbers, because a sum of many integers could overflow.
        return .real(numbers.reduce(0) { $0 + $1.real } / Double(numbers.count))
    }

    /// The least or greatest member; nil if there are none.
    @inlinable
    func extreme(of members: [Value], _ wanted: ComparisonResult) -> Value {
        let text = TextComparison(options: [])
        return members.filter { !$0.isNull }.reduce(Value.null) { best, member in
            best.isNull || order(member, best, text) == wanted ? member : best
        }
    }

    /// The middle member, or the mean of the two middle ones; nil if there are none.
    @inlinable
    func median(of members: [Value]) throws -> Value {
        let sorted = try numbers(members, for: "a median").map(\.real).sorted()
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        return .real(sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
    }

    /// The first of the most frequent members; nil if there are none.
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

    /// The standard deviation of the members as a whole population; 0 if there are none.
    @inlinable
    func standardDeviation(of members: [Value]) throws -> Value {
        let numbers = try numbers(members, for: "a standard deviation").map(\.real)
        guard !numbers.isEmpty else { return .integer(0) }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
        return .real(variance.squareRoot())
    }

    /// The members, each once, in the order of their first occurrence.
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
