import ObjectGraph

extension ManagedObjectContext {
    /// How often a save is repeated whose outcome is unknown. Each attempt waits for the server as long as the options
    /// of the store allow.
    private static let attemptCount = 3

    /// Saves, and finds out the outcome if the connection was lost during the commit: the same context saves again,
    /// which saves nothing twice.
    ///
    /// - Throws: The errors of `save()`. The outcome of a `StoreError` is unknown only if no server has answered since.
    func saveFindingOutcome() throws {
        do {
            try save()
        } catch let error as StoreError where error.mayHaveSucceeded {
            for _ in 0..<Self.attemptCount {
                do {
                    return try save()
                } catch is StoreError {
                    // It says how this attempt has ended, and nothing about the first one.
                    continue
                }
            }
            throw error
        }
    }
}
