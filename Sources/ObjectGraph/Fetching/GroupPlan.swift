import Foundation
import ModelExpressions

/// How the expressions of a request speak of a group: of what makes it by its one value, of all else by the values of all
/// members.
///
/// A path through a to-many gives the destinations of all members together, so `notes.@count` counts the notes of the
/// group; what a function is given is read of each member, so `max:(notes.@count)` is of the member with the most.
/// Nil is not a value (rule FET-16).
struct GroupPlan {
    /// What is read of each member, by the name that the expressions have for it.
    private(set) var collectedPaths: [String: ModelKeyPath] = [:]
    /// What is computed, in order: each may name those before it.
    private(set) var expressions: [FetchedExpression] = []
    private(set) var condition: ModelPredicate?
    /// What is computed of all members by a store, by the name that the expressions have for it.
    private(set) var totals: [String: GroupTotal] = [:]

    /// - Parameter usesTotals: Whether functions of paths are left to a store where one may know them. What is still to be
    ///   read of each member is then in ``collectedPaths``.
    init<Object>(_ request: FetchRequest<Object>, usesTotals: Bool = false) {
        var names = Set(request.propertiesToGroupBy)
        var collected: [String: ModelKeyPath] = [:]
        var found: [String: GroupTotal] = [:]
        func replacement(_ path: ModelKeyPath, _ isInFunction: Bool) -> ModelExpression {
            Self.replacement(for: path, isInFunction, single: names, &collected)
        }
        func functionReplacement(_ function: ExpressionFunction, _ path: ModelKeyPath) -> ModelExpression? {
            guard usesTotals, let total = GroupTotal(function, of: path), Self.isReadOfMembers(path, single: names)
            else { return nil }
            // No property is called so, whatever the names of what is computed.
            let name = "\(function.rawValue)(\(path))"
            found[name] = total
            return .keyPath(ModelKeyPath([.key(name)]))
        }
        for fetched in request.expressionsToFetch {
            let expression = fetched.expression.replacingPaths(functions: functionReplacement, replacement)
            expressions.append(FetchedExpression(name: fetched.name, expression: expression))
            names.insert(fetched.name)
        }
        condition = request.havingPredicate?.replacingPaths(functions: functionReplacement, replacement)
        collectedPaths = collected
        totals = found
    }

    /// Whether a path is of each member rather than of the group.
    private static func isReadOfMembers(_ path: ModelKeyPath, single names: Set<String>) -> Bool {
        if names.contains(path.description) { return false }
        guard case .key(let first)? = path.components.first else { return path.components.isEmpty }
        return !names.contains(first)
    }

    /// - Parameter names: What is one value of the group: what makes it, and what is computed before.
    private static func replacement(
        for path: ModelKeyPath, _ isInFunction: Bool, single names: Set<String>,
        _ collected: inout [String: ModelKeyPath]
    ) -> ModelExpression {
        if names.contains(path.description) { return .keyPath(ModelKeyPath([.key(path.description)])) }
        // Behind what makes the group, such as `team.name` where groups are made by the team.
        if case .key(let first)? = path.components.first, names.contains(first) { return .keyPath(path) }
        let operators = path.components.filter(\.isOperator)
        if path.components.isEmpty, !isInFunction { return .evaluatedObject }
        let isOfGroup = !isInFunction && operators.count == 1
        let read = isOfGroup ? ModelKeyPath(path.components.filter { !$0.isOperator }) : path
        // No property is called so, whatever the names of what is computed.
        let name = "each \(read)"
        collected[name] = read
        return .keyPath(ModelKeyPath([.key(name)] + (isOfGroup ? operators : [])))
    }

    /// The values of all members of a group, as its expressions name them.
    func values(
        of members: [ManagedObject], _ evaluator: PredicateEvaluator<ManagedObjectSource>
    ) throws -> [String: ConstantValue] {
        try collectedPaths.mapValues { path in
            .collection(
                try members.flatMap { member in
                    let value = try evaluator.value(of: path, from: .object(member))
                    return value.members.filter { !$0.isNull }.map(\.constant)
                })
        }
    }
}

extension ModelKeyPath.Component {
    fileprivate var isOperator: Bool {
        if case .collectionOperator = self { true } else { false }
    }
}
