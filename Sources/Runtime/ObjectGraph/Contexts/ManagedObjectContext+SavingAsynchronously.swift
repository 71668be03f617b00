extension ManagedObjectContext {
    /// Saves all changes to the store, as ``save()`` does, but without blocking the context's actor while the store
    /// writes.
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// try await context.saveAsynchronously()
    /// print(context.hasChanges)  // false
    /// ```
    ///
    /// Until the method returns, the changes are unsaved, and you can read the context's objects. Whatever changes the
    /// context, or asks its stores, first waits in place for the end of the save. Hooks, validation, merge policies,
    /// derived attributes, and what they read run on the context's actor.
    ///
    /// The save can bring in destinations that others have added to a relationship. If you assign destinations that you
    /// have read while it is in progress, those that you have not seen stay.
    ///
    /// New objects receive their permanent IDs at the beginning, as from ``obtainPermanentIDs(for:)``, and keep them if
    /// the save fails. Canceling the task ends the save before its commit.
    ///
    /// - Parameter isolation: The context's actor.
    /// - Throws: The errors of ``save()``, or `CancellationError`. The context keeps its state and all changes then.
    public func saveAsynchronously(isolation: isolated (any Actor)? = #isolation) async throws {
        try Task.checkCancellation()
        repeat {
            await completeSaveInProgressAsynchronously()
        } while try await givePermanentReferencesAsynchronously()
        guard let save = try beginSave() else { return }
        while let commit = save.commit {
            try await StoreThreads.run(for: requestingName) { commit.run() }
            save.proceed(after: commit)
        }
        try save.result()
        // Others' saves had to wait.
        if mergesFollowed { scheduleProcessing?() }
    }

    /// Begins a save to the store, or makes one to the parent.
    ///
    /// - Returns: The save, whose commits somebody has to run; nil if there is nothing left to do.
    package func beginSave() throws -> SaveInProgress? {
        guard try prepareToSave() else { return nil }
        if let parent {
            try push(to: parent)
            return nil
        }
        let run = try CommitRun(of: self, listsWritten: false, keepsIDs: true) { try self.validateChanges() }
        return SaveInProgress(of: self, run)
    }
}
