/// A condition on an object: true or false.
///
/// The parser keeps the written structure: a sequence of ANDs is one case with many members, and a parenthesized AND
/// inside it is a separate member. Build `and` and `or` with two or more members. The empty `and` is true, and the
/// empty `or` is false.
///
/// ```swift
/// let parsed = try ModelPredicate(format: "name BEGINSWITH[c] %@ AND age > 3", arguments: ["Bat"])
/// print(parsed)  // name BEGINSWITH[c] "Bat" AND age > 3
/// ```
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
