extension ModelPredicate {
    /// The names of the variables that must be given a value before the predicate can be evaluated.
    ///
    /// The variable of a SUBQUERY is not one of them inside its condition.
    public var freeVariables: Set<String> {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.left.freeVariables.union(comparison.right.freeVariables)
        case .not(let operand): operand.freeVariables
        case .and(let members), .or(let members): members.reduce(into: []) { $0.formUnion($1.freeVariables) }
        }
    }

    /// The predicate with values in the place of its free variables. A variable without a value stays.
    public func substituting(_ values: [String: ConstantValue]) -> ModelPredicate {
        switch self {
        case .constant:
            return self
        case .comparison(var comparison):
            comparison.left = comparison.left.substituting(values)
            comparison.right = comparison.right.substituting(values)
            return .comparison(comparison)
        case .not(let operand):
            return .not(operand.substituting(values))
        case .and(let members):
            return .and(members.map { $0.substituting(values) })
        case .or(let members):
            return .or(members.map { $0.substituting(values) })
        }
    }
}
