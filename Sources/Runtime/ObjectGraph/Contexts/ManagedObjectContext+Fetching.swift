import Foundation
import ModelDiagnostics
import ModelExpressions

extension ManagedObjectContext {
    /// Returns the objects that match a request, including this context's changes.
    ///
    /// A fetch updates the context to the latest committed state. Objects with changes keep them. If the request
    /// excludes pending changes, stored values determine which objects match, but the objects have their state in this
    /// context (rule FET-22).
    ///
    /// The call waits for the stores. ``fetchAsynchronously(_:progress:isolation:)`` doesn't block the context's actor.
    ///
    /// ```swift
    /// let request = FetchRequest<Hero>(
    ///     predicate: #Predicate { $0.universe == 1 }, sortDescriptors: [SortDescriptor(\.name)])
    /// for hero in try context.fetch(request) { print(hero.name) }
    /// ```
    ///
    /// - Throws: ``FetchError`` if the model does not have what the request specifies, ``QueryError`` for a predicate
    ///   that does not match the model or cannot be evaluated, or the error of a Foundation predicate.
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        let objects: [Object] =
            try request.includesPendingChanges
            ? objects(of: fetch) : storedObjectIDs(of: fetch).compactMap { object(with: $0) as? Object }
        if isQueried, request.fetchBatchSize > 0 {
            contextOfStores.fetchBatches.note(unread(objects), size: request.fetchBatchSize)
        }
        if request.shouldRefreshRefetchedObjects { try refreshUnchanged(objects) }
        if !request.returnsObjectsAsFaults { try realize(objects) }
        // Converting all of them to plain objects takes time.
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            try prefetch(request.relationshipKeyPathsForPrefetching, of: objects, fetch.entity)
        }
        return objects
    }

    /// Returns the IDs of the objects that match a request, in its order. Those of new objects are temporary
    /// (rule FET-24). The call waits for the stores.
    ///
    /// ```swift
    /// let heroIDs = try context.fetchObjectIDs(FetchRequest<Hero>())  // Unlike objects, IDs can go to any task.
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func fetchObjectIDs<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [ObjectID] {
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        if !request.includesPendingChanges { return try storedObjectIDs(of: fetch) }
        guard fetch.runsOnColumns else { return try objects(of: fetch).map(\.objectID) }
        return try references(of: fetch).map(layout.objectID)
    }

    /// Returns the number of objects that match a request, within its limit and offset, without creating objects.
    ///
    /// If the ``FetchRequest/resultType`` is `dictionaries`, this is the number of dictionaries (rule CTX-31): of the
    /// stored objects, the groups, or the distinct rows.
    ///
    /// The call waits for the stores. ``countAsynchronously(for:isolation:)`` doesn't block the context's actor.
    ///
    /// ```swift
    /// let request = try FetchRequest<Hero>(predicate: .format("ANY teams.name BEGINSWITH %@", "B"))
    /// let count = try context.count(for: request)
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        if request.resultType == .dictionaries, request.hasComputedRows {
            return try fetchDictionaries(request).count
        }
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        if request.resultType == .dictionaries { return try storedCount(of: fetch) }
        if !request.includesPendingChanges { return try storedObjectIDs(of: fetch).count }
        guard fetch.runsOnColumns else { return try objects(of: fetch).count }
        return try reading(.count, of: fetch.entity) { try fetch.graphFetch(in: self).count() }
    }

    /// Explains how the context would answer a request: with which index, by which columns, and in which order.
    ///
    /// ```swift
    /// let request = FetchRequest<Hero>(predicate: #Predicate { $0.name == "Batgirl" })
    /// print(try context.explain(request))  // Whether it uses an index, and how many objects it examines
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)`` for a request that does not match the model.
    public func explain<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> FetchPlan {
        let fetch = try ResolvedFetch(request, in: self)
        moveOn()
        guard fetch.runsOnColumns else {
            return FetchPlan(steps: fetch.reasons.map { "evaluate objects one by one: \($0)" })
        }
        return try fetch.graphFetch(in: self).plan()
    }

    /// Returns the result of a request, in the form of its ``FetchRequest/resultType``. The call waits for the stores.
    ///
    /// ```swift
    /// switch try context.execute(request) {
    /// case .objects(let heroes): total += heroes.count
    /// case .objectIDs(let objectIDs): total += objectIDs.count
    /// case .dictionaries(let rows): total += rows.count
    /// case .count(let count): total += count
    /// }
    /// ```
    ///
    /// - Throws: The errors of ``fetch(_:)``.
    public func execute<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> FetchResult<Object> {
        switch request.resultType {
        case .objects: .objects(try fetch(request))
        case .objectIDs: .objectIDs(try fetchObjectIDs(request))
        case .dictionaries: .dictionaries(try fetchDictionaries(request))
        case .count: .count(try count(for: request))
        }
    }

    /// Returns a context at the latest committed state, without the changes of this one, which also moves on to it.
    func storedState() -> ManagedObjectContext {
        moveOn()
        return contextOfStoredState()
    }

    /// Returns a context at the state that this one reads, without its changes.
    func contextOfStoredState() -> ManagedObjectContext {
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator)
        context.name = requestingName
        context.take(snapshot)
        context.queryGeneration.isFixed = true
        context.fetchNesting = fetchNesting
        return context
    }

    /// Returns all objects that match a request, in its order, ignoring its offset and limit.
    func matches<Object: ManagedObject>(of request: FetchRequest<Object>) throws -> [Object] {
        let fetch = try ResolvedFetch(request.whole, in: self)
        moveOn()
        return try objects(of: fetch)
    }

    /// Returns the objects of a fetch, including this context's changes.
    func objects<Object: ManagedObject>(of fetch: ResolvedFetch<Object>) throws -> [Object] {
        let objects = try reading(.fetch, of: fetch.entity, count: { $0.count }) { try answer(fetch) }
        logRequest?(StoreRequest(fetchOf: fetch.entity, predicate: fetch.predicate, resultCount: objects.count))
        return objects
    }

    /// Returns the references to the objects of a fetch that runs on columns.
    func references<Object: ManagedObject>(of fetch: ResolvedFetch<Object>) throws -> [ObjectReference] {
        try reading(.fetch, of: fetch.entity, count: { $0.count }) { try fetch.graphFetch(in: self).references() }
    }

    private func answer<Object: ManagedObject>(_ fetch: ResolvedFetch<Object>) throws -> [Object] {
        if fetch.runsOnColumns {
            let graphFetch = fetch.graphFetch(in: self)
            return instances(try objectsInPlace(of: graphFetch) ?? objects(for: graphFetch.subjects()))
        }
        var objects: [Object]
        if !fetch.needsInstances {
            // The columns answer what they can; the objects answer the rest.
            let graphFetch = fetch.graphFetch(in: self, isWhole: true)
            objects = instances(self.objects(for: try graphFetch.subjects()))
        } else {
            objects = try candidates(fetch.ordinals(in: layout)).compactMap { $0 as? Object }
            if let predicate = fetch.predicate {
                let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: self), now: Date())
                objects = try objects.filter { try evaluator.evaluate(predicate, on: .object($0)) }
            }
        }
        return try narrowed(objects, by: fetch)
    }

    /// Returns the objects that match what only objects answer, in order, within the limit and the offset.
    func narrowed<Object: ManagedObject>(_ objects: [Object], by fetch: ResolvedFetch<Object>) throws -> [Object] {
        var objects = objects
        if let predicate = fetch.foundationPredicate { objects = try objects.filter { try predicate.evaluate($0) } }
        return fetch.request.window(of: try fetch.sorted(objects, in: self))
    }

    /// Returns the IDs of the stored objects that match a fetch.
    func storedObjectIDs<Object: ManagedObject>(of fetch: ResolvedFetch<Object>) throws -> [ObjectID] {
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            if fetch.runsOnColumns {
                return try stored.references(of: fetch).map(layout.objectID)
            }
            return try stored.objects(of: fetch).map(\.objectID)
        }
    }

    /// Returns the number of stored objects that match a fetch.
    private func storedCount<Object: ManagedObject>(of fetch: ResolvedFetch<Object>) throws -> Int {
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            guard fetch.runsOnColumns else { return try stored.objects(of: fetch).count }
            return try stored.reading(.count, of: fetch.entity) { try fetch.graphFetch(in: stored).count() }
        }
    }

    /// Returns the objects of a request's class.
    func instances<Object: ManagedObject>(_ objects: [ManagedObject]) -> [Object] {
        [Object](unsafeUninitializedCapacity: objects.count) { memory, count in
            for object in objects where type(of: object) == Object.self || object is Object {
                // Safe: the condition has checked the class, in the usual case without a cast.
                memory.initializeElement(at: count, to: unsafeDowncast(object, to: Object.self))
                count += 1
            }
        }
    }

    /// Returns the objects of a fetch that can be read in the snapshot's order; nil for any other fetch.
    private func objectsInPlace(of fetch: GraphFetch) throws -> [ManagedObject]? {
        var objects: [ManagedObject] = []
        let layout = layout
        let isInPlace = try fetch.forEachInPlace { rows in
            registry.reserveCapacity(registry.count + rows.count)
            rows.forEach { row in objects.append(object(at: row, in: layout)) }
        }
        return isInPlace ? objects : nil
    }

    /// Separate from ``instances(_:)``, because code without a generic parameter is compiled once and runs faster.
    func objects(for subjects: [GraphSource.Subject]) -> [ManagedObject] {
        registry.reserveCapacity(registry.count + subjects.count)
        let layout = layout
        return subjects.map { object(for: $0, in: layout) }
    }

    /// - Parameter layout: The context's own, for many objects in a row.
    @inline(__always)
    func object(for subject: GraphSource.Subject, in layout: GraphLayout) -> ManagedObject {
        subject.row.map { object(at: $0, in: layout) } ?? existingObject(for: subject.reference, in: layout)
    }

    /// The references of those of some objects that nothing has been read of.
    func unread(_ objects: [some ManagedObject]) -> [ObjectReference] {
        objects.lazy.filter { $0.isFault && $0.heldRow.isNone }.map(\.reference)
    }

    /// Returns the instance for a row, which will read its values there.
    @inline(__always)
    private func object(at row: Row, in layout: GraphLayout) -> ManagedObject {
        let reference = row.reference
        let object = existingObject(for: reference, in: layout)
        // A parent may have read an older row, which its children also read.
        if parent == nil || !isKnownToParents(reference) { object.prefetch(row, at: committed.stamp) }
        return object
    }

    private func isKnownToParents(_ reference: ObjectReference) -> Bool {
        guard let parent else { return false }
        return parent.registry[reference] != nil || parent.isKnownToParents(reference)
    }

    /// Returns the entity of a request.
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
                    \(Object.self); specify the entity in the request
                    """)
        }
        return entities[0]
    }

    /// Returns all objects of some entities: the stored ones in the order of their creation, then the new ones.
    private func candidates(_ ordinals: [Int]) throws -> [ManagedObject] {
        var rows = try ordinals.flatMap { try snapshot.rows(ofTable: $0) }
        // Numbers increase across an entity hierarchy, so they give the order of creation across its entities.
        if ordinals.count > 1 { rows.sort { $0.reference.number < $1.reference.number } }
        registry.reserveCapacity(registry.count + rows.count)
        let stored = rows.map { row in
            let object = object(for: row.reference)
            if parent == nil {
                noteReturn(of: object)
                object.prefetch(row, at: committed.stamp)
            }
            return object
        }
        // A parent may have deleted a stored object (rule CHD-12).
        return stored.filter { parent == nil ? $0.state != .deleted : livingObject(for: $0.reference) != nil }
            + pendingCandidates(ordinals)
    }

    /// New objects, including those of a child context's parents.
    private func pendingCandidates(_ ordinals: [Int]) -> [ManagedObject] {
        var inherited: [ManagedObject] = []
        if let parent {
            inherited = parent.pendingCandidates(ordinals).map { object(for: $0.reference) }
                .filter { $0.state != .deleted }
        }
        return inherited + changed.filter { $0.state == .inserted && table(of: $0).map(ordinals.contains) ?? false }
    }
}

extension FetchRequest {
    /// Whether the number of dictionaries may be another than that of the objects, or computing one may fail.
    var hasComputedRows: Bool {
        returnsDistinctResults || !expressionsToFetch.isEmpty || !propertiesToGroupBy.isEmpty || havingPredicate != nil
    }

    /// The request without its offset and limit.
    package var whole: FetchRequest {
        var whole = self
        whole.fetchLimit = 0
        whole.fetchOffset = 0
        return whole
    }

    /// Returns the results within the request's offset and limit.
    package func window<Result>(of results: [Result]) -> [Result] {
        let rest = results.dropFirst(max(fetchOffset, 0))
        return Array(fetchLimit > 0 ? rest.prefix(fetchLimit) : rest)
    }
}
