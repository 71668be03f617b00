// Following other contexts' saves without blocking the context's actor.
extension ManagedObjectContext {
    /// Processes changes, as ``processPendingChanges()`` does, but reads what others have saved without blocking the
    /// context's actor.
    ///
    /// Observers are notified of the context's own changes immediately. What others have saved is read from one state
    /// on other threads, and merged when it has been read. Meanwhile, the context can be read, changed, saved, and
    /// reset. If it moves on to a later state, the merge begins again with that one.
    ///
    /// The main actor's context calls this automatically when the actor is free. A context that doesn't merge what
    /// others have saved has nothing to read, nor has one whose stores are in memory, or that has a parent.
    ///
    /// ```swift
    /// context.automaticallyMergesChangesFromParent = true
    /// await context.processPendingChangesAsynchronously()
    /// ```
    ///
    /// If a store cannot be read, observers receive ``ContextEvent/didFailToRead(_:)``, and the next call merges. The
    /// same is true if the task is canceled, without that event.
    ///
    /// - Parameter isolation: The context's actor.
    public func processPendingChangesAsynchronously(isolation: isolated (any Actor)? = #isolation) async {
        guard parent == nil, mergesFollowed, isQueried else {
            return processPendingChanges()
        }
        processOwnChanges()
        var wasOlder = false
        for _ in 0..<Self.preparationLimit {
            // A save in progress merges at its end.
            guard mergesFollowed, saveInProgress == nil else { return }
            do {
                guard let prepared = try await preparedMerge() else { return }
                let isOlder = isOlder(prepared)
                var outcome = Result<Bool, any Error>.success(false)
                processPendingChanges { outcome = Result { try (!isOlder || wasOlder) && merge(prepared) } }
                if let views = prepared.views { StoreThreads.unpin(views) }
                if try outcome.get() { return }
                wasOlder = wasOlder || isOlder
            } catch is CancellationError {
                return
            } catch {
                return mergeHasFailed(error)
            }
        }
        // Work on the context goes on and on, so that only the actor itself can read what the context needs.
        processPendingChanges()
    }

    /// Processes the context's own changes, and merges nothing.
    func processOwnChanges() { processPendingChanges {} }

    /// How often a merge is prepared for a context that moves on meanwhile.
    private static let preparationLimit = 8

    /// The maximum number of reads for a merge, each of which follows from the one before it.
    static let readLimit = 32

    /// Reads what a merge needs.
    ///
    /// - Returns: Nil if there is nothing to merge.
    /// - Throws: The error of a store, or `CancellationError`.
    private func preparedMerge(isolation: isolated (any Actor)? = #isolation) async throws -> PreparedMerge? {
        let (generation, own) = (followed.generation, followed.ownChangeSets)
        let found = try await StoreThreads.run(for: requestingName) { [persistentStoreCoordinator] in
            try persistentStoreCoordinator.prepareMerge(after: generation, without: own)
        }
        guard var prepared = found else { return nil }
        do {
            for _ in 0..<Self.readLimit where canMerge(prepared) {
                let (references, links) = unread(for: prepared)
                guard !references.isEmpty || !links.isEmpty else { break }
                prepared.rows = try await StoreThreads.run(
                    for: requestingName, activityElsewhere(.load, of: nil)
                ) { [rows = prepared.rows] in
                    var rows = rows
                    try rows.read(references)
                    try DeferredLinks.read(links)
                    return rows
                }
            }
        } catch {
            if let views = prepared.views { StoreThreads.unpin(views) }
            throw error
        }
        return prepared
    }

    /// Whether a prepared merge is still what the context needs.
    private func canMerge(_ prepared: PreparedMerge) -> Bool {
        mergesFollowed && saveInProgress == nil && !queryGeneration.isFixed
            && followed.generation == prepared.followedGeneration && followed.ownChangeSets == prepared.ownChangeSets
            && snapshot.generation <= prepared.state.generation
            && prepared.state.layout === persistentStoreCoordinator.layout
    }

    /// Whether the context may have read something meanwhile that is later than the state of a prepared merge. If that
    /// is so for the next state, too, others have deleted the object and stored it again.
    private func isOlder(_ prepared: PreparedMerge) -> Bool {
        prepared.rows.contains { row in
            registry[row.reference]?.heldRow.row.map { $0.version > row.version } ?? false
        }
    }

    /// - Returns: Whether the merge was still what the context needed.
    /// - Throws: The error of a store that is queried for what only the merge finds out.
    private func merge(_ prepared: PreparedMerge) throws -> Bool {
        guard canMerge(prepared) else { return false }
        committed.noteCommits(prepared.commitCount)
        follow(prepared.state)
        try mergeFollowed(prepared.changes, prepared.rows)
        return true
    }

    /// Returns what a merge needs, as far as what is known tells.
    private func unread(for prepared: PreparedMerge) -> (references: [ObjectReference], links: [DeferredLinks]) {
        let rows = prepared.rows
        let concerned = objects(concernedBy: references(of: prepared.changes))
        var wanted = Set(concerned.references)
        wanted.formUnion(neighbors(of: concerned.updated, rows))
        var links: [DeferredLinks] = []
        if concerned.updated.contains(where: { $0.hasPending && $0.state != .inserted }) {
            let needed = neededToMergeChanges(rows)
            wanted.formUnion(needed.references)
            links = needed.links
        }
        return (rows.unread(among: wanted), links.filter { $0.known == nil })
    }

    /// Returns what has to be read of a state to merge the context's changes with it, as far as the rows that were read
    /// show it: the changed objects, their links, and the other sides of changed links.
    ///
    /// - Parameter conflicting: Other objects whose links are needed.
    func neededToMergeChanges(
        _ rows: ReadRows, _ conflicting: [ObjectReference] = []
    ) -> (references: Set<ObjectReference>, links: [DeferredLinks]) {
        let edited = changed.filter(\.hasPending)
        var links = edited.flatMap { $0.deferredLinks + $0.deferredLinksOfChanges }
        var references = Set(edited.map(\.reference))
        if links.allSatisfy({ $0.known != nil }) {
            references.formUnion(edited.flatMap(\.destinationsOfChangedLinks))
        }
        references.formUnion(edited.flatMap { replacedDestinations(of: $0, rows) })
        references.formUnion(conflicting)
        for reference in references {
            guard let row = rows.knownRow(of: reference) else { continue }
            let entity = layout.entities[reference.entityOrdinal]
            links += entity.relationships.indices.compactMap { row.knownLinks(at: $0).deferred }
        }
        return (references, links)
    }

    /// Returns the destinations in a state that an edited object loses in the merge, as far as they were read: those of
    /// a deleted object, and those of to-one relationships that the context has changed. For an object that others have
    /// deleted, these are the destinations in the context, because a save may store the object again.
    private func replacedDestinations(of object: ManagedObject, _ rows: ReadRows) -> [ObjectReference] {
        guard object.state != .inserted else { return [] }
        guard let row = rows.knownRow(of: object.reference) else {
            guard object.state == .updated, rows.hasRead(object.reference) else { return [] }
            return object.pendingLinks.flatMap { $0.withoutReading?.references ?? [] }
        }
        return object.entity.relationships.flatMap { relationship -> [ObjectReference] in
            let index = relationship.index
            guard object.state == .deleted || !relationship.isToMany && object.isChanged(relationship: index) else {
                return []
            }
            return row.knownLinks(at: index).withoutReading?.references ?? []
        }
    }

    /// Returns the objects at the other ends of links that others have added or removed, as far as these are known, and
    /// those at the ends of their links, and so on.
    private func neighbors(of objects: [ManagedObject], _ rows: ReadRows) -> Set<ObjectReference> {
        var neighbors: Set<ObjectReference> = []
        var waiting = objects
        var seen = Set(objects.map { ObjectIdentifier($0) })
        while let object = waiting.popLast() {
            guard !object.hasPending, let before = object.heldRow.row, let row = rows.knownRow(of: object.reference),
                !before.sharesLinks(with: row)
            else { continue }
            for relationship in object.entity.relationships where relationship.inverseIndex != nil {
                guard let earlier = before.knownLinks(at: relationship.index).withoutReading,
                    let later = row.knownLinks(at: relationship.index).withoutReading
                else { continue }
                let (removed, added) = earlier.difference(to: later)
                for other in (removed + added).compactMap({ registry[$0] }) where !other.hasPending {
                    guard !other.heldRow.isNone, seen.insert(ObjectIdentifier(other)).inserted else { continue }
                    neighbors.insert(other.reference)
                    waiting.append(other)
                }
            }
        }
        return neighbors
    }
}

/// What others have saved, read for a context that follows them.
private struct PreparedMerge: Sendable {
    /// The last commit that the context followed.
    var followedGeneration: Int
    /// The change sets that the context had committed since.
    var ownChangeSets: Set<Int>
    /// The state to move on to.
    var state: CommittedState
    /// The views that keep the state while it is read; nil if the usual ones do.
    var views: PinnedViews?
    /// The number of the coordinator's commits, of which the state has all.
    var commitCount: Int
    /// What was committed up to the state.
    var changes: CommitLog.Changes
    /// What was read of the state.
    var rows: ReadRows
}

extension PersistentStoreCoordinator {
    /// Reads what was committed after a generation, from one state if the stores can keep one.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    /// - Returns: Nil if nothing was committed.
    /// - Throws: The error of a store.
    fileprivate func prepareMerge(after generation: Int, without own: Set<Int>) throws -> PreparedMerge? {
        processExternalChanges()
        // Before the state, which may have more.
        let commitCount = commitCount
        guard committedState.generation != generation else { return nil }
        let consistent = try consistentState()
        let state = consistent?.state ?? committedState
        return PreparedMerge(
            followedGeneration: generation, ownChangeSets: own, state: state, views: consistent?.views,
            commitCount: commitCount,
            changes: changes(after: generation, upTo: state.generation, without: own), rows: ReadRows(of: state))
    }
}

extension Links {
    /// The links, if nothing has to be read for them.
    fileprivate var withoutReading: Links? { deferred.map(\.known) ?? self }
}
