import Foundation
import ModelExpressions

// What a context asks its stores without blocking its actor. The names differ from those of the synchronous methods, so
// that no call is ambiguous.
extension ManagedObjectContext {
    /// Returns the objects that match a request, without blocking the context's actor during the search (rule FET-39).
    ///
    /// The fetch searches the latest committed state with the unsaved changes of this context and its parents when it
    /// begins. Meanwhile, the context can be changed, saved, and reset: what it deletes is not in the result, and other
    /// changes have no effect on which objects match. If it saves new objects to a store that is queried, the search
    /// begins again. Canceling the task ends the fetch with `CancellationError`.
    ///
    /// If the condition or the order needs objects, because it uses computed properties, the context's actor evaluates
    /// it when the objects have been read. To read the destinations that it follows as well, name them in the request's
    /// ``FetchRequest/relationshipKeyPathsForPrefetching``. A condition that uses a fetched property is evaluated on
    /// the context's actor, and waits there for the stores, if there are unsaved changes, if the condition or the order
    /// also uses computed properties, or if the objects are those of the module `CoreData`.
    ///
    /// ```swift
    /// let heroes = try await context.fetchAsynchronously(request) { fraction in
    ///     print("\(Int(fraction * 100)) % are searched")
    /// }
    /// ```
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
        var objects = try await findAsynchronously(fetch, progress: progress)
        progress?(1)
        while true {
            let before = position
            try await prepareAsynchronously(objects, for: request, fetch.entity)
            if haveDeparted(objects) {
                objects = present(objects)
                continue
            }
            guard request.includesPendingChanges, position != before else { return objects }
            // Meanwhile, some may have been deleted.
            return objects.filter { isLiving($0.reference) }
        }
    }

    /// Whether some objects that belonged to the context have left it, such as by a reset.
    func haveDeparted(_ objects: [ManagedObject]) -> Bool { objects.contains { $0.context !== self } }

    /// Returns the objects that stand for some that belonged to the context, without those that no longer exist there.
    func present<Object: ManagedObject>(_ objects: [Object]) -> [Object] {
        instances(
            objects.compactMap { object in
                if object.context === self { return object }
                // Nothing takes the place of a new object that has been discarded, whatever its ID.
                guard !object.reference.isTemporary,
                    object.flags.contains(.isReset) || registry[object.reference] != nil
                else { return nil }
                return livingObject(for: object.reference)
            })
    }

    /// Finds the objects of a fetch, without blocking the context's actor during the search.
    func findAsynchronously<Object: ManagedObject>(
        _ fetch: ResolvedFetch<Object>, progress: (@Sendable (Double) -> Void)? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Object] {
        try await processExternalChangesAsynchronously()
        if fetch.runsOnColumns {
            return logged(instances(try await searchAsynchronously(fetch, progress: progress)), of: fetch)
        }
        guard fetch.request.includesPendingChanges else { return try await storedObjectsAsynchronously(of: fetch) }
        if fetch.needsInstances {
            guard unsavedChanges.isEmpty, fetch.foundationPredicate == nil, fetch.sortKeys != nil,
                fetch.entity.adapter == nil
            else { return try objects(of: fetch) }
            return logged(instances(try await searchElsewhere(UntypedFetch(fetch))), of: fetch)
        }
        // The columns answer what they can; the objects answer the rest.
        var found: [Object] = instances(
            try await searchAsynchronously(fetch, isWhole: true, progress: progress))
        var held: [ManagedObject] = []
        defer { withExtendedLifetime(held) {} }
        while isQueried {
            try await readAheadAsynchronously(found, entity: fetch.entity)
            held = try await readAheadAsynchronously(
                fetch.request.relationshipKeyPathsForPrefetching, of: found, fetch.entity)
            guard haveDeparted(found) else { break }
            // Meanwhile, the context has been reset, so others stand for the same objects, and nothing of them is read.
            found = present(found)
        }
        return logged(
            try narrowed(found.filter { $0.context === self && isLiving($0.reference) }, by: fetch), of: fetch)
    }

    /// Logs a fetch with its result, and returns the result.
    private func logged<Object: ManagedObject>(_ objects: [Object], of fetch: ResolvedFetch<Object>) -> [Object] {
        logRequest?(StoreRequest(fetchOf: fetch.entity, predicate: fetch.predicate, resultCount: objects.count))
        return objects
    }

    /// Finds the objects of a fetch whose condition or order needs objects, with stored values only.
    private func storedObjectsAsynchronously<Object: ManagedObject>(
        of fetch: ResolvedFetch<Object>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [Object] {
        let stored = contextOfStoredState()
        // They keep its state, even if this context meanwhile lets go of them.
        let views = contextOfStores.queryGeneration.views
        defer { withExtendedLifetime((stored, views)) {} }
        var request = fetch.request
        request.includesPendingChanges = true
        let found = try await stored.findAsynchronously(try ResolvedFetch(request, in: stored))
        return instances(found.compactMap { registry[$0.reference] ?? livingObject(for: $0.reference) })
    }

    /// Finds the objects that match what columns answer, in the state and with the unsaved changes of this moment.
    ///
    /// - Parameter isWhole: Whether others apply the order and the window.
    private func searchAsynchronously<Object: ManagedObject>(
        _ fetch: ResolvedFetch<Object>, isWhole: Bool = false, progress: (@Sendable (Double) -> Void)?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [ManagedObject] {
        let includesChanges = fetch.request.includesPendingChanges
        let new = includesChanges ? newObjects : [:]
        let position = position
        // What evaluates all objects needs their values, even if the result does not.
        let includesRows = isWhole || fetch.request.includesPropertyValues && fetch.request.fetchBatchSize <= 0
        let search = fetch.storedFetch(
            of: snapshot, includesChanges ? capturedChanges : [], isWhole: isWhole, includesRows: includesRows,
            progress: progress)
        let subjects = try await readingElsewhere(
            activityElsewhere(.fetch, of: fetch.entity), count: { $0.count }
        ) {
            try search().subjects()
        }
        if haveBeenIdentified(new) {
            return try await searchAsynchronously(fetch, isWhole: isWhole, progress: progress)
        }
        let isCurrent = self.position == position
        if isCurrent, new.isEmpty { return objects(for: subjects) }
        let layout = layout
        var found = subjects.compactMap { subject -> ManagedObject? in
            if let object = new[subject.reference] {
                // A save may have given it another ID, and a rollback may have removed it.
                return object.context == nil ? nil : livingObject(for: object.reference)
            }
            if isCurrent { return object(for: subject, in: layout) }
            // Meanwhile, the context has moved on, so the rows may be older than what it has read or merged since.
            return (includesChanges ? nil : registry[subject.reference]) ?? livingObject(for: subject.reference)
        }
        if !isCurrent, isQueried {
            try await readAheadAsynchronously(found, entity: fetch.entity)
            // Meanwhile, some may have been deleted. After a reset, others stand for the same objects.
            if includesChanges { found = present(found).filter { isLiving($0.reference) } }
        }
        return found
    }

    /// Whether objects that were new when a search began have received permanent IDs since. A store may have them by
    /// now, and if its views do not keep their state, the search has found them twice. It has to begin again, which
    /// happens at most once for each save of new objects.
    private func haveBeenIdentified(_ new: [ObjectReference: ManagedObject]) -> Bool {
        isQueried && new.contains { $0.key.isTemporary && !$0.value.reference.isTemporary }
    }

    /// Finds the stored objects that match what needs objects, but not their classes, with a context on another thread.
    private func searchElsewhere(
        _ fetch: UntypedFetch, isolation: isolated (any Actor)? = #isolation
    ) async throws -> [ManagedObject] {
        let (state, position, name) = (snapshot, position, requestingName)
        // The other context measures it.
        let references = try await readingElsewhere { [persistentStoreCoordinator] in
            try fetch.references(in: state, of: persistentStoreCoordinator, for: name)
        }
        guard self.position == position else { return references.compactMap { livingObject(for: $0) } }
        let layout = layout
        return references.map { existingObject(for: $0, in: layout) }
    }

    /// Numbers that differ whenever the context or a parent takes another state, or an object ceases to exist there.
    private var position: [Int] {
        sequence(first: self, next: \.parent).flatMap { [Int($0.committed.stamp), $0.departures.count] }
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
        var held: [ManagedObject] = []
        defer { withExtendedLifetime(held) {} }
        if isQueried {
            if request.shouldRefreshRefetchedObjects || !request.returnsObjectsAsFaults {
                try await readAheadAsynchronously(
                    objects, entity: entity, all: request.shouldRefreshRefetchedObjects)
            }
            held = try await readAheadAsynchronously(keyPaths, of: objects, entity)
        }
        // What refreshes objects would wait in place for a save that has begun meanwhile.
        if request.shouldRefreshRefetchedObjects { await completeSaveInProgressAsynchronously() }
        // Some may have left the context meanwhile.
        let objects = objects.filter { $0.context === self }
        if request.shouldRefreshRefetchedObjects { try refreshUnchanged(objects) }
        if !request.returnsObjectsAsFaults { try realize(objects) }
        try prefetch(keyPaths, of: objects, entity)
    }

    /// Reads the values of faults, or of all objects, without blocking the context's actor.
    func readAheadAsynchronously(
        _ objects: [ManagedObject], entity: EntityDescription, all: Bool = false,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let references = objects.filter { $0.context === self && (all || $0.isFault && $0.heldRow.isNone) }
            .map(\.reference).filter { !$0.isTemporary }
        guard !references.isEmpty else { return }
        try await catchUpAsynchronously()
        let (state, stamp) = (contextOfStores.snapshot, committed.stamp)
        let links = unreadLinksOfParents(to: references)
        let read: @Sendable () throws -> ReadRows = {
            var rows = ReadRows(of: state)
            try rows.read(references)
            try DeferredLinks.read(links)
            return rows
        }
        // What the state knows need not be read on another thread.
        let isKnown =
            links.allSatisfy { $0.known != nil }
            && references.allSatisfy { state.reader(of: $0) == nil || state.knownRow(of: $0) != nil }
        let rows =
            if isKnown {
                try read()
            } else {
                try await readingElsewhere(activityElsewhere(.load, of: entity), read)
            }
        if all { return }
        // Meanwhile, some may have left the context.
        let objects = objects.filter { $0.context === self }
        // Others may have saved since, which must not make the context move on here.
        if parent == nil, committed.stamp == stamp { keepValues(rows, of: objects) }
        try loadValues(of: objects)
    }

    /// What the parents' unsaved values of some objects lack. Objects of a child take them as a whole.
    private func unreadLinksOfParents(to references: [ObjectReference]) -> [DeferredLinks] {
        sequence(first: self, next: \.parent).dropFirst().flatMap { parent in
            references.compactMap { parent.registry[$0] }.filter(\.hasPending).flatMap { object in
                object.pendingLinks.compactMap(\.deferred)
            }
        }
    }

    /// Reads the destinations of relationships without blocking the context's actor, step by step.
    ///
    /// - Returns: The destinations, which keep what was read.
    /// - Throws: The error of a store, or `CancellationError`. Paths that are wrong are not reported.
    @discardableResult
    func readAheadAsynchronously(
        _ keyPaths: [String], of objects: [ManagedObject], _ entity: EntityDescription,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> [ManagedObject] {
        guard !keyPaths.isEmpty else { return [] }
        try await readAheadAsynchronously(objects, entity: entity)
        var held: [ManagedObject] = []
        for keyPath in keyPaths {
            var (objects, entity) = (objects, entity)
            for key in keyPath.split(separator: ".") {
                guard let relationship = entity.relationship(named: String(key)),
                    let destination = managedObjectModel.entitiesByName[relationship.destinationName]
                    // The prefetching reports it.
                else { break }
                let state = contextOfStores.snapshot
                objects.removeAll { $0.context !== self }
                let links = try objects.compactMap { try deferredLinks(of: $0, at: relationship.index) }
                if links.contains(where: { $0.known == nil }) {
                    try await readingElsewhere(activityElsewhere(.load, of: entity)) {
                        try DeferredLinks.read(links)
                        try state.readAhead(links.flatMap { $0.known?.references ?? [] })
                    }
                    objects.removeAll { $0.context !== self }
                }
                let references = Set(try objects.flatMap { try self.links(of: $0, at: relationship.index).references })
                (objects, entity) = (references.sorted().compactMap { livingObject(for: $0) }, destination)
                try await readAheadAsynchronously(objects, entity: entity)
                held += objects
            }
        }
        return held
    }

    /// Returns the number of objects that match a request, without blocking the context's actor while a store counts
    /// them.
    ///
    /// It counts in the latest committed state, with the unsaved changes of this context and its parents when it
    /// begins. What ``fetchAsynchronously(_:progress:isolation:)`` evaluates on the context's actor is also evaluated
    /// there. A request for dictionaries of computed or distinct values waits for the store, because it counts these.
    ///
    /// ```swift
    /// let count = try await context.countAsynchronously(for: Hero.fetchRequest())
    /// ```
    ///
    /// - Throws: The errors of ``count(for:)``, or `CancellationError`.
    public func countAsynchronously<Object: ManagedObject>(
        for request: FetchRequest<Object>, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Int {
        try Task.checkCancellation()
        await completeSaveInProgressAsynchronously()
        var request = request
        if request.resultType == .dictionaries {
            if request.hasComputedRows { return try count(for: request) }
            request.includesPendingChanges = false
        }
        let fetch = try ResolvedFetch(request, in: self)
        guard fetch.runsOnColumns else { return try await findAsynchronously(fetch).count }
        try await processExternalChangesAsynchronously()
        while true {
            let new = request.includesPendingChanges ? newObjects : [:]
            let search = fetch.storedFetch(of: snapshot, request.includesPendingChanges ? capturedChanges : [])
            let count = try await readingElsewhere(activityElsewhere(.count, of: fetch.entity)) {
                try search().count()
            }
            if !haveBeenIdentified(new) { return count }
        }
    }
}

extension ResolvedFetch {
    /// Returns a closure that makes a fetch from a state and changes alone, in any isolation.
    /// The fetch ends if the work is canceled.
    ///
    /// - Parameters:
    ///   - snapshot: The committed state.
    ///   - changes: The unsaved changes that count, a child's before its parent's.
    ///   - isWhole: Whether others apply the order and the window.
    ///   - includesRows: Whether the values are read with the objects.
    ///   - progress: A closure that receives the completed fraction.
    func storedFetch(
        of snapshot: CommittedState, _ changes: [CapturedChanges] = [], isWhole: Bool = false,
        includesRows: Bool = true, progress: (@Sendable (Double) -> Void)? = nil
    ) -> @Sendable () -> GraphFetch {
        let (entity, predicate, ordinals) = (entity, predicate, ordinals(in: snapshot.layout))
        let sortKeys = isWhole ? SortKeys(keys: []) : sortKeys ?? SortKeys(keys: [])
        let (limit, offset) = isWhole ? (0, 0) : (request.fetchLimit, request.fetchOffset)
        return {
            var fetch = GraphFetch(
                state: snapshot, changes: changes, entity: entity, ordinals: ordinals,
                predicate: predicate, sortKeys: sortKeys, limit: limit, offset: offset)
            fetch.includesRows = includesRows
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
