import Foundation
import ModelExpressions
import ModelSchema

// Dictionaries of computed values, for all objects or for groups of them.
extension ManagedObjectContext {
    /// Returns a dictionary for each group of the stored objects that match, for all of them, or for each.
    func fetchGroups<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [[String: Any]] {
        let types = try fetchedTypes(request, of: entity(of: request))
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: stored), now: Date())
            var rows: [Values]
            if request.isOfGroups {
                rows =
                    try stored.computedGroups(request, evaluator)
                    ?? groups(of: stored.matches(of: request), request, evaluator)
            } else {
                rows = try stored.matches(of: request).map { try row(of: $0, request, evaluator) }
            }
            if request.returnsDistinctResults {
                var seen: Set<[String: ConstantValue]> = []
                rows = rows.filter { seen.insert($0).inserted }
            }
            return request.window(of: rows).map { row in
                row.reduce(into: [:]) { dictionary, member in
                    dictionary[member.key] = QueryValue(member.value).anyValue(as: types[member.key])
                }
            }
        }
    }

    private typealias Evaluator = PredicateEvaluator<ManagedObjectSource>
    private typealias Values = [String: ConstantValue]

    private func row<Object>(
        of object: ManagedObject, _ request: FetchRequest<Object>, _ evaluator: Evaluator
    ) throws -> Values {
        var row: Values = [:]
        for name in request.propertiesToFetch { row[name] = try value(at: name, of: object, evaluator) }
        for expression in request.expressionsToFetch {
            row[expression.name] = try evaluator.evaluate(expression.expression, on: .object(object)).constant
        }
        return row
    }

    private func value(at name: String, of object: ManagedObject, _ evaluator: Evaluator) throws -> ConstantValue {
        if name == "objectID", !object.entity.propertyNames.contains(name) { return object.objectID.predicateValue }
        let path = ModelKeyPath(text: name) ?? ModelKeyPath([.key(name)])
        return try evaluator.value(of: path, from: .object(object)).constant
    }

    private func groups<Object>(
        of objects: [ManagedObject], _ request: FetchRequest<Object>, _ evaluator: Evaluator
    ) throws -> [Values] {
        var order: [[ConstantValue]] = []
        var members: [[ConstantValue]: [ManagedObject]] = [:]
        for object in objects {
            let key = try request.propertiesToGroupBy.map { try value(at: $0, of: object, evaluator) }
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(object)
        }
        // Without groups, there is one row, even without objects.
        if request.propertiesToGroupBy.isEmpty, order.isEmpty { order = [[]] }
        let plan = GroupPlan(request)
        return try order.compactMap { key in
            try row(ofGroup: key, plan.values(of: members[key] ?? [], evaluator), request, plan, evaluator)
        }
    }

    /// Returns the rows of groups that the store computes; nil if it cannot.
    private func computedGroups<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ evaluator: Evaluator
    ) throws -> [Values]? {
        let plan = GroupPlan(request, usesAggregates: true)
        guard plan.collectedPaths.isEmpty else { return nil }
        let aggregates = Array(Set(plan.aggregates.values.flatMap(\.storeAggregates)))
        guard let groups = try storedGroups(of: request, by: request.propertiesToGroupBy, aggregates) else {
            return nil
        }
        return try groups.compactMap { group in
            let known = Dictionary(uniqueKeysWithValues: zip(aggregates, group.aggregates))
            return try row(
                ofGroup: group.keys.map(\.constant), plan.aggregates.mapValues { $0.value(known) }, request, plan,
                evaluator
            )
        }
    }

    /// Returns the groups of the stored objects that match a request, ignoring its offset and limit, as their store
    /// computes them without reading objects; nil if it cannot.
    ///
    /// - Parameters:
    ///   - names: Attributes and to-one relationships, or paths to them, whose equal values define a group.
    ///   - maximumCount: The maximum number of groups; the method returns nil if there are more.
    package func groups<Object: ManagedObject>(
        of request: FetchRequest<Object>, by names: [String], _ aggregates: [StoreAggregate], maximumCount: Int
    ) throws -> [StoreGroup]? {
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            try stored.storedGroups(of: request, by: names, aggregates, maximumCount: maximumCount)
        }
    }

    /// Returns the groups of the objects that match a request, as the store computes them; nil if it cannot, or if two
    /// of its groups are the same here.
    func storedGroups<Object: ManagedObject>(
        of request: FetchRequest<Object>, by names: [String], _ aggregates: [StoreAggregate], maximumCount: Int = 0
    ) throws -> [StoreGroup]? {
        let fetch = try ResolvedFetch(request.whole, in: self)
        guard fetch.runsOnColumns else { return nil }
        let keys = names.map { ModelKeyPath(text: $0) ?? ModelKeyPath([.key($0)]) }
        let found = try reading(.fetch, of: fetch.entity, count: { $0?.count }) {
            try fetch.graphFetch(in: self).wholeGroups(by: keys, aggregates, maximumCount: maximumCount)
        }
        guard let groups = found,
            Set(groups.map { $0.keys.map(\.constant) }).count == groups.count
        else { return nil }
        requestLog?(StoreRequest(fetchOf: fetch.entity, predicate: fetch.predicate, resultCount: groups.count))
        return groups
    }

    /// Returns nil for a group that does not match.
    ///
    /// - Parameter values: The values of the members, by their names in the plan's expressions.
    private func row<Object>(
        ofGroup key: [ConstantValue], _ values: Values, _ request: FetchRequest<Object>,
        _ plan: GroupPlan, _ evaluator: Evaluator
    ) throws -> Values? {
        var values = values
        for (name, value) in zip(request.propertiesToGroupBy, key) { values[name] = value }
        var row: Values = [:]
        for name in request.propertiesToFetch { row[name] = values[name] }
        for expression in plan.expressions {
            let structure = QueryStructure(name: "group", members: values)
            let value = try evaluator.evaluate(expression.expression, on: .structure(structure)).constant
            row[expression.name] = value
            if !request.propertiesToGroupBy.contains(expression.name) { values[expression.name] = value }
        }
        if let condition = plan.condition {
            let structure = QueryStructure(name: "group", members: values)
            guard try evaluator.evaluate(condition, on: .structure(structure)) else { return nil }
        }
        return row
    }

    // MARK: Checking

    /// Returns the types of the properties in dictionaries, by name.
    ///
    /// - Throws: ``FetchError`` for a property that a dictionary or a group cannot contain, ``QueryError`` for a path
    ///   in an expression that the entity does not have.
    private func fetchedTypes<Object>(
        _ request: FetchRequest<Object>, of entity: EntityDescription
    ) throws -> [String: AttributeType] {
        guard request.havingPredicate == nil || !request.propertiesToGroupBy.isEmpty else {
            throw FetchError(
                code: .havingWithoutGroups,
                description: "a condition on groups needs groups; specify the properties to group by")
        }
        var types: [String: AttributeType] = [:]
        for name in request.propertiesToFetch + request.propertiesToGroupBy
        where name != "objectID" || entity.propertyNames.contains(name) {
            if let type = try type(ofProperty: name, of: entity) { types[name] = type }
        }
        guard request.isOfGroups else { return types }
        if let name = request.propertiesToFetch.first(where: { !request.propertiesToGroupBy.contains($0) }) {
            throw FetchError(
                code: .ungroupedProperty,
                description: "'\(name)' has several values in a group; group by it, or fetch a function of it")
        }
        // So that a path that must be read for each member also fails without members.
        for path in GroupPlan(request).collectedPaths.values where !path.components.isEmpty {
            let report = ExpressionChecker(managedObjectModel.lookup, purpose: .fetch)
                .check(.keyPath(path), of: entity.schema)
            if let error = QueryError(report) { throw error }
        }
        return types
    }

    /// Returns the type of the attribute at the end of a path; nil for a to-one relationship or a computed value.
    private func type(ofProperty name: String, of entity: EntityDescription) throws -> AttributeType? {
        guard let path = ModelKeyPath(text: name) else { throw FetchError.unknownProperty(name, of: entity) }
        let report = ExpressionChecker(managedObjectModel.lookup, purpose: .fetch)
            .check(.keyPath(path), of: entity.schema)
        if let error = QueryError(report) {
            let isTransient = entity.attribute(named: name)?.isTransient == true
            throw FetchError(
                code: isTransient ? .unfetchableProperty : .unknownProperty, description: error.description)
        }
        switch report.type {
        case .collection:
            throw FetchError(
                code: .unfetchableProperty,
                description: "'\(entity.name).\(name)' is to-many, so a dictionary cannot contain it")
        case .attribute(let type): return type
        default: return nil
        }
    }
}

extension FetchRequest {
    /// Whether there is a dictionary for several objects rather than for each.
    fileprivate var isOfGroups: Bool {
        !propertiesToGroupBy.isEmpty || expressionsToFetch.contains { $0.expression.isAggregate }
    }
}

extension StoreGroup.Key {
    fileprivate var constant: ConstantValue {
        switch self {
        case .value(let value): QueryValue<ManagedObject>(value).constant
        case .object(let objectID): objectID.predicateValue
        }
    }
}

extension QueryValue where Subject == ManagedObject {
    /// The value as a constant. Objects are represented by their IDs.
    var constant: ConstantValue {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let number): .decimal(number.description)
        case .string(let text): .string(text)
        case .date(let date): .date(date.timeIntervalSinceReferenceDate)
        case .binary(let data): .data([UInt8](data))
        case .uuid(let uuid): .uuid(uuid.text)
        case .uri(let url): .url(url.absoluteString)
        case .object(let object): object.predicateValue
        case .objectID(let objectID): objectID.predicateValue
        case .structure(let structure): .opaque(OpaqueValue(structure))
        case .many(let members): .collection(members.map(\.constant))
        case .opaque(let value): .opaque(value)
        }
    }

    /// Returns the value for a dictionary; nil for null.
    ///
    /// - Parameter type: The type of the attribute; nil for a computed value.
    fileprivate func anyValue(as type: AttributeType?) -> Any? {
        switch (self, type) {
        case (.integer(let number), .integer16): Int16(truncatingIfNeeded: number)
        case (.integer(let number), .integer32): Int32(truncatingIfNeeded: number)
        case (.real(let number), .float): Float(number)
        default: anyValue
        }
    }

    private var anyValue: Any? {
        switch self {
        case .null, .structure, .opaque: nil
        case .boolean(let flag): flag
        case .integer(let number): number
        case .real(let number): number
        case .decimal(let number): number
        case .string(let text): text
        case .date(let date): date
        case .binary(let data): data
        case .uuid(let uuid): uuid
        case .uri(let url): url
        case .object(let object): object.objectID
        case .objectID(let objectID): objectID
        case .many(let members): members.compactMap(\.anyValue)
        }
    }
}
