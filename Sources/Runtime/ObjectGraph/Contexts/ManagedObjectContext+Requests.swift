// Core Data's way to reach a context's queue. The compiler ensures that the caller is already in the context's
// isolation domain, so work runs immediately. As in Core Data, it ends an event (rule CON-4).
extension ManagedObjectContext {
    /// Runs work in place and processes its changes (rule CON-2). You can nest calls.
    @discardableResult
    public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { processPendingChanges() }
        return try body()
    }

    /// Runs work in place and processes its changes (rule CON-3).
    ///
    /// The work is synchronous. Whatever needs a store, such as a save or a fetch, blocks the context's actor until the
    /// store answers. Call the asynchronous methods after it instead, or use a ``BackgroundContext``, which
    /// has a queue of its own.
    ///
    /// ```swift
    /// await context.perform { hero.universe = 2 }
    /// try await context.saveAsynchronously()
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
    /// Executes a request for the history, and waits for the stores.
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
        try request.execute(by: persistentStoreCoordinator)
    }

    /// Executes a request for the history, as ``execute(_:)-(PersistentHistoryChangeRequest)`` does, without blocking
    /// the context's actor.
    ///
    /// ```swift
    /// let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
    /// let result = try await context.executeAsynchronously(request)
    /// if case .transactionsAndChanges(let transactions) = result { print(transactions.count) }
    /// ```
    ///
    /// - Throws: The errors of ``execute(_:)-(PersistentHistoryChangeRequest)``, or `CancellationError`.
    public func executeAsynchronously(
        _ request: PersistentHistoryChangeRequest, isolation: isolated (any Actor)? = #isolation
    ) async throws -> PersistentHistoryResult {
        try Task.checkCancellation()
        return try await StoreThreads.run(for: requestingName) { [persistentStoreCoordinator] in
            try request.execute(by: persistentStoreCoordinator)
        }
    }
}

extension PersistentHistoryChangeRequest {
    fileprivate func execute(by coordinator: PersistentStoreCoordinator) throws -> PersistentHistoryResult {
        switch work {
        case .fetchAfterToken(let token):
            let history = try coordinator.history(after: token, fromStores: affectedStores)
            return PersistentHistoryResult(history, as: resultType)
        case .fetchAfterDate(let date):
            let history = try coordinator.history(after: date, fromStores: affectedStores)
            return PersistentHistoryResult(history, as: resultType)
        case .deleteBeforeToken(let token): try coordinator.deleteHistory(before: token, ofStores: affectedStores)
        case .deleteBeforeDate(let date): try coordinator.deleteHistory(before: date, ofStores: affectedStores)
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
