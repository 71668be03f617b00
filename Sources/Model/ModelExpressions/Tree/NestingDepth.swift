/// The depth of trees, which has a limit so that printing or destroying a tree cannot overflow the stack.
///
/// A tree can come from outside the parser. The count stops at the limit, and a deeper tree counts as one more than the
/// limit.
enum NestingDepth {
    static func of(_ predicate: ModelPredicate, limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let below = limit - 1
        switch predicate {
        case .constant: return 1
        case .comparison(let comparison):
            return 1 + max(of(comparison.left, limit: below), of(comparison.right, limit: below))
        case .not(let operand): return 1 + of(operand, limit: below)
        case .and(let members), .or(let members): return 1 + greatest(members) { of($0, limit: below) }
        }
    }

    static func of(_ expression: ModelExpression, limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let below = limit - 1
        switch expression {
        case .constant(let value): return of(value, limit: limit)
        case .evaluatedObject, .variable, .keyPath(_, of: .evaluatedObject): return 1
        default:
            let condition = expression.condition.map { of($0, limit: below) } ?? 0
            return 1 + max(condition, greatest(expression.parts) { of($0, limit: below) })
        }
    }

    static func of(_ value: ConstantValue, limit: Int) -> Int {
        guard limit > 0, case .collection(let members) = value else { return 1 }
        return 1 + greatest(members) { of($0, limit: limit - 1) }
    }

    private static func greatest<Member>(_ members: [Member], depth: (Member) -> Int) -> Int {
        members.reduce(0) { max($0, depth($1)) }
    }
}
