import Foundation
import ModelExpressions

// What a context asks its stores without blocking its actor. The names differ from those of the synchronous methods, so
// that no call is ambiguous.
extension ManagedObjectContext {
    /// Returns the objects that match a request, without blocking the context's actor during the search (rule FET-39).
    ///
    /// The fetch searches the latest committed state when it begins. If this context or a parent has unsaved changes,
    /// or if the predicate needs objects, the fetch runs on the context's actor. Canceling the task ends the fetch with
    /// `CancellationError`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - progress: A closure that receives the completed fraction, from 0 to 1, on any thread.
    ///   - isolation: The context's actor.
    /// - Throws: The errors of ``fetch(_:)``, or `CancellationError`.
    public func fetchAsynchronously<Object: ManagedObject>(
        _ request: FetchRequest<Object>, progress: (@Sendable (Double) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Object] {
        try Task.checkCancellation()
        await completeSaveInProgressAsynchronously()
        let fetch = try ResolvedFetch(request, in: self)
        guard fetch.runsOnColumns, request.includesPendingChanges, unsavedChanges.isEmpty else {
            let objects = try self.fetch(request)
            progress?(1)
            return objects
        }
        try await processExternalChangesAsynchronously()
        let (stamp, departureCount) = (committed.stamp, departures.count)
        let search = fetch.storedFetch(of: snapshot, progress: progress)
        let subjects = try await StoreThreads.run(
            for: requestingName, activityElsewhere(.fetch, of: fetch.entity), count: { $0.count }
        ) {
            try search().subjects()
        }
        progress?(1)
        let found: [ManagedObject]
        if committed.stamp == stamp, departures.count == departureCount {
            found = objects(for: subjects)
        } else {
            // Meanwhile, the context has moved on, so the rows may be older than what it has read or merged since.
            found = subjects.compactMap { livingObject(for: $0.reference) }
            if isQueried { try await readAheadAsynchronously(found, entity: fetch.entity) }
        }
        let objects: [Object] = instances(found)
        try await prepareAsynchronously(objects, for: request, fetch.entity)
        return objects
    }

    /// Does what a request asks for beyond finding objects, as ``fetch(_:)`` does. What it needs is read without
    /// blocking the context's actor, except what others change meanwhile.
    private func prepareAsynchronously<Object: ManagedObject>(
        _ objects: [Object], for request: FetchRequest<Object>, _ entity: EntityDescription,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        if isQueried, request.fetchBatchSize > 0 {
            contextOfStores.fetchBatches.note(unread(objects), size: request.fetchBatchSize)
        }
        let keyPaths = request.relationshipKeyPathsForPrefetching
        if isQueried {
            if request.shouldRefreshRefetchedObjects || !request.returnsObjectsAsFaults {
                try await readAheadAsynchronously(
                    objects, entity: entity, all: request.shouldRefreshRefetchedObjects)
            }
            try await readAheadAsynchronously(keyPaths, of: objects, entity)
        }
        if request.shouldRefreshRefetchedObjects { try refreshUnchanged(objects) }
        if !request.returnsObjectsAsFaults { try realize(objects) }
        try prefetch(keyPaths, of: objects, entity)
    }

    /// Reads the values of faults, or of all objects, without blocking the context's actor.
    private func readAheadAsynchronously(
        _ objects: [ManagedObject], entity: EntityDescription, all: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let state = contextOfStores.snapshot
        let references = objects.filter { all || $0.isFault && $0.heldRow.isNone }.map(\.reference)
            .filter { !$0.isTemporary }
        if !references.isEmpty {
            try await StoreThreads.run(for: requestingName, activityElsewhere(.load, of: entity)) {
                try state.readAhead(references)
            }
        }
        // The objects keep what the state has read.
        if !all { try loadValues(of: objects) }
    }

    /// Reads the destinations of relationships without blocking the context's actor, step by step.
    ///
    /// - Throws: The errors of ``prefetch(_:of:_:)``.
    private func readAheadAsynchronously(
        _ keyPaths: [String], of objects: [ManagedObject], _ entity: EntityDescription,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let state = contextOfStores.snapshot
        for keyPath in keyPaths {
            var (objects, entity) = (objects, entity)
            for key in keyPath.split(separator: ".") {
                guard let relationship = entity.relationship(named: String(key)),
                    let destination = managedObjectModel.entitiesByName[relationship.destinationName]
                    // The prefetching reports it.
                else { break }
                let links = try objects.compactMap { try deferredLinks(of: $0, at: relationship.index) }
                try await StoreThreads.run(for: requestingName, activityElsewhere(.load, of: entity)) {
                    try DeferredLinks.read(links)
                    try state.readAhead(links.flatMap { $0.known?.references ?? [] })
                }
                let references = Set(try objects.flatMap { try self.links(of: $0, at: relationship.index).references })
                (objects, entity) = (references.sorted().compactMap { livingObject(for: $0) }, destination)
            }
        }
    }

    /// Returns the number of objects that match a request, without blocking the context's actor while a store counts
    /// them.
    ///
    /// It counts in the latest committed state, or on the context's actor in the cases of
    /// ``fetchAsynchronously(_:progress:isolation:)``.
    ///
    /// - Throws: The errors of ``count(for:)``, or `CancellationError`.
    public func countAsynchronously<Object: ManagedObject>(
        for request: FetchRequest<Object>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Int {
        try Task.checkCancellation()
        await completeSaveInProgressAsynchronously()
        let fetch = try ResolvedFetch(request, in: self)
        guard fetch.runsOnColumns, request.includesPendingChanges, unsavedChanges.isEmpty else {
            return try count(for: request)
        }
        try await processExternalChangesAsynchronously()
        let search = fetch.storedFetch(of: snapshot, progress: nil)
        return try await StoreThreads.run(for: requestingName, activityElsewhere(.count, of: fetch.entity)) {
            try search().count()
        }
    }

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
        let state = contextOfStores.snapshot
        if state.isQueried {
            let faults = objects.filter { $0.context === self && $0.isFault && !$0.reference.isTemporary }
                .map(\.reference)
            let activity = activityElsewhere(.load, of: objects.first?.entity)
            try await StoreThreads.run(for: requestingName, activity) { try state.readAhead(faults) }
            for name in names {
                let links = try objects.compactMap { object -> DeferredLinks? in
                    guard object.context === self, let index = object.entity.relationship(named: name)?.index
                    else { return nil }
                    return try deferredLinks(of: object, at: index)
                }
                try await StoreThreads.run(for: requestingName, activity) {
                    try DeferredLinks.read(links)
                    try state.readAhead(links.flatMap { $0.known?.references ?? [] })
                }
            }
        }
        // Meanwhile, the context may have been reset, or have discarded new objects. What is missing because others have
        // changed it is read here.
        try load(objects.filter { $0.context === self }, relationshipKeyPaths: names)
    }

    /// Completes a save that is in progress, without blocking the context's actor while the store writes.
    func completeSaveInProgressAsynchronously(isolation: isolated (any Actor)? = #isolation) async {
        let context = contextOfStores
        await context.saveInProgress?.commit?.waitAsynchronously()
        context.completeSaveInProgress()
    }

    /// Reads what others have committed, and moves the context on.
    func processExternalChangesAsynchronously(isolation: isolated (any Actor)? = #isolation) async throws {
        guard parent == nil, queryGeneration.isLatest else { return moveOn() }
        if persistentStoreCoordinator.hasOtherWriters {
            try await StoreThreads.run(for: requestingName) { [persistentStoreCoordinator] in
                persistentStoreCoordinator.processExternalChanges()
            }
        }
        takeLatest()
    }
}

extension ResolvedFetch {
    /// Returns a closure that makes a fetch from a snapshot alone, in any isolation.
    /// The fetch ends if the work is canceled.
    func storedFetch(
        of snapshot: CommittedState, progress: (@Sendable (Double) -> Void)?
    ) -> @Sendable () -> GraphFetch {
        let (entity, predicate, sortKeys) = (entity, predicate, sortKeys ?? SortKeys(keys: []))
        let (ordinals, limit, offset) = (ordinals(in: snapshot.layout), request.fetchLimit, request.fetchOffset)
        return {
            var fetch = GraphFetch(
                state: snapshot, changes: [], entity: entity, ordinals: ordinals,
                predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset)
            let total = fetch.checkpointCount
            var done = 0
            fetch.checkpoint = {
                try StoreCancellation.check()
                done += 1
                if done % 16 == 0 { progress?(Double(done) / Double(max(total, done))) }
            }
            return fetch
        }
    }
}
