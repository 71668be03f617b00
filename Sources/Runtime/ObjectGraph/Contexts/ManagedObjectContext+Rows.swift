// The committed state as the context sees it.
extension ManagedObjectContext {
    /// Returns the latest values of an unchanged object, even if the context has read older ones;
    /// nil if it does not exist.
    ///
    /// - Throws: The error of the store that is queried.
    func read(_ reference: ObjectReference) throws -> Row? { try requesting { try find(reference) } }

    private func find(_ reference: ObjectReference) throws -> Row? {
        if let parent {
            let row = try parent.readForChild(reference)
            if let row, isUnsaved(row, of: reference) { readFromParentsChanges.insert(reference) }
            return row
        }
        completeSaveInProgress()
        catchUp()
        if !isQueried, let row = snapshot.columns.row(of: reference) { return row }
        if let batch = fetchBatches.takeBatch(of: reference) { try snapshot.readAhead(batch) }
        if let row = try snapshot.row(of: reference) { return row }
        // Another program may have just created it.
        guard persistentStoreCoordinator.hasOtherWriters, queryGeneration.movesOn else { return nil }
        moveOn()
        return try snapshot.row(of: reference)
    }

    /// The context without a parent in which this one reads what is stored.
    var contextOfStores: ManagedObjectContext {
        var context = self
        while let parent = context.parent { context = parent }
        return context
    }

    /// Whether a parent's row is not the committed one.
    private func isUnsaved(_ row: Row, of reference: ObjectReference) -> Bool {
        guard snapshot.reader(of: reference) != nil else {
            return snapshot.columns.row(of: reference).map { !HeldRow($0).sharesChunk(with: row) } ?? true
        }
        return sequence(first: self, next: \.parent).contains { $0.registry[reference]?.hasPending == true }
    }

    /// Returns what a child context reads: the values of this one, saved or not (rule CHD-2).
    private func readForChild(_ reference: ObjectReference) throws -> Row? {
        guard let object = registry[reference] else { return try find(reference) }
        if object.isDeleted { return nil }
        guard object.hasPending else {
            if object.isFault, object.heldRow.isNone {
                guard let row = try find(reference) else { return nil }
                object.prefetch(row, at: committed.stamp)
            }
            return object.committedRow
        }
        // A row takes its links at once, and could not report what its store says.
        try DeferredLinks.read(object.pendingLinks.compactMap(\.deferred))
        return Row(
            of: object.entity, reference, values: object.pendingValues, links: object.pendingLinks,
            version: object.changeCount)
    }

    /// Moves the context on to the latest committed state. Objects that have been read keep their values.
    func moveOn() {
        completeSaveInProgress()
        if let parent {
            parent.moveOn()
            take(parent.snapshot)
        } else if queryGeneration.movesOn {
            moveOnToLatest()
            queryGeneration.noteRead()
        }
    }

    /// Moves the context on even if it keeps a generation, for callers that want others' changes.
    func moveOnToLatest() {
        completeSaveInProgress()
        if let parent {
            parent.moveOn()
            take(parent.snapshot)
        } else if !queryGeneration.isFixed {
            requesting { persistentStoreCoordinator.processExternalChanges() }
            takeLatest()
        }
    }

    /// Moves the context on to the latest state that is known. The next read looks for others' commits.
    func moveOnWithNextRead() {
        guard parent == nil, queryGeneration.movesOn else { return moveOnToLatest() }
        takeLatest()
        committed.expectCommits()
    }

    /// Moves the context on to the latest state that is known, without looking for others' commits.
    func takeLatest() {
        completeSaveInProgress()
        committed.noteCommits(persistentStoreCoordinator.commitCount)
        follow(persistentStoreCoordinator.committedState)
    }

    /// Takes a state with others' changes.
    func follow(_ latest: CommittedState) {
        queryGeneration.endViews()
        guard take(latest) else { return }
        committed.noteForeignCommits()
        renameDroppedReturns()
        if hasChanges { changes.noteLinksToDeleted() }
    }

    /// Takes a state, whoever has committed it, and returns whether it is another one than before.
    @discardableResult
    func take(_ state: CommittedState) -> Bool {
        let before = snapshot
        guard committed.take(state) else { return false }
        if automaticallyMergesChangesFromParent, parent == nil { followed.leave(before) }
        departures.note()
        if state.layout !== layout { noteStores() }
        return true
    }

    /// Moves the context on if something has been committed since the last time.
    func catchUp() {
        if let parent {
            parent.catchUp()
            let hasOtherViews = queryGeneration.follow(parent.queryGeneration)
            if hasOtherViews || snapshot.generation != parent.snapshot.generation { take(parent.snapshot) }
        } else if queryGeneration.movesOn, committed.isBefore(persistentStoreCoordinator.commitCount) {
            moveOn()
        }
    }

    /// Runs the fetch of a fetched property, unless such fetches depend on one another endlessly.
    func nestingFetch<Result>(of property: String, _ body: () throws -> Result) throws -> Result {
        guard fetchNesting < 16 else {
            throw QueryError(
                code: .recursiveFetch, message: "the fetch of '\(property)' depends on itself; change its predicate")
        }
        fetchNesting += 1
        defer { fetchNesting -= 1 }
        return try body()
    }
}
