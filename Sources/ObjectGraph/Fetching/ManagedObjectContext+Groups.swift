import Foundation
import ModelExpressions

// Dictionaries of what is computed, of all objects or of groups of them.
extension ManagedObjectContext {
    /// What a request computes of the stored objects that match: a dictionary for each group, for all of them, or for each.
    func fetchGroups<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [[String: Any]] {
        let entity = try entity(of: request)
        try check(request, of: entity)
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            let objects: [ManagedObject] = try stored.matches(of: request)
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: stored), now: Date())
            let isOfGroups =
                !request.propertiesToGroupBy.isEmpty || request.expressionsToFetch.contains(where: \.isOfMany)
            let rows =
                isOfGroups
                ? try groups(of: objects, request, evaluator) : try objects.map { try row(of: $0, request, evaluator) }
            return request.window(of: rows)
        }
    }

    private typealias Evaluator = PredicateEvaluator<ManagedObjectSource>

    private func row<Object>(
        of object: ManagedObject, _ request: FetchRequest<Object>, _ evaluator: Evaluator
    ) throws -> [String: Any] {
        var row: [String: Any] = [:]
        for name in request.propertiesToFetch {
            row[name] = try evaluator.value(of: ModelKeyPath([.key(name)]), from: .object(object)).anyValue
        }
        for expression in request.expressionsToFetch {
            row[expression.name] = try evaluator.evaluate(expression.expression, on: .object(object)).anyValue
        }
        return row
    }

    private func groups<Object>(
        of objects: [ManagedObject], _ request: FetchRequest<Object>, _ evaluator: Evaluator
    ) throws -> [[String: Any]] {
        var order: [[ConstantValue]] = []
        var members: [[ConstantValue]: [ManagedObject]] = [:]
        for object in objects {
            let key = try request.propertiesToGroupBy.map { name in
                try evaluator.value(of: ModelKeyPath([.key(name)]), from: .object(object)).constant
            }
            if members[key] == nil { order.append(key) }
            members[key, default: []].append(object)
        }
        // Without groups there is one row, also of nothing.
        if request.propertiesToGroupBy.isEmpty, order.isEmpty { order = [[]] }
        return try order.compactMap { key in
            try row(ofGroup: key, members[key] ?? [], request, evaluator)
        }
    }

    /// Nil for a group that does not match. In expressions, a key that makes the groups is its value, any other one the
    /// values of all members.
    private func row<Object>(
        ofGroup key: [ConstantValue], _ members: [ManagedObject], _ request: FetchRequest<Object>,
        _ evaluator: Evaluator
    ) throws -> [String: Any]? {
        var values = Dictionary(
            zip(request.propertiesToGroupBy, key), uniquingKeysWith: { first, _ in first })
        let wanted = request.expressionsToFetch.reduce(into: request.havingPredicate?.keys ?? []) {
            $0.formUnion($1.expression.keys)
        }
        let names = Set(request.expressionsToFetch.map(\.name))
        for name in wanted where values[name] == nil && !names.contains(name) {
            let path = ModelKeyPath([.key(name)])
            values[name] = .collection(
                try members.map { try evaluator.value(of: path, from: .object($0)).constant })
        }
        var row: [String: Any] = [:]
        for name in request.propertiesToFetch {
            row[name] = values[name].flatMap { QueryValue<ManagedObject>($0).anyValue }
        }
        for expression in request.expressionsToFetch {
            let structure = QueryStructure(name: "group", members: values)
            let value = try evaluator.evaluate(expression.expression, on: .structure(structure))
            row[expression.name] = value.anyValue
            if values[expression.name] == nil { values[expression.name] = value.constant }
        }
        if let having = request.havingPredicate {
            let structure = QueryStructure(name: "group", members: values)
            guard try evaluator.evaluate(having, on: .structure(structure)) else { return nil }
        }
        return row
    }

    private func check<Object>(_ request: FetchRequest<Object>, of entity: EntityDescription) throws {
        guard request.havingPredicate == nil || !request.propertiesToGroupBy.isEmpty else {
            throw FetchError(
                code: .havingWithoutGroups,
                description: "a condition on groups needs groups; name the properties that make them")
        }
        for name in request.propertiesToFetch + request.propertiesToGroupBy {
            guard entity.propertyNames.contains(name) else {
                let error = QueryError.unknownKey(name, of: entity.name, among: entity.propertyNames)
                throw FetchError(code: .unknownProperty, description: error.description)
            }
            if entity.relationship(named: name)?.isToMany == true || entity.attribute(named: name)?.isTransient == true
            {
                throw FetchError(
                    code: .unfetchableProperty,
                    description: "'\(entity.name).\(name)' is to-many or not stored, so no dictionary can hold it")
            }
        }
        let isGrouped = !request.propertiesToGroupBy.isEmpty || request.expressionsToFetch.contains(where: \.isOfMany)
        if isGrouped, let name = request.propertiesToFetch.first(where: { !request.propertiesToGroupBy.contains($0) }) {
            throw FetchError(
                code: .ungroupedProperty,
                description: "'\(name)' has many values in a group; group by it, or fetch a function of it")
        }
    }
}

extension FetchedExpression {
    /// Whether the expression is of many objects at once.
    fileprivate var isOfMany: Bool { expression.isOfMany }
}

extension ModelExpression {
    fileprivate var isOfMany: Bool {
        switch self {
        case .function(.sum, _), .function(.count, _), .function(.minimum, _), .function(.maximum, _),
            .function(.average, _), .function(.median, _), .function(.mode, _), .function(.standardDeviation, _):
            true
        case .function(_, let operands): operands.contains(where: \.isOfMany)
        case .binary(_, let left, let right): left.isOfMany || right.isOfMany
        case .unary(_, let operand), .cast(let operand, _): operand.isOfMany
        default: false
        }
    }
}

extension QueryValue where Subject == ManagedObject {
    /// As a constant; objects as their identities.
    fileprivate var constant: ConstantValue {
        switch self {
        case .null: .null
        case .boolean(let flag): .boolean(flag)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let number): .decimal(number.description)
        case .string(let text): .string(text)
        case .date(let date): .date(date.timeIntervalSinceReferenceDate)
        case .binary(let data): .data([UInt8](data))
        case .uuid(let uuid): .uuid(uuid.uuidString)
        case .uri(let url): .url(url.absoluteString)
        case .object(let object): object.predicateValue
        case .objectID(let objectID): objectID.predicateValue
        case .structure(let structure): .opaque(OpaqueValue(structure))
        case .many(let members): .collection(members.map(\.constant))
        case .opaque(let value): .opaque(value)
        }
    }

    /// As a dictionary holds it; nil for nothing.
    fileprivate var anyValue: Any? {
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
