import ModelExpressions

/// Reads predicates that a model has archived.
///
/// Source: the archived predicates of public stores; the numbers are those of Apple's documentation of
/// `NSComparisonPredicate` and `NSCompoundPredicate`.
struct ArchivedPredicateReader {
    private let expressions = ArchivedExpressionReader()

    /// A predicate; nil if it cannot be said in the format language.
    func predicate(_ archived: ArchivedValue, depth: Int = 0) -> ModelPredicate? {
        guard depth < ArchivedExpressionReader.maximumDepth else { return nil }
        switch archived.className {
        case "NSTruePredicate": return .constant(true)
        case "NSFalsePredicate": return .constant(false)
        case "NSCompoundPredicate": return compound(archived, depth: depth + 1)
        case "NSComparisonPredicate": return comparison(archived).map(ModelPredicate.comparison)
        default: return nil
        }
    }

    /// The text of a predicate; nil if it needs more than text.
    func text(_ archived: ArchivedValue) -> String? {
        guard let printed = predicate(archived)?.printed, printed.arguments.isEmpty else { return nil }
        return printed.format
    }

    private func compound(_ archived: ArchivedValue, depth: Int) -> ModelPredicate? {
        guard let elements = archived["NSSubpredicates"]?.elements else { return nil }
        let members = elements.compactMap { predicate($0, depth: depth) }
        guard members.count == elements.count else { return nil }
        switch archived["NSCompoundPredicateType"]?.integer {
        case 0: return members.count == 1 ? .not(members[0]) : nil
        case 1: return members.isEmpty ? .constant(true) : members.count == 1 ? members[0] : .and(members)
        case 2: return members.isEmpty ? .constant(false) : members.count == 1 ? members[0] : .or(members)
        default: return nil
        }
    }

    /// A comparison; nil for one by a method of a program's own.
    func comparison(_ archived: ArchivedValue) -> ModelComparison? {
        guard let archivedOperator = archived["NSPredicateOperator"],
            let comparisonOperator = comparisonOperator(archivedOperator),
            let modifier = modifier(archivedOperator["NSModifier"]?.integer ?? 0),
            let left = expressions.expression(archived["NSLeftExpression"]),
            let right = expressions.expression(archived["NSRightExpression"])
        else { return nil }
        let bits = (archivedOperator["NSOptions"] ?? archivedOperator["NSFlags"])?.integer ?? 0
        guard (0...15).contains(bits) else { return nil }
        return ModelComparison(
            left, comparisonOperator, right, modifier: modifier, options: ComparisonOptions(rawValue: UInt8(bits)))
    }

    private func comparisonOperator(_ archived: ArchivedValue) -> ComparisonOperator? {
        let isNegated = archived["NSNegate"]?.boolean ?? false
        switch archived["NSOperatorType"]?.integer {
        case 0: return .lessThan
        case 1: return .lessThanOrEqualTo
        case 2: return .greaterThan
        case 3: return .greaterThanOrEqualTo
        case 4: return isNegated ? .notEqualTo : .equalTo
        case 5: return .notEqualTo
        case 6: return .matches
        case 7: return .like
        case 8: return .beginsWith
        case 9: return .endsWith
        case 10: return .in
        case 99: return .contains
        case 100: return .between
        default: return nil
        }
    }

    private func modifier(_ number: Int64) -> ComparisonModifier? {
        switch number {
        case 0: .direct
        case 1: .all
        case 2: .any
        default: nil
        }
    }
}
