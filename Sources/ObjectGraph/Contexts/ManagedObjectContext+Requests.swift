// Core Data's way to reach a context's queue. Here the compiler sees to it that the caller is in the context's isolation
// domain already, so work runs in place; it ends an event, as there (rule CON-4).
extension ManagedObjectContext {
    /// Runs work and processes its changes (rule CON-2). You can nest calls.
    @discardableResult
    public func performAndWait<Result>(_ body: () throws -> Result) rethrows -> Result {
        defer { processPendingChanges() }
        return try body()
    }

    /// Runs work and processes its changes (rule CON-3).
    @discardableResult
    public func perform<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () throws -> Result
    ) async rethrows -> Result {
        try performAndWait(body)
    }
}

// What a context asks the histories of its stores for.
extension ManagedObjectContext {
    /// Executes a request for the history.
    ///
    /// - Throws: ``PersistentHistoryTokenExpired``, or a store's error.
    public func execute(_ request: PersistentHistoryChangeRequest) throws -> PersistentHistoryResult {
        let (coordinator, stores) = (persistentStoreCoordinator, request.affectedStores)
        switch request.work {
        case .fetchAfterToken(let token):
            return PersistentHistoryResult(
                try coordinator.history(after: token, fromStores: stores), as: request.resultType)
        case .fetchAfterDate(let date):
            return PersistentHistoryResult(
                try coordinator.history(after: date, fromStores: stores), as: request.resultType)
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
            preconditionFailure("\(object) has another class in this context")
        }
        return counterpart
    }
}
