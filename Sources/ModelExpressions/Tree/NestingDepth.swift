/// The depth of trees, which has a limit so that printing or destroying a tree cannot overflow the stack.
///
/// A tree can come from outside the parser. The count stops at the limit, and a deeper tree counts as one more than the
/// limit.
enum NestingDepth {
    static func of(_ predicate: ModelPredicate, limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let below = limit - 1
        switch predicate {
        case .constant:
            return 1
        case .comparison(let comparison):
            return 1 + max(of(comparison.left, limit: below), of(comparison.right, limit: below))
        case .not(let operand):
            return 1 + of(operand, limit: below)
        case .and(let members), .or(let members):
            return 1 + greatest(members) { of($0, limit: below) }
        }
    }

    static func of(_ expression: ModelExpression, limit: Int) -> Int {
        guard limit > 0 else { return 1 }
        let below = limit - 1
        switch expression {
        case .constant(let value):
            return of(value, limit: limit)
        case .evaluatedObject, .variable, .keyPath(_, of: .evaluatedObject):
            return 1
        case .keyPath(_, let base), .unary(_, let base), .cast(let base, _):
            return 1 + of(base, limit: below)
        case .element(let base, .index(let index)):
            return 1 + max(of(base, limit: below), of(index, limit: below))
        case .element(let base, .first), .element(let base, .last), .element(let base, .size):
            return 1 + of(base, limit: below)
        case .aggregate(let members), .function(_, let members):
            return 1 + greatest(members) { of($0, limit: below) }
        case .binary(_, let left, let right):
            return 1 + max(of(left, limit: below), of(right, limit: below))
        case .methodCall(let receiver, _, let arguments):
            return 1 + greatest([receiver] + arguments) { of($0, limit: below) }
        case .subquery(let collection, _, let predicate):
            return 1 + max(of(collection, limit: below), of(predicate, limit: below))
        case .ternary(let predicate, let first, let second):
            return 1 + max(of(predicate, limit: below), of(first, limit: below), of(second, limit: below))
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
