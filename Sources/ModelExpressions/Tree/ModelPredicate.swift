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
