import Foundation
import ModelExpressions
import ModelSchema

// Dictionaries of computed values, for all objects or for groups of them.
extension ManagedObjectContext {
    /// Returns a dictionary for each group of the stored objects that match, for all of them, or for each.
    func fetchGroups<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [[String: Any]] {
        let attributes = try fetchedAttributes(request, of: entity(of: request))
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
                rows = rows.filter { seen.insert($0.mapValues(\.rowKey)).inserted }
            }
            return request.window(of: rows).map { row in
                row.reduce(into: [:]) { dictionary, member in
                    let value = QueryValue<ManagedObject>(member.value)
                    dictionary[member.key] = attributes[member.key]?.anyValue(of: value) ?? value.anyValue
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
        var groups: [(key: [ConstantValue], members: [ManagedObject])] = []
        var indexes: [[ConstantValue]: Int] = [:]
        for object in objects {
            let key = try request.propertiesToGroupBy.map { try value(at: $0, of: object, evaluator) }
            let rowKey = key.map(\.rowKey)
            if let index = indexes[rowKey] {
                groups[index].members.append(object)
            } else {
                indexes[rowKey] = groups.count
                groups.append((key, [object]))
            }
        }
        // Without groups, there is one row, even without objects.
        if request.propertiesToGroupBy.isEmpty, groups.isEmpty { groups = [([], [])] }
        let plan = GroupPlan(request)
        return try groups.compactMap { group in
            try row(ofGroup: group.key, plan.values(of: group.members, evaluator), request, plan, evaluator)
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
            Set(groups.map { $0.keys.map(\.constant.rowKey) }).count == groups.count
        else { return nil }
        logRequest?(StoreRequest(fetchOf: fetch.entity, predicate: fetch.predicate, resultCount: groups.count))
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

    /// Returns the attributes among the properties in dictionaries, by name.
    ///
    /// - Throws: ``FetchError`` for a property that a dictionary or a group cannot contain, ``QueryError`` for a path
    ///   in an expression that the entity does not have.
    private func fetchedAttributes<Object>(
        _ request: FetchRequest<Object>, of entity: EntityDescription
    ) throws -> [String: FetchedAttribute] {
        guard request.havingPredicate == nil || !request.propertiesToGroupBy.isEmpty else {
            throw FetchError(
                code: .havingWithoutGroups,
                description: "a condition on groups needs groups; specify the properties to group by")
        }
        var attributes: [String: FetchedAttribute] = [:]
        for name in request.propertiesToFetch + request.propertiesToGroupBy
        where name != "objectID" || entity.propertyNames.contains(name) {
            if let attribute = try fetchedAttribute(named: name, of: entity) { attributes[name] = attribute }
        }
        guard request.isOfGroups else { return attributes }
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
        return attributes
    }

    /// Returns the attribute at the end of a path; nil for a to-one relationship or a computed value.
    private func fetchedAttribute(named name: String, of entity: EntityDescription) throws -> FetchedAttribute? {
        guard let path = ModelKeyPath(text: name) else { throw FetchError.unknownProperty(name, of: entity) }
        let report = ExpressionChecker(managedObjectModel.lookup, purpose: .fetch)
            .check(.keyPath(path), of: entity.schema)
        if let error = QueryError(report) {
            let isTransient = entity.attribute(named: name)?.isTransient == true
            throw FetchError(
                code: isTransient ? .unfetchableProperty : .unknownProperty, description: error.description)
        }
        if case .collection = report.type {
            throw FetchError(
                code: .unfetchableProperty,
                description: "'\(entity.name).\(name)' is to-many, so a dictionary cannot contain it")
        }
        return FetchedAttribute(at: path, of: entity, in: managedObjectModel)
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

    /// The value for a dictionary; nil for null. It has the type of the computation, not that of an attribute.
    var anyValue: Any? {
        switch self {
        case .null, .opaque: nil
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
        case .structure(let structure): structure.anyValue
        case .many(let members): members.compactMap(\.anyValue)
        }
    }
}

extension QueryStructure {
    /// The members of a composite; nil for other structures, such as the description of an entity.
    fileprivate var anyValue: Any? {
        guard isComposite else { return nil }
        return members.compactMapValues { QueryValue<ManagedObject>($0).anyValue }
    }
}

extension ConstantValue {
    /// The value by which rows and groups are compared: all values that are not a number are the same one.
    fileprivate var rowKey: ConstantValue {
        switch self {
        case .real(let number) where number.isNaN: .decimal("NaN")
        case .date(let seconds) where seconds.isNaN: .decimal("NaN")
        case .collection(let members): .collection(members.map(\.rowKey))
        case .opaque(let opaque):
            (opaque.value as? QueryStructure).map { structure in
                var structure = structure
                structure.members = structure.members.mapValues(\.rowKey)
                return .opaque(OpaqueValue(structure))
            } ?? self
        default: self
        }
    }
}
