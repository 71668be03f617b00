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
    /// context, or asks its stores, first waits in place for the end of the save. Hooks, validation, and merge policies
    /// run on the context's actor, and so does what they read. What derived attributes and merges need is read before,
    /// without blocking the actor, as far as it is known then. What only a merge finds out is read on the actor: for
    /// example, what a cascade reaches because others have linked it to a deleted object, and the other sides of links
    /// that others have changed and whose change the policy prefers. A save that others overtake again and again gets
    /// precedence over them, and its last commit then runs on the context's actor. A child's save, which writes
    /// nothing, runs on the actor as a whole, and waits there for what its parent has to read.
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
        await completeSaveInProgressAsynchronously()
        // Otherwise, the save would read it on the actor. What others save from now on is merged afterwards.
        if parent == nil, mergesFollowed, isQueried { await processPendingChangesAsynchronously() }
        var known = KnownForDerivation()
        while true {
            await completeSaveInProgressAsynchronously()
            if try await givePermanentReferencesAsynchronously() { continue }
            if try await readForDerivedAttributesAsynchronously(&known) { continue }
            break
        }
        guard let save = try beginSave() else { return }
        save.isRunByTask = true
        while let commit = save.commit {
            try await StoreThreads.run(for: requestingName) { commit.run() }
            save.proceed(after: commit, await readForMergeAsynchronously(after: commit))
        }
        // Others' saves had to wait, also if this one has failed.
        if mergesFollowed { scheduleProcessing?() }
        try save.result()
    }

    /// Begins a save to the store, or makes one to the parent.
    ///
    /// - Returns: The save, whose commits somebody has to run; nil if there is nothing left to do.
    package func beginSave() throws -> SaveInProgress? {
        guard try prepareToSave(mergesOthers: parent != nil || !isQueried) else { return nil }
        if let parent {
            try push(to: parent)
            return nil
        }
        let run = try CommitRun(of: self, listsWritten: false, keepsIDs: true) { try self.validateChanges() }
        return SaveInProgress(of: self, run)
    }

    /// What was read for the derived attributes of a save.
    private struct KnownForDerivation {
        var references: Set<ObjectReference> = []
        var readCount = 0
    }

    /// The maximum number of reads for the derived attributes of a save, each of which follows from the one before it.
    private static let derivationReadLimit = 32

    /// Reads what derived attributes depend on, as far as what is known tells, without blocking the context's actor.
    /// Meanwhile, the context can change. What is missing in the end is read in place.
    ///
    /// - Returns: Whether the context waited.
    private func readForDerivedAttributesAsynchronously(
        _ known: inout KnownForDerivation, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Bool {
        guard parent == nil, known.readCount < Self.derivationReadLimit else { return false }
        let unread = unreadForDerivedAttributes()
        // Those that were read before do not exist, or the state does not keep so many.
        let references = Set(unread.references).subtracting(known.references).sorted()
        let links = unread.links
        guard !references.isEmpty || !links.isEmpty else { return false }
        let state = persistentStoreCoordinator.committedState
        try await StoreThreads.run(for: requestingName) {
            try state.readAhead(references)
            try DeferredLinks.read(links)
        }
        known.references.formUnion(references)
        known.readCount += 1
        return true
    }

    /// Reads what a merge needs, without blocking the context's actor, if others have saved first.
    ///
    /// - Returns: What was read of the coordinator's latest state; nil if that was not looked for.
    private func readForMergeAsynchronously(
        after commit: WaitingCommit, isolation: isolated (any Actor)? = #isolation
    ) async -> ReadRows? {
        guard isQueried, let conflicting = commit.referencesToMerge(in: layout) else { return nil }
        do {
            var rows = try await StoreThreads.run(for: requestingName) { [persistentStoreCoordinator] in
                persistentStoreCoordinator.processExternalChanges(isCertain: true)
                var rows = ReadRows(of: persistentStoreCoordinator.committedState)
                try rows.read(conflicting)
                return rows
            }
            // The policy decides on what others have done to these.
            let described = conflicting.compactMap { registry[$0] }.flatMap(\.deferredLinks)
            for _ in 0..<Self.readLimit {
                let needed = neededToMergeChanges(rows, conflicting)
                let unread = rows.unread(among: needed.references)
                let links = (described + needed.links).filter { $0.known == nil }
                guard !unread.isEmpty || !links.isEmpty else { break }
                rows = try await StoreThreads.run(for: requestingName) { [rows] in
                    var rows = rows
                    try rows.read(unread)
                    try DeferredLinks.read(links)
                    return rows
                }
            }
            var known = KnownForDerivation()
            while try await readForDerivedAttributesAsynchronously(&known) {}
            return rows
        } catch {
            // The merge reads it again, and reports the error.
            return nil
        }
    }
}
