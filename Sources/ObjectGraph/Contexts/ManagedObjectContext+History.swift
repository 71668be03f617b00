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
