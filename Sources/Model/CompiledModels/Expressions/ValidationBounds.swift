import ModelExpressions

/// The bounds in an attribute's validation predicates that a model file can represent.
///
/// The model compiler converts the bounds of a file to predicates: `SELF >= 3`, `length <= 50`, `SELF MATCHES "…"`,
/// separately or joined by AND.
struct ValidationBounds {
    /// The minimum value or length.
    var least: ConstantValue?
    /// The maximum value or length.
    var greatest: ConstantValue?
    var pattern: String?
    /// Whether there are other predicates.
    var isIncomplete = false

    /// Reads the predicates of an attribute.
    init(_ predicates: [ArchivedValue]) {
        for archived in predicates {
            guard let predicate = ArchivedPredicateReader().predicate(archived) else {
                isIncomplete = true
                continue
            }
            add(predicate)
        }
    }

    private mutating func add(_ predicate: ModelPredicate) {
        switch predicate {
        case .and(let members): for member in members { add(member) }
        case .comparison(let comparison): add(comparison)
        default: isIncomplete = true
        }
    }

    private mutating func add(_ comparison: ModelComparison) {
        guard case .constant(let bound) = comparison.right, comparison.modifier == .direct,
            isOfTheValue(comparison.left)
        else { return isIncomplete = true }
        switch (comparison.operator, bound) {
        case (.greaterThanOrEqualTo, _): least = bound
        case (.lessThanOrEqualTo, _): greatest = bound
        case (.matches, .string(let text)) where comparison.left == .evaluatedObject: pattern = text
        default: isIncomplete = true
        }
    }

    /// Whether an expression is the value itself, or its length.
    private func isOfTheValue(_ expression: ModelExpression) -> Bool {
        switch expression {
        case .evaluatedObject, .function(.length, [.evaluatedObject]): true
        case .keyPath(let path, of: .evaluatedObject): path.components == [.key("length")]
        default: false
        }
    }
}
