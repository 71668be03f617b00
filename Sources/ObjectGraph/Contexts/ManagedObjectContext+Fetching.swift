import Foundation
import ModelDiagnostics
import ModelExpressions

extension ManagedObjectContext {
    /// The objects that match a request, with this context's changes counted in.
    ///
    /// A fetch moves the context on to the latest committed state; objects with changes keep them. Where the request
    /// leaves pending changes out, what is stored decides which objects come, and they come as they are in this
    /// context (rule FET-22).
    ///
    /// - Throws: ``FetchError`` when the model does not have what the request asks for, ``QueryError`` for a
    ///   predicate that does not fit the model or cannot be evaluated, or what a Foundation predicate throws.
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        let objects =
            try request.includesPendingChanges
            ? request.window(of: matches(of: request))
            : fetchObjectIDs(request).compactMap { object(with: $0) as? Object }
        if request.shouldRefreshRefetchedObjects { refreshUnchanged(objects) }
        if !request.returnsObjectsAsFaults { realize(objects) }
        return objects
    }

    /// The identities of the objects that match a request; those of new objects are temporary (rule FET-24).
    ///
    /// - Throws: As ``fetch(_:)`` does.
    public func fetchObjectIDs<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [ObjectID] {
        if request.includesPendingChanges { return try fetch(request).map(\.objectID) }
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            request.window(of: try stored.matches(of: request)).map(\.objectID)
        }
    }

    /// The number of objects that match a request, its limit and offset counted in.
    ///
    /// - Throws: As ``fetch(_:)`` does.
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        try request.includesPendingChanges ? fetch(request).count : fetchObjectIDs(request).count
    }

    /// What a request asks for, in the form that its ``FetchRequest/resultType`` says.
    ///
    /// - Throws: As ``fetch(_:)`` does.
    public func execute<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> FetchResult<Object> {
        switch request.resultType {
        case .objects: .objects(try fetch(request))
        case .objectIDs: .objectIDs(try fetchObjectIDs(request))
        case .dictionaries: .dictionaries(try fetchDictionaries(request))
        case .count: .count(try count(for: request))
        }
    }

    /// A context at the latest committed state, without the changes of this one, which moves on to it too.
    func storedState() -> ManagedObjectContext {
        moveOn()
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator)
        context.snapshot = snapshot
        context.isPinned = true
        context.fetchNesting = fetchNesting
        return context
    }

    /// All objects that match a request, in its order, whatever its offset and limit.
    func matches<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> [Object] {
        if let failure = request.failure { throw failure }
        let entity = try entity(of: request)
        try check(request.formatPredicate, of: entity)
        moveOn()
        var objects = try candidates(entity, includesSubentities: request.includesSubentities)
            .compactMap { $0 as? Object }
        if let predicate = request.formatPredicate {
            let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: self), now: Date())
            objects = try objects.filter { try evaluator.evaluate(predicate, on: .object($0)) }
        }
        if let predicate = request.predicate {
            objects = try objects.filter { try predicate.evaluate($0) }
        }
        if !request.sortDescriptors.isEmpty {
            objects.sort(using: request.sortDescriptors)
        }
        return objects
    }

    /// Throws for a predicate that does not fit the model, so that it fails on an empty store too (rule FET-33).
    private func check(_ predicate: ModelPredicate?, of entity: EntityDescription) throws {
        guard let predicate else { return }
        let report = ExpressionChecker(managedObjectModel.lookup, purpose: .fetch).check(predicate, of: entity.schema)
        if let error = report.diagnostics.first(where: { $0.severity == .error }) { throw QueryError(error) }
        if let name = predicate.freeVariables.min() { throw QueryError.missingVariable(name, among: []) }
    }

    /// The entity that a request asks about.
    func entity<Object>(of request: FetchRequest<Object>) throws -> EntityDescription {
        if let name = request.entityName {
            guard let entity = managedObjectModel.entitiesByName[name] else {
                throw FetchError.unknownEntity(name, in: managedObjectModel)
            }
            return entity
        }
        let entities = managedObjectModel.entities(of: Object.self)
        guard entities.count == 1 else {
            throw FetchError(
                code: .entityNotFoundByClass,
                description: """
                    the model '\(managedObjectModel.name)' has \(entities.count) entities with the class \
                    \(Object.self); name the entity in the request
                    """)
        }
        return entities[0]
    }

    /// All objects of an entity: the stored ones in the order of their making, then the new ones.
    private func candidates(_ entity: EntityDescription, includesSubentities: Bool) throws -> [ManagedObject] {
        let names = includesSubentities ? entity.concreteFamilyNames : [entity.name]
        let ordinals = names.compactMap { layout.ordinal(ofEntityNamed: $0) }
        var rows = ordinals.flatMap { ordinal in
            snapshot.tables[ordinal].chunks.flatMap { chunk in (0..<chunk.count).map { Row(chunk, $0) } }
        }
        // Numbers rise in a family as a whole, so they tell the order of making among its entities too.
        if ordinals.count > 1 { rows.sort { $0.reference.number < $1.reference.number } }
        registry.reserveCapacity(registry.count + rows.count)
        let stored = rows.map { row in
            let object = object(for: row.reference)
            if parent == nil { object.prefetch(row, at: snapshotCount) }
            return object
        }
        // A parent may have deleted what its store still holds (rule CHD-12).
        return stored.filter { parent == nil ? $0.state != .deleted : isLiving($0.reference) }
            + pendingCandidates(ordinals)
    }

    /// New objects, and in a child context those of its parents.
    private func pendingCandidates(_ ordinals: [Int]) -> [ManagedObject] {
        var inherited: [ManagedObject] = []
        if let parent {
            inherited = parent.pendingCandidates(ordinals).map { object(for: $0.reference) }
                .filter { $0.state != .deleted }
        }
        return inherited + changed.filter { $0.state == .inserted && ordinals.contains($0.reference.entityOrdinal) }
    }
}

extension FetchRequest {
    /// The part of all results that the request's offset and limit leave.
    func window<Result>(of results: [Result]) -> [Result] {
        let rest = results.dropFirst(max(fetchOffset, 0))
        return Array(fetchLimit > 0 ? rest.prefix(fetchLimit) : rest)
    }
}
