/// A condition on an object: true or false.
///
/// The parser keeps the shape that was written: a row of ANDs is one case with many members, and a parenthesized AND
/// inside it stays a member of its own. Build `and` and `or` with two members or more; the empty `and` is true, the
/// empty `or` false.
public indirect enum ModelPredicate: Sendable, Hashable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case constant(Bool)
    /// Two expressions and the operator between them.
    case comparison(ModelComparison)
    /// True when the predicate is false.
    case not(ModelPredicate)
    /// True when all members are true.
    case and([ModelPredicate])
    /// True when at least one member is true.
    case or([ModelPredicate])
}

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
