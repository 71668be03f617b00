/// A condition on an object: true or false.
///
/// The parser keeps the written structure: a sequence of ANDs is one case with many members, and a parenthesized AND
/// inside it is a separate member. Build `and` and `or` with two or more members. The empty `and` is true, and the
/// empty `or` is false.
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
    /// The names of the variables that need a value before the predicate can be evaluated.
    ///
    /// Inside the condition of a SUBQUERY, they do not include its variable.
    public var freeVariables: Set<String> {
        switch self {
        case .constant: []
        case .comparison(let comparison): comparison.left.freeVariables.union(comparison.right.freeVariables)
        case .not(let operand): operand.freeVariables
        case .and(let members), .or(let members): members.reduce(into: []) { $0.formUnion($1.freeVariables) }
        }
    }

    /// Returns the predicate with values in the place of its free variables. A variable without a value stays.
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
