import ModelExpressions

/// Reads the archived predicates of a model.
///
/// Source: the archived predicates of public stores; the numbers are those of Apple's documentation of
/// `NSComparisonPredicate` and `NSCompoundPredicate`.
struct ArchivedPredicateReader {
    private let expressions = ArchivedExpressionReader()

    /// A predicate; nil if the format language cannot represent it.
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
        guard let elements = archived[.subpredicates]?.elements else { return nil }
        let members = elements.compactMap { predicate($0, depth: depth) }
        guard members.count == elements.count else { return nil }
        switch archived[.compoundPredicateType]?.integer {
        case 0: return members.count == 1 ? .not(members[0]) : nil
        case 1: return members.isEmpty ? .constant(true) : members.count == 1 ? members[0] : .and(members)
        case 2: return members.isEmpty ? .constant(false) : members.count == 1 ? members[0] : .or(members)
        default: return nil
        }
    }

    /// A comparison; nil for one by a method of a program.
    func comparison(_ archived: ArchivedValue) -> ModelComparison? {
        guard let archivedOperator = archived[.predicateOperator],
            let comparisonOperator = comparisonOperator(archivedOperator),
            let modifier = Self.modifiers[archivedOperator[.modifier]?.integer ?? 0],
            let left = expressions.expression(archived[.leftExpression]),
            let right = expressions.expression(archived[.rightExpression])
        else { return nil }
        let bits = (archivedOperator[.options] ?? archivedOperator[.flags])?.integer ?? 0
        guard (0...15).contains(bits) else { return nil }
        return ModelComparison(
            left, comparisonOperator, right, modifier: modifier, options: ComparisonOptions(rawValue: UInt8(bits)))
    }

    private func comparisonOperator(_ archived: ArchivedValue) -> ComparisonOperator? {
        guard let known = archived[.operatorType]?.integer.flatMap({ Self.operators[$0] }) else { return nil }
        return known == .equalTo && archived[.negate]?.boolean == true ? .notEqualTo : known
    }

    private static let modifiers: [Int64: ComparisonModifier] = [0: .direct, 1: .all, 2: .any]
    private static let operators: [Int64: ComparisonOperator] = [
        0: .lessThan, 1: .lessThanOrEqualTo, 2: .greaterThan, 3: .greaterThanOrEqualTo, 4: .equalTo, 5: .notEqualTo,
        6: .matches, 7: .like, 8: .beginsWith, 9: .endsWith, 10: .in, 99: .contains, 100: .between,
    ]
}
