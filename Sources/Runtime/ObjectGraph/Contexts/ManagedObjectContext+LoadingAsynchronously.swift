// Loading without blocking the context's actor, and what other asynchronous methods begin with.
extension ManagedObjectContext {
    /// Reads objects that are faults, and the objects that some of their relationships point to, as ``load(_:_:)``
    /// does, but without blocking the context's actor while stores are read.
    ///
    /// ```swift
    /// try await context.loadAsynchronously(heroes, [\.teams])
    /// for hero in heroes { print(hero.name, hero.teams.count) }
    /// ```
    ///
    /// Objects that leave the context while it waits, such as by a reset, are not loaded.
    ///
    /// - Throws: The errors of ``load(_:_:)``, or `CancellationError`. What has not been read is as before.
    public func loadAsynchronously<Object: ManagedObject>(
        _ objects: some Collection<Object>, _ relationships: [PartialKeyPath<Object>] = [],
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try Task.checkCancellation()
        checkBelonging(of: objects)
        await completeSaveInProgressAsynchronously()
        let names = try names(of: relationships)
        var held: [ManagedObject] = []
        defer { withExtendedLifetime(held) {} }
        if isQueried, let entity = objects.first?.entity {
            try await readAheadAsynchronously(objects.map { $0 }, entity: entity)
            let families = Dictionary(grouping: objects, by: \.entity.ordinal).sorted { $0.key < $1.key }
            for (_, members) in families {
                held += try await readAheadAsynchronously(names, of: members, members[0].entity)
            }
        }
        // Meanwhile, the context may have been reset, or have discarded new objects. What is missing because others
        // have changed it is read here.
        try load(objects.filter { $0.context === self }, relationshipKeyPaths: names)
    }

    /// Completes a save that is in progress, without blocking the context's actor while the store writes.
    func completeSaveInProgressAsynchronously(isolation: isolated (any Actor)? = #isolation) async {
        let context = contextOfStores
        // Another one can begin before this task goes on.
        while let save = context.saveInProgress {
            await save.waitAsynchronously(isolation: isolation)
            if !save.isRunByTask, context.saveInProgress === save { context.completeSaveInProgress() }
        }
    }

    /// Moves the context and its parents on if something has been committed since the last time, without blocking their
    /// actor.
    func catchUpAsynchronously(isolation: isolated (any Actor)? = #isolation) async throws {
        let context = contextOfStores
        guard context.queryGeneration.movesOn,
            context.committed.isBefore(persistentStoreCoordinator.commitCount)
        else { return }
        try await processExternalChangesAsynchronously()
    }

    /// Reads what others have committed, and moves the context and its parents on, without blocking their actor.
    func processExternalChangesAsynchronously(isolation: isolated (any Actor)? = #isolation) async throws {
        let context = contextOfStores
        if context.queryGeneration.movesOn, persistentStoreCoordinator.hasOtherWriters {
            try await StoreThreads.run(for: requestingName) { [persistentStoreCoordinator] in
                persistentStoreCoordinator.processExternalChanges()
            }
        }
        // One that has begun meanwhile, or while the caller waited for something else.
        if context.queryGeneration.movesOn { await completeSaveInProgressAsynchronously() }
        if context.queryGeneration.movesOn {
            context.takeLatest()
            context.queryGeneration.noteRead()
        }
        followParents()
    }

    /// Takes the states of the parents, as they are.
    private func followParents() {
        guard let parent else { return }
        parent.followParents()
        take(parent.snapshot)
    }
}
