import Foundation
import ModelExpressions
import ObjectGraph

extension NSManagedObjectContext {
    /// Returns the results of a request in the form of its `resultType`, including the context's changes.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` for a request that the model does not allow, or an error of the
    ///   store.
    /// - Precondition: The objects have the class in the request's type.
    public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
        try reportingErrors(of: request) {
            let execution = try FetchExecution(request, in: self)
            // Apart, since there may be many of them.
            return execution.findsObjects
                ? try Self.cast(try execution.objects(), as: T.self)
                : try Self.cast(try execution.values(), as: T.self)
        }
    }

    /// Returns the number of objects that match a request, including its limit and offset (rule CTX-31).
    ///
    /// - Throws: As `fetch(_:)` does.
    public func count<T>(for request: NSFetchRequest<T>) throws -> Int {
        try reportingErrors(of: request) { try FetchExecution(request, in: self).count() }
    }

    private static func cast<T>(_ results: [Any], as type: T.Type) throws -> [T] {
        try results.map { result in
            guard let typed = result as? T else { throw Self.mismatch(of: result, T.self) }
            return typed
        }
    }

    /// Objects as what a request is typed with. Most are of one class, which need not be asked about for each.
    private static func cast<T>(_ objects: [ManagedObject], as resultType: T.Type) throws -> [T] {
        guard T.self is NSManagedObject.Type else { return try cast(objects as [Any], as: T.self) }
        var known: ManagedObject.Type?
        for object in objects where type(of: object) != known {
            guard object is T else { throw Self.mismatch(of: object, T.self) }
            known = type(of: object)
        }
        // All are of the class, so the array is one of such objects as it is.
        return unsafeBitCast(objects, to: [T].self)
    }

    private static func mismatch<T>(of result: Any, _ wanted: T.Type) -> NSError {
        NSError(
            code: NSCoreDataError,
            "the fetch is typed with \(T.self), and a result is \(type(of: result)); type the request after its entity's "
                + "class and its result type")
    }
}

/// A fetch of one request.
struct FetchExecution {
    private let graph: ManagedObjectContext
    /// What the runtime is asked for. What the block decides is not part of it.
    let request: ObjectGraph.FetchRequest<ManagedObject>
    private let resultType: NSFetchRequestResultType
    /// A predicate that only objects can answer.
    private let block: NSPredicate?

    /// - Throws: An error for what the request names and the model does not have.
    init<T>(_ request: NSFetchRequest<T>, in context: NSManagedObjectContext) throws {
        graph = context.graph
        resultType = request.resultType
        if request.entity == nil {
            request.entity = try Self.entity(of: request, in: context)
        }
        let tree = request.predicate?.modelPredicate
        var asked = try request.graphRequest(matching: tree)
        // A store that is asked for the values of each object is asked for those that are read.
        if request.returnsObjectsAsFaults, context.asksIncrementalStoresOnly { asked.includesPropertyValues = false }
        self.request = asked
        block = tree == nil ? request.predicate : nil
    }

    /// The request as a whole, for what has no objects to ask: a batch request, dictionaries, a result that is followed.
    ///
    /// - Throws: An error where a block of the program's is part of the predicate.
    var requestOfStore: ObjectGraph.FetchRequest<ManagedObject> {
        get throws {
            if let block { throw NSError(unsupported: block) }
            return request
        }
    }

    private static func entity<T>(
        of request: NSFetchRequest<T>, in context: NSManagedObjectContext
    ) throws -> NSEntityDescription {
        if let name = request.entityName {
            guard let entity = context.managedObjectModel.entitiesByName[name] else {
                preconditionFailure(
                    "NSFetchRequest could not locate an NSEntityDescription for entity name '\(name)'")
            }
            _ = entity.graphEntity
            return entity
        }
        guard let managedObjectClass = request.managedObjectClass ?? (T.self as? NSManagedObject.Type) else {
            preconditionFailure("A fetch request must have an entity.")
        }
        return context.entity(of: managedObjectClass)
    }

    /// Whether the results are objects.
    var findsObjects: Bool {
        resultType.isDisjoint(with: [.managedObjectIDResultType, .dictionaryResultType, .countResultType])
    }

    /// The objects, in their order.
    func objects() throws -> [ManagedObject] { try block == nil ? graph.fetch(request) : filtered() }

    /// The results that are no objects, in their order.
    func values() throws -> [Any] {
        switch resultType {
        case .managedObjectIDResultType:
            if block != nil { return try filtered().map { NSManagedObjectID(($0 as ManagedObject).objectID) } }
            return try graph.fetchObjectIDs(request).map { NSManagedObjectID($0) }
        case .countResultType: return [NSNumber(value: try count())]
        case .dictionaryResultType:
            let values = FoundationValues()
            return try graph.fetchDictionaries(requestOfStore).map { row in
                NSDictionary(
                    dictionary: Dictionary(uniqueKeysWithValues: row.map { ($0, values.representation(of: $1)) }))
            }
        default: return try objects()
        }
    }

    /// The number of results.
    func count() throws -> Int { try block == nil ? graph.count(for: request) : filtered().count }

    /// The objects for which the block is true, in the part of them that the request wants.
    private func filtered() throws -> [ManagedObject] {
        guard let block else { return [] }
        var whole = request
        whole.fetchLimit = 0
        whole.fetchOffset = 0
        let rest = try graph.fetch(whole).filter { block.evaluate(with: $0) }.dropFirst(max(request.fetchOffset, 0))
        return Array(request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest)
    }
}

extension NSFetchRequest {
    /// The request as the runtime takes it.
    ///
    /// - Parameter tree: The predicate; nil for none, and for one that the runtime cannot be asked.
    /// - Throws: An error for a condition of groups that is a block.
    func graphRequest(matching tree: ModelPredicate?) throws -> ObjectGraph.FetchRequest<ManagedObject> {
        var request = ObjectGraph.FetchRequest<ManagedObject>(
            entityName: entity?.name, sortDescriptors: (sortDescriptors ?? []).map(\.graphComparator),
            fetchLimit: fetchLimit, fetchOffset: fetchOffset, includesSubentities: includesSubentities)
        if let tree { request.predicate = .matching(tree) }
        request.affectedStores = affectedStores?.map(\.graphStore)
        request.includesPendingChanges = includesPendingChanges
        request.returnsDistinctResults = returnsDistinctResults
        request.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching ?? []
        request.fetchBatchSize = fetchBatchSize
        request.includesPropertyValues = includesPropertyValues
        request.returnsObjectsAsFaults = returnsObjectsAsFaults
        request.shouldRefreshRefetchedObjects = shouldRefreshRefetchedObjects
        for property in propertiesToFetch ?? [] {
            if let description = property as? NSExpressionDescription, let expression = description.expression {
                request.expressionsToFetch.append(
                    FetchedExpression(name: description.name, expression: expression.tree))
            } else {
                request.propertiesToFetch.append(Self.name(of: property))
            }
        }
        request.propertiesToGroupBy = (propertiesToGroupBy ?? []).map { Self.name(of: $0) }
        request.havingPredicate = try havingPredicate?.treeOfStore
        return request
    }

    private static func name(of property: Any) -> String {
        (property as? NSPropertyDescription)?.name ?? property as? String ?? "\(property)"
    }
}
