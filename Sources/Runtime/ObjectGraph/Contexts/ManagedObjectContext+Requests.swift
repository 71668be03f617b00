// Core Data's way to reach a context's queue. The compiler ensures that the caller is already in the context's
// isolation domain, so work runs immediately. As in Core Data, it ends an event (rule CON-4).
extension ManagedObjectContext {
    /// Runs work and processes its changes (rule CON-2). You can nest calls.
    @discardableResult
    public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { processPendingChanges() }
        return try body()
    }

    /// Runs work and processes its changes (rule CON-3).
    ///
    /// ```swift
    /// try await context.perform {
    ///     hero.universe = 2
    ///     try context.save()
    /// }
    /// ```
    @discardableResult
    public func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () throws -> Result
    ) async rethrows -> Result {
        try performAndWait(body)
    }
}

// Requests for the histories of a context's stores.
extension ManagedObjectContext {
    /// Executes a request for the history.
    ///
    /// ```swift
    /// let result = try context.execute(PersistentHistoryChangeRequest.fetchHistory(after: token))
    /// if case .transactionsAndChanges(let transactions) = result {
    ///     for transaction in transactions where transaction.author != "me" {
    ///         context.mergeChanges(from: transaction.objectIDs)
    ///     }
    /// }
    /// ```
    ///
    /// - Throws: ``PersistentHistoryTokenExpiredError``, or a store's error. A deletion has then changed nothing in
    ///   that store and those after it.
    public func execute(_ request: PersistentHistoryChangeRequest) throws -> PersistentHistoryResult {
        let (coordinator, stores) = (persistentStoreCoordinator, request.affectedStores)
        switch request.work {
        case .fetchAfterToken(let token):
            let history = try coordinator.history(after: token, fromStores: stores)
            return PersistentHistoryResult(history, as: request.resultType)
        case .fetchAfterDate(let date):
            let history = try coordinator.history(after: date, fromStores: stores)
            return PersistentHistoryResult(history, as: request.resultType)
        case .deleteBeforeToken(let token): try coordinator.deleteHistory(before: token, ofStores: stores)
        case .deleteBeforeDate(let date): try coordinator.deleteHistory(before: date, ofStores: stores)
        }
        return .statusOnly
    }
}

extension ManagedObjectContext {
    /// Returns the same object in this context, such as a copy to edit in a child of the object's context.
    ///
    /// Like ``object(with:)``, but with the object's class. If the object has not been saved, only children of its
    /// context also have it.
    ///
    /// - Precondition: Both contexts belong to the same container.
    public func counterpart<Object: ManagedObject>(of object: Object) -> Object {
        guard let counterpart = self.object(with: object.objectID) as? Object else {
            endProgram("\(object) has another class in this context")
        }
        return counterpart
    }
}

extension StoreRequest {
    init(_ saved: SavedObjects) {
        self = .save(inserted: saved.inserted.count, updated: saved.updated.count, deleted: saved.deleted.count)
    }
}
