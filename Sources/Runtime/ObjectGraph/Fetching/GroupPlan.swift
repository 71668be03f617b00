import Foundation
import ModelExpressions

/// How the expressions of a request treat a group: properties that define it have one value, all others have the values
/// of all members.
///
/// A path through a to-many relationship gives the destinations of all members together, so `notes.@count` counts the
/// notes of the group. The argument of a function is read for each member, so `max:(notes.@count)` is the count of the
/// member with the most. Nil is not a value (rule FET-16).
struct GroupPlan {
    /// The paths that are read for each member, by their names in the expressions.
    private(set) var collectedPaths: [String: ModelKeyPath] = [:]
    /// The expressions to compute, in order. Each can use those before it.
    private(set) var expressions: [FetchedExpression] = []
    private(set) var condition: ModelPredicate?
    /// The functions over all members that a store computes, by their names in the expressions.
    private(set) var aggregates: [String: GroupAggregate] = [:]

    /// - Parameter usesAggregates: Whether a store computes functions of paths if it can. Paths that must still be read
    ///   for each member are then in ``collectedPaths``.
    init<Object>(_ request: FetchRequest<Object>, usesAggregates: Bool = false) {
        let groups = Set(request.propertiesToGroupBy)
        var names = groups
        var collected: [String: ModelKeyPath] = [:]
        var found: [String: GroupAggregate] = [:]
        func replacement(_ path: ModelKeyPath, _ isInFunction: Bool) -> ModelExpression {
            Self.replacement(for: path, isInFunction, single: names, groups: groups, &collected)
        }
        func functionReplacement(_ function: ExpressionFunction, _ path: ModelKeyPath) -> ModelExpression? {
            guard usesAggregates, let aggregate = GroupAggregate(function, of: path),
                Self.isReadOfMembers(path, single: names) || groups.contains(path.description)
            else { return nil }
            // No property can have this name.
            let name = "\(function.rawValue)(\(path))"
            found[name] = aggregate
            return .keyPath(ModelKeyPath([.key(name)]))
        }
        for fetched in request.expressionsToFetch {
            let expression = fetched.expression.replacingPaths(functions: functionReplacement, replacement)
            expressions.append(FetchedExpression(name: fetched.name, expression: expression))
            names.insert(fetched.name)
        }
        condition = request.havingPredicate?.replacingPaths(functions: functionReplacement, replacement)
        collectedPaths = collected
        aggregates = found
    }

    /// Whether a path belongs to each member rather than to the group.
    private static func isReadOfMembers(_ path: ModelKeyPath, single names: Set<String>) -> Bool {
        if names.contains(path.description) { return false }
        guard case .key(let first)? = path.components.first else { return path.components.isEmpty }
        return !names.contains(first)
    }

    /// - Parameter names: The single values of the group: those that define it, and earlier expressions.
    private static func replacement(
        for path: ModelKeyPath, _ isInFunction: Bool, single names: Set<String>, groups: Set<String>,
        _ collected: inout [String: ModelKeyPath]
    ) -> ModelExpression {
        // A function over many values is one of all members, also of a property that defines the group.
        let isOfMembers = isInFunction && groups.contains(path.description)
        if names.contains(path.description), !isOfMembers { return .keyPath(ModelKeyPath([.key(path.description)])) }
        // A path through a property that defines the group, such as `team.name` in groups by team.
        if case .key(let first)? = path.components.first, names.contains(first), !isOfMembers { return .keyPath(path) }
        let operators = path.components.filter(\.isOperator)
        if path.components.isEmpty, !isInFunction { return .evaluatedObject }
        let isOfGroup = !isInFunction && operators.count == 1
        let read = isOfGroup ? ModelKeyPath(path.components.filter { !$0.isOperator }) : path
        // No property can have this name.
        let name = "each \(read)"
        collected[name] = read
        return .keyPath(ModelKeyPath([.key(name)] + (isOfGroup ? operators : [])))
    }

    /// Returns the values of all members of a group, by their names in the expressions.
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

/// A function over the members of a group that a store computes, at least in part.
enum GroupAggregate {
    case aggregate(StoreAggregate)
    /// The mean: a sum divided by a count.
    case average(ModelKeyPath)

    /// Returns nil for a function that stores do not compute, and for a path with anything but names.
    init?(_ function: ExpressionFunction, of path: ModelKeyPath) {
        guard path.containsOnlyKeys, !path.components.isEmpty || function == .count else { return nil }
        switch function {
        case .count: self = .aggregate(StoreAggregate(.count, of: path))
        case .sum: self = .aggregate(StoreAggregate(.sum, of: path))
        case .minimum: self = .aggregate(StoreAggregate(.minimum, of: path))
        case .maximum: self = .aggregate(StoreAggregate(.maximum, of: path))
        case .average: self = .average(path)
        default: return nil
        }
    }

    /// The aggregates to request from the store.
    var storeAggregates: [StoreAggregate] {
        switch self {
        case .aggregate(let aggregate): [aggregate]
        case .average(let path): [StoreAggregate(.sum, of: path), StoreAggregate(.count, of: path)]
        }
    }

    /// Returns the value of the function for a group.
    ///
    /// - Parameter values: The aggregates of the store.
    func value(_ values: [StoreAggregate: AttributeValue]) -> ConstantValue {
        switch self {
        case .aggregate(let aggregate):
            let value = QueryValue<ManagedObject>(values[aggregate] ?? .null)
            // For no members, the same as the evaluator's.
            return aggregate.function == .sum && value.isNull ? .integer(0) : value.constant
        case .average(let path):
            guard case .integer(let count)? = values[StoreAggregate(.count, of: path)], count > 0,
                let sum = QueryValue<ManagedObject>(values[StoreAggregate(.sum, of: path)] ?? .null).number
            else { return .integer(0) }
            return .real(sum.real / Double(count))
        }
    }
}
