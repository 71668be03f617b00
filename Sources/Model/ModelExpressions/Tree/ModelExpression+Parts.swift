// Walking and changing trees: what most work on a tree does with the parts that it does not look at.
extension ModelExpression {
    /// The expressions that the expression directly consists of.
    package var parts: [ModelExpression] {
        switch self {
        case .constant, .evaluatedObject, .variable: []
        case .keyPath(_, let base), .unary(_, let base), .cast(let base, _), .subquery(let base, _, _): [base]
        case .element(let base, .index(let index)): [base, index]
        case .element(let base, _): [base]
        case .aggregate(let members), .function(_, let members): members
        case .binary(_, let left, let right), .ternary(_, let left, let right): [left, right]
        case .methodCall(let receiver, _, let arguments): [receiver] + arguments
        }
    }

    /// The predicate of a subquery or a ternary expression.
    package var condition: ModelPredicate? {
        switch self {
        case .subquery(_, _, let predicate), .ternary(let predicate, _, _): predicate
        default: nil
        }
    }

    /// Returns the expression with other parts, and another condition.
    package func mapping(
        _ part: (ModelExpression) -> ModelExpression, condition: (ModelPredicate) -> ModelPredicate
    ) -> ModelExpression {
        switch self {
        case .constant, .evaluatedObject, .variable: self
        case .keyPath(let path, let base): .keyPath(path, of: part(base))
        case .element(let base, .index(let index)): .element(of: part(base), at: .index(part(index)))
        case .element(let base, let position): .element(of: part(base), at: position)
        case .aggregate(let members): .aggregate(members.map(part))
        case .unary(let symbol, let operand): .unary(symbol, part(operand))
        case .binary(let symbol, let left, let right): .binary(symbol, part(left), part(right))
        case .function(let function, let arguments): .function(function, arguments.map(part))
        case .methodCall(let receiver, let selector, let arguments):
            .methodCall(part(receiver), selector: selector, arguments.map(part))
        case .subquery(let collection, let variable, let predicate):
            .subquery(part(collection), variable: variable, condition(predicate))
        case .cast(let operand, let type): .cast(part(operand), type: type)
        case .ternary(let predicate, let first, let second): .ternary(condition(predicate), part(first), part(second))
        }
    }

    /// The names of the variables that need a value before the expression can be evaluated.
    public var freeVariables: Set<String> {
        if case .variable(let name) = self { return [name] }
        if case .keyPath(_, of: .evaluatedObject) = self { return [] }
        var names = condition?.freeVariables ?? []
        if case .subquery(_, let variable, _) = self { names.remove(variable) }
        return parts.reduce(into: names) { $0.formUnion($1.freeVariables) }
    }

    /// Returns the expression with values in the place of its free variables. A variable without a value stays.
    public func substituting(_ values: [String: ConstantValue]) -> ModelExpression {
        if case .variable(let name) = self { return values[name].map(ModelExpression.constant) ?? self }
        var inner = values
        if case .subquery(_, let variable, _) = self { inner[variable] = nil }
        return mapping({ $0.substituting(values) }, condition: { $0.substituting(inner) })
    }
}

extension ModelPredicate {
    /// Both sides of all comparisons.
    package var sides: [ModelExpression] {
        switch self {
        case .constant: []
        case .comparison(let comparison): [comparison.left, comparison.right]
        case .not(let operand): operand.sides
        case .and(let members), .or(let members): members.flatMap(\.sides)
        }
    }

    /// Returns the predicate with changed comparisons.
    package func mappingComparisons(_ change: (inout ModelComparison) -> Void) -> ModelPredicate {
        switch self {
        case .constant: return self
        case .comparison(var comparison):
            change(&comparison)
            return .comparison(comparison)
        case .not(let operand): return .not(operand.mappingComparisons(change))
        case .and(let members): return .and(members.map { $0.mappingComparisons(change) })
        case .or(let members): return .or(members.map { $0.mappingComparisons(change) })
        }
    }

    /// Returns the predicate with other sides of its comparisons.
    package func mapping(_ side: (ModelExpression) -> ModelExpression) -> ModelPredicate {
        mappingComparisons { comparison in
            comparison.left = side(comparison.left)
            comparison.right = side(comparison.right)
        }
    }

    /// The names of the variables that need a value before the predicate can be evaluated.
    ///
    /// Inside the condition of a SUBQUERY, they do not include its variable.
    public var freeVariables: Set<String> { sides.reduce(into: []) { $0.formUnion($1.freeVariables) } }

    /// Returns the predicate with values in the place of its free variables. A variable without a value stays.
    public func substituting(_ values: [String: ConstantValue]) -> ModelPredicate {
        mapping { $0.substituting(values) }
    }
}
