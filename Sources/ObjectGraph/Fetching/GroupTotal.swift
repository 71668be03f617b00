import ModelExpressions

/// What a function over the members of a group needs of a store, and what it makes of that.
enum GroupTotal {
    case total(StoreTotal)
    /// The mean: a sum by a count.
    case average(ModelKeyPath)

    /// Nil for a function that stores do not have, and of what is not a path of names.
    init?(_ function: ExpressionFunction, of path: ModelKeyPath) {
        let isOfNames = path.components.allSatisfy { component in
            if case .key = component { true } else { false }
        }
        guard isOfNames, !path.components.isEmpty || function == .count else { return nil }
        switch function {
        case .count: self = .total(StoreTotal(.count, of: path))
        case .sum: self = .total(StoreTotal(.sum, of: path))
        case .minimum: self = .total(StoreTotal(.minimum, of: path))
        case .maximum: self = .total(StoreTotal(.maximum, of: path))
        case .average: self = .average(path)
        default: return nil
        }
    }

    /// What a store is asked for.
    var storeTotals: [StoreTotal] {
        switch self {
        case .total(let total): [total]
        case .average(let path): [StoreTotal(.sum, of: path), StoreTotal(.count, of: path)]
        }
    }

    /// What the function is of a group.
    ///
    /// - Parameter values: What the store has computed.
    func value(_ values: [StoreTotal: AttributeValue]) -> ConstantValue {
        switch self {
        case .total(let total):
            let value = QueryValue<ManagedObject>(values[total] ?? .null)
            // Of no members, as the evaluator has it.
            return total.function == .sum && value.isNull ? .integer(0) : value.constant
        case .average(let path):
            guard case .integer(let count)? = values[StoreTotal(.count, of: path)], count > 0,
                let sum = QueryValue<ManagedObject>(values[StoreTotal(.sum, of: path)] ?? .null).number
            else { return .integer(0) }
            return .real(sum.real / Double(count))
        }
    }
}
