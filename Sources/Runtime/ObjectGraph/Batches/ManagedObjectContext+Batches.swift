import Foundation
import ModelExpressions

// Batch requests work on the store itself: they ignore pending changes (rule BAT-8), skip hooks and validation, and
// contexts see the result only when they refresh or merge. Those that are executed synchronously wait for the store.
extension ManagedObjectContext {
    /// Inserts the objects of a request into the store, and returns what the request asks for. Waits for the store.
    ///
    /// ```swift
    /// var insertion = BatchInsertRequest(entityName: "Hero", objects: [["name": "Robin"], ["name": "Oracle"]])
    /// insertion.resultType = .objectIDs
    /// if case .objectIDs(let objectIDs) = try context.execute(insertion) {
    ///     context.mergeChanges(from: SavedObjectIDs(inserted: Set(objectIDs)))
    /// }
    /// ```
    ///
    /// - Throws: ``BatchError``, ``ConstraintConflictError``, ``ValidationErrors`` for an entity with a required
    ///   relationship, which a batch request cannot set, or the store's error. In this case, the request wrote nothing.
    public func execute(_ request: BatchInsertRequest) throws -> BatchResult {
        let context = try batchContext()
        guard let entity = managedObjectModel.entitiesByName[request.entityName], !entity.isAbstract else {
            throw BatchError(description: "the model has no entity '\(request.entityName)' with objects of its own")
        }
        let store = try request.affectedStores.map { try context.store(of: entity, among: $0) }
        while let values = try request.next() {
            let object = context.insertNewObject(forEntityName: entity.name)
            if let store { context.assign(object, to: store) }
            for (key, value) in values { try object.setBatchValue(value, forKey: key) }
        }
        return result(try context.commitBatch().map(\.objectID), as: request.resultType)
    }

    /// Changes the objects of a request in the store, and returns what the request asks for. Waits for the store.
    ///
    /// ```swift
    /// let update = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 2])
    /// _ = try context.execute(update)
    /// context.refreshAllObjects()  // The context's objects still have the old values.
    /// ```
    ///
    /// - Throws: ``BatchError``, ``QueryError``, ``ConstraintConflictError``, or the store's error. In this case, the
    ///   request wrote nothing.
    public func execute(_ request: BatchUpdateRequest) throws -> BatchResult {
        let context = try batchContext()
        var fetch = FetchRequest<ManagedObject>(entityName: request.entityName)
        fetch.predicate = request.predicate
        fetch.includesSubentities = request.includesSubentities
        fetch.affectedStores = request.affectedStores
        let objects = try context.plainObjects(of: fetch)
        let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: context.now())
        for object in objects {
            // All values are those from before, whatever the order.
            let values = try request.propertiesToUpdate.map { key, value -> (String, AttributeValue) in
                guard object.entity.attributeIndexes[key] != nil else {
                    throw BatchError(description: "'\(object.entity.name)' has no attribute '\(key)'")
                }
                if let expression = value as? ModelExpression {
                    let result = try evaluator.evaluate(expression, on: .object(object))
                    return (key, try object.batchValue(of: result, forKey: key))
                }
                return (key, try object.batchValue(value, forKey: key))
            }
            for (key, value) in values { object.setValue(value, at: object.attributeIndex(key)) }
        }
        _ = try context.commitBatch()
        return result(objects.map(\.objectID), as: request.resultType)
    }

    /// Deletes the objects of a request from the store, and returns what the request asks for. Waits for the store.
    ///
    /// ```swift
    /// let robins = FetchRequest<Hero>(predicate: #Predicate { $0.name == "Robin" })
    /// var deletion = BatchDeleteRequest(fetchRequest: robins)
    /// deletion.resultType = .count
    /// if case .count(let count) = try context.execute(deletion) { print(count, "heroes are deleted") }
    /// ```
    ///
    /// - Throws: ``BatchError``, ``QueryError``, ``ValidationErrors`` for required relationships that would be left
    ///   empty, or the store's error. In this case, the request wrote nothing.
    public func execute(_ request: BatchDeleteRequest) throws -> BatchResult {
        let context = try batchContext()
        try context.delete(try request.find(context))
        let written = try context.commitBatch()
        return result(written.filter { $0.state == .deleted }.map(\.objectID), as: request.resultType)
    }

    /// Inserts objects into the store, as ``execute(_:)-(BatchInsertRequest)`` does, without blocking the context's
    /// actor. Canceling the task ends the request before its commit.
    ///
    /// ```swift
    /// let names = ["Oracle", "Huntress"]
    /// let objects = names.map { ["name": $0] }
    /// _ = try await context.executeAsynchronously(BatchInsertRequest(entityName: "Hero", objects: objects))
    /// ```
    ///
    /// - Throws: The errors of ``execute(_:)-(BatchInsertRequest)``, or `CancellationError`. Nothing was inserted then.
    public func executeAsynchronously(
        _ request: sending BatchInsertRequest, isolation: isolated (any Actor)? = #isolation
    ) async throws -> BatchResult {
        try await batchContextElsewhere().execute(request)
    }

    /// Changes objects in the store, as ``execute(_:)-(BatchUpdateRequest)`` does, without blocking the context's
    /// actor. Canceling the task ends the request before its commit.
    ///
    /// - Throws: The errors of ``execute(_:)-(BatchUpdateRequest)``, or `CancellationError`. Nothing was changed then.
    public func executeAsynchronously(
        _ request: sending BatchUpdateRequest, isolation: isolated (any Actor)? = #isolation
    ) async throws -> BatchResult {
        try await batchContextElsewhere().execute(request)
    }

    /// Deletes objects from the store, as ``execute(_:)-(BatchDeleteRequest)`` does, without blocking the context's
    /// actor. Canceling the task ends the request before its commit.
    ///
    /// - Throws: The errors of ``execute(_:)-(BatchDeleteRequest)``, or `CancellationError`. Nothing was deleted then.
    public func executeAsynchronously(
        _ request: sending BatchDeleteRequest, isolation: isolated (any Actor)? = #isolation
    ) async throws -> BatchResult {
        try await batchContextElsewhere().execute(request)
    }

    /// Returns the objects that a request finds, without their classes.
    ///
    /// - Throws: ``BatchError`` for a predicate or an order that needs the classes.
    func plainObjects<Object>(of request: FetchRequest<Object>) throws -> [ManagedObject] {
        let fetch = try ResolvedFetch(request, in: self)
        guard fetch.foundationPredicate == nil, fetch.sortKeys != nil else {
            throw BatchError(
                description: "a batch request works only on stored values: " + fetch.reasons.joined(separator: "; "))
        }
        moveOn()
        return try objects(of: ResolvedFetch<ManagedObject>(untyped: fetch))
    }

    /// The first of some stores that has an entity.
    private func store(
        of entity: EntityDescription, among stores: [any PersistentStore]
    ) throws -> any PersistentStore {
        let store = stores.first { layout.ordinal(of: entity, inStore: $0.identifier) != nil }
        guard let store else { throw CoordinatorError.noStore(forEntityNamed: entity.name) }
        return store
    }

    /// - Throws: ``BatchError`` for a child context.
    private func checkBatches() throws {
        guard parent == nil else {
            throw BatchError(description: "batch requests work on the store; use a context without a parent")
        }
    }

    private func batchContextElsewhere() throws -> BackgroundContext {
        try checkBatches()
        return BackgroundContext(
            coordinator: persistentStoreCoordinator, name: name, author: transactionAuthor, mergePolicy: mergePolicy,
            date: now())
    }

    private func batchContext() throws -> ManagedObjectContext {
        try checkBatches()
        let context = ManagedObjectContext(coordinator: persistentStoreCoordinator, usesPlainObjects: true)
        context.mergePolicy = mergePolicy
        context.transactionAuthor = transactionAuthor
        context.name = name
        context.now = now
        return context
    }

    private func result(_ objectIDs: [ObjectID], as type: BatchResultType) -> BatchResult {
        switch type {
        case .statusOnly: .statusOnly
        case .objectIDs: .objectIDs(objectIDs.sorted())
        case .count: .count(objectIDs.count)
        }
    }

    /// Writes a request's changes after validating only the counts of relationships (rules BAT-4 and BAT-9).
    private func commitBatch() throws -> [WrittenObject] {
        try checkCounts()
        return try commitChanges { try self.checkCounts() }
    }

    private func checkCounts() throws {
        let errors = changed.filter { $0.state == .inserted || $0.state == .updated }.flatMap { object in
            ObjectValidator(object: object).wrongCounts(
                at: object.entity.checkedRelationshipIndexes.filter { index in
                    object.state == .inserted || object.isChanged(relationship: index)
                })
        }
        guard errors.isEmpty else { throw ValidationErrors(errors: errors) }
    }
}

extension ManagedObject {
    fileprivate func setBatchValue(_ value: Any?, forKey key: String) throws {
        setValue(try batchValue(value, forKey: key), at: attributeIndex(key))
    }

    /// Returns the result of an expression as the value of an attribute.
    ///
    /// - Throws: ``BatchError`` for a result that the attribute cannot have. Only derived attributes become nil
    ///   instead.
    fileprivate func batchValue(of result: QueryValue<ManagedObject>, forKey key: String) throws -> AttributeValue {
        let type = entity.attributeTypes[attributeIndex(key)]
        let converted = AttributeValue(derived: result, as: type)
        if result.isNull || !converted.isNull { return converted }
        // As a value that the request contains itself: 0 and 1 are Boolean values, and a composite can be copied. The
        // data of a transformable attribute would be transformed again.
        guard let value = result.anyValue, type != .transformable || entity.representation == nil else {
            throw BatchError(
                description: """
                    '\(entity.name).\(key)': unacceptable result of an expression: expected \(type.rawValue), given \
                    \(result.kind)
                    """)
        }
        return try batchValue(value, forKey: key)
    }

    fileprivate func batchValue(_ value: Any?, forKey key: String) throws -> AttributeValue {
        guard let index = entity.attributeIndexes[key] else {
            let isRelationship = entity.relationship(named: key) != nil
            throw BatchError(
                description: isRelationship
                    ? "'\(entity.name).\(key)' is a relationship, which a batch request cannot set"
                    : "'\(entity.name)' has no attribute '\(key)'")
        }
        guard let converted = entity.attributeValue(from: value, for: entity.attributes[index]) else {
            let reason = AttributeValue.rejectionReason(of: value, for: entity.attributes[index])
            throw BatchError(description: "'\(entity.name).\(key)': \(reason)")
        }
        return converted
    }
}
