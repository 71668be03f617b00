/// The part of a save that writes: attempts to commit, with merges of what others have saved between them, until one
/// succeeds or an error ends it.
struct CommitRun {
    /// The result of a commit of the context.
    struct Commit {
        var changes: ChangeSet
        var state: CommittedState
        /// Whether no one else has committed anything since the context's state,
        /// so that no one can have linked to the objects.
        var isOwn: Bool
        /// Whether objects were deleted.
        var deletes: Bool
    }

    private let context: ManagedObjectContext
    private let listsWritten: Bool
    private let validate: () throws -> Void
    private var attempts: SaveAttempts
    private var hasPrecedence = false
    /// What was read of the coordinator's latest state since the last commit; nil if that was not looked for.
    var readRows: ReadRows?
    private var isMerged = false
    /// What some stores have written in attempts that another store has refused.
    private var writtenParts: [WrittenObject] = []

    /// Reserves IDs for new objects.
    ///
    /// - Parameters:
    ///   - listsWritten: Whether to list the written objects even if the context has no observers.
    ///   - keepsIDs: Whether new objects take their permanent IDs now, and keep them if the save fails.
    ///   - validate: Checks the objects after a merge with others' changes.
    init(
        of context: ManagedObjectContext, listsWritten: Bool, keepsIDs: Bool = false,
        validatingMerged validate: @escaping () throws -> Void
    ) throws {
        self.context = context
        self.listsWritten = listsWritten
        self.validate = validate
        attempts = SaveAttempts(isError: context.mergePolicy.isError)
        let (new, back) = context.insertedByIdentity()
        if keepsIDs {
            try context.assignPermanentIDs(to: new)
        } else {
            try context.identify(new)
        }
        context.unlinkRemains(of: back)
    }

    /// Whether others have saved first so often that this save would rather be alone.
    var isOvertaken: Bool { attempts.areOvertaken }

    /// Returns the changes to commit; nil if they have to be worked out again, after a merge.
    ///
    /// - Throws: An error that ends the run. The context is as before it.
    mutating func nextChanges() throws -> ChangeSet? {
        do {
            if !isMerged {
                try context.completeOneSidedChanges(validatingMerged: validate)
                try context.updateDerivedAttributes()
            }
            return context.changeSet()
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Takes the outcome of a commit.
    ///
    /// - Returns: The written objects, in the order of their changes;
    ///   nil if the run has to be continued, after a merge.
    /// - Throws: An error that ends the run. The context is as before it.
    mutating func finish(
        _ changes: consuming ChangeSet, _ outcome: consuming Result<CommittedState, any Error>
    ) throws -> [WrittenObject]? {
        do {
            let state = try outcome.get()
            // An empty save creates no state, so the latest one may be others'.
            let isOwn = !changes.isEmpty && state.generation == context.snapshot.generation + 1
            let deletes = !changes.deleted.isEmpty
            context.changes.mayBeSaved = false
            let commit = Commit(changes: changes, state: state, isOwn: isOwn, deletes: deletes)
            let memento = context.memento
            // Before hooks and observers run: a save that they begin, and that fails, must not undo this one.
            end()
            let listsWritten = listsWritten || context.observers.areListening
            return context.finishSave(commit, after: memento, listsWritten: listsWritten, earlier: writtenParts)
        } catch let partial as PartialCommitError {
            writtenParts += context.finishPart(partial)
            isMerged = false
            try recover(from: partial.error)
            return nil
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Merges what others have saved, so that the changes can be committed again.
    private mutating func recover(from error: any Error) throws {
        do {
            let problem = try attempts.problem(after: error)
            context.rememberState().keepChangedObjects()
            if attempts.areOvertaken, !hasPrecedence {
                hasPrecedence = context.persistentStoreCoordinator.precedence.take()
            }
            try StoreActivity.measure(
                .retry(of: .save, after: problem, of: context.persistentStoreCoordinator.systemName())
            ) {
                try merge(after: problem)
            }
            isMerged = true
            try context.identify(
                context.changed.filter { $0.state == .inserted && $0.permanentOrOwnReference.isTemporary })
            context.unlinkRemains(of: context.insertedByIdentity().back)
            // From the merged state: others may have changed what the values depend on.
            try context.updateDerivedAttributes(afterMerge: true)
            try validate()
        } catch {
            // A failed save does not change the context.
            context.memento?.restore()
            let found = context.naming(error)
            // An attempt that certainly failed says nothing of an earlier one whose outcome is unknown.
            if (error as? any UncertainCommitError)?.mayHaveSucceeded == true { context.changes.mayBeSaved = true }
            if !context.changes.mayBeSaved { context.forgetReservedReferences() }
            end()
            throw found
        }
    }

    private mutating func end() {
        context.memento = nil
        if hasPrecedence { context.persistentStoreCoordinator.precedence.giveBack() }
        hasPrecedence = false
    }

    private func readLatest() {
        if readRows == nil { context.persistentStoreCoordinator.processExternalChanges(isCertain: true) }
    }

    private mutating func merge(after error: any Error) throws {
        defer { readRows = nil }
        let attempt = MergeAttempt(context: context, known: readRows)
        switch error {
        case let conflict as MergeConflictError:
            readLatest()
            try attempt.resolve(conflict)
        case let conflicts as ConstraintConflictError:
            let before = Set(context.changed)
            readLatest()
            try attempt.resolve(conflicts)
            // Of the objects that remain, those that had no changes before are saved now, too.
            for object in context.changed where object.state == .updated && !before.contains(object) {
                object.willSave()
            }
        case let violation as GraphIntegrityError where violation.concernsDerivedValue:
            // Others have changed what the value depends on, which is not a conflict: the save computes it again.
            return readLatest()
        default: return try attempt.agree()
        }
        try context.mergePolicy.finishMerging(in: context)
    }
}

extension ManagedObjectContext {
    /// How often a save resolves conflicts by its policy and tries again.
    static let mergeAttemptLimit = 100

    /// The state that a failed save restores: the present one, unless the save has already changed something.
    func rememberState() -> ContextMemento {
        if let memento { return memento }
        let memento = ContextMemento(of: self)
        self.memento = memento
        return memento
    }

    /// Returns an error of a save with the IDs that new objects keep if it fails, by which the program finds them.
    fileprivate func naming(_ error: any Error) -> any Error {
        guard var conflicts = error as? ConstraintConflictError else { return error }
        let objects = changedByPermanentReference
        for index in conflicts.conflicts.indices {
            let conflict = conflicts.conflicts[index]
            guard conflict.references.count == conflict.conflictingObjectIDs.count else { continue }
            conflicts.conflicts[index].conflictingObjectIDs = zip(conflict.references, conflict.conflictingObjectIDs)
                .map {
                    objects[$0]?.objectID ?? $1
                }
        }
        return conflicts
    }

    /// Changes the other sides of links that were added or removed on one side only:
    /// the store may keep the other side alone.
    fileprivate func completeOneSidedChanges(validatingMerged validate: () throws -> Void) throws {
        guard changes.areOneSided else { return }
        rememberState().keepChangedObjects()
        try MergeAttempt(context: self).agree()
        try validate()
    }
}

/// The attempts of a save.
private struct SaveAttempts {
    /// Whether the policy reports conflicts.
    var isError: Bool
    private var conflictCount = 0
    private var violationCount = 0

    /// Whether others have saved first so often that this save would rather be alone.
    var areOvertaken: Bool { conflictCount >= 10 }

    init(isError: Bool) { self.isError = isError }

    /// Returns the problem to resolve before the save is tried again.
    ///
    /// - Throws: An error that cannot be resolved, or the last conflict if others change the objects again and again.
    mutating func problem(after error: any Error) throws -> any Error {
        guard let violation = error as? GraphIntegrityError else {
            guard error is MergeConflictError || error is ConstraintConflictError else { throw error }
            return try conflict(error)
        }
        violationCount += 1
        switch violationCount {
        case 1: return violation
        // If this context cannot make the objects agree, others have changed them.
        case 2: return try conflict(MergeConflictError(objectIDs: [violation.objectID]))
        default: throw violation
        }
    }

    private mutating func conflict(_ error: any Error) throws -> any Error {
        conflictCount += 1
        guard !isError, conflictCount <= ManagedObjectContext.mergeAttemptLimit else { throw error }
        return error
    }
}
