extension ManagedObjectContext {
    /// Saves all changes to the store, or to the parent, completely or not at all.
    ///
    /// The order is Core Data's (rule CTX-8): the context processes changes, calls ``ManagedObject/willSave()`` until
    /// nothing changes, validates objects, assigns IDs to new ones, checks for conflicts, lets the store write, and
    /// calls ``ManagedObject/didSave()``. Without changes, it writes nothing. If this method throws an error, the
    /// context keeps its state and all changes, so you can correct the problem and save again.
    ///
    /// The call waits until the store has written. ``saveAsynchronously(isolation:)`` doesn't block the context's
    /// actor.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as ValidationErrors {
    ///     for error in error.errors { print(error.key, error.message) }
    /// } catch is MergeConflictError {
    ///     context.refreshAllObjects()  // Keeps the changes, so the next save can succeed.
    ///     try context.save()
    /// }
    /// ```
    ///
    /// - Throws: ``ValidationError`` or ``ValidationErrors`` for objects that the model does not allow,
    ///   ``MergeConflictError`` or ``ConstraintConflictError`` for objects that other contexts saved in the meantime,
    ///   if the ``mergePolicy`` reports them, ``SaveLoopError``, the error of an override, or the store's error.
    public func save() throws {
        guard try prepareToSave() else { return }
        if let parent {
            try push(to: parent)
        } else {
            try commitChanges(listsWritten: false) { try self.validateChanges() }
        }
    }

    /// Does what comes before the changes are written: hooks and validation.
    ///
    /// - Parameter mergesOthers: Whether a context that follows others merges what they have saved, for which it waits
    ///   in place.
    /// - Returns: Whether there is anything to write.
    func prepareToSave(mergesOthers: Bool = true) throws -> Bool {
        guard !isCallingHooksOfSave else { throw SaveLoopError(isNested: true) }
        completeSaveInProgress()
        try propagateDeletions()
        processChanges(mergingOthers: mergesOthers)
        guard hasChanges else { return false }
        callingHooks { post(.willSave) }
        try callWillSave(mergesOthers: mergesOthers)
        try callingHooks { try validateChanges() }
        undoHistory?.keepCommittedStates()
        return true
    }

    /// Runs code of the program that a save calls. If it saves the context, that save throws an error, because it would
    /// call the same code again, without end.
    private func callingHooks<Result>(_ body: () throws -> Result) rethrows -> Result {
        isCallingHooksOfSave = true
        defer { isCallingHooksOfSave = false }
        return try body()
    }

    /// Calls the hook until a pass changes nothing, at most a thousand times (rules OBJ-27 and OBJ-28).
    private func callWillSave(mergesOthers: Bool) throws {
        if callingHooks(callWillSaveForTheFirstTime) { return processChanges(mergingOthers: mergesOthers) }
        for _ in 1..<1000 {
            var isDone = true
            for object in changed where object.changeCountAtHook != object.changeCount {
                isDone = false
                object.changeCountAtHook = object.changeCount
                callingHooks { object.willSave() }
            }
            if isDone {
                guard changes.deletions.rules.isEmpty else {
                    try propagateDeletions()
                    continue
                }
                return processChanges(mergingOthers: mergesOthers)
            }
        }
        throw SaveLoopError()
    }

    private func processChanges(mergingOthers mergesOthers: Bool) {
        if mergesOthers { processPendingChanges() } else { processOwnChanges() }
    }

    /// Calls the hook of each changed object, and returns whether nothing changed, which is the usual case.
    private func callWillSaveForTheFirstTime() -> Bool {
        let objects = changed
        let isQuiet = event.isEmpty
        let processingCount = event.processingCount
        var counts: [Int32] = []
        counts.reserveCapacity(objects.count)
        for object in objects {
            counts.append(object.changeCount)
            object.willSave()
        }
        // A change begins an event, and only processing ends it.
        if isQuiet, event.isEmpty, event.processingCount == processingCount, changes.deletions.rules.isEmpty {
            return true
        }
        for object in changed { object.changeCountAtHook = -1 }
        for (object, count) in zip(objects, counts) { object.changeCountAtHook = count }
        return false
    }

    func validateChanges() throws {
        var failures: [(error: any Error, object: ManagedObject)] = []
        for object in changed {
            do {
                switch object.state {
                case .inserted: try object.validateForInsert()
                case .updated: try object.validateForUpdate()
                case .deleted: try object.validateForDelete()
                case .clean: break
                }
            } catch {
                failures.append((error, object))
            }
        }
        guard let first = failures.first else { return }
        // A single failure is thrown as it is (rules VAL-6 and VAL-18).
        if failures.count == 1 { throw first.error }
        throw ValidationErrors(
            errors: failures.flatMap { error, object in
                ValidationErrors.errors(in: error).map { ValidationError($0, of: object) }
            })
    }

    /// Writes the changes without calling hooks.
    ///
    /// - Parameters:
    ///   - listsWritten: Whether to return the written objects.
    ///   - validate: Checks the objects after a merge with others' changes.
    /// - Returns: The written objects, in the order of their changes.
    @discardableResult
    func commitChanges(
        listsWritten: Bool = true, validatingMerged validate: @escaping () throws -> Void = {}
    ) throws -> [WrittenObject] {
        try requesting {
            var run = try CommitRun(of: self, listsWritten: listsWritten, validatingMerged: validate)
            while true {
                guard let changes = try run.nextChanges() else { continue }
                let outcome = Result { try persistentStoreCoordinator.commit(changes, at: now()) }
                if let written = try run.finish(changes, outcome) { return written }
            }
        }
    }

    /// The objects to insert that have no permanent ID, and those that are stored again after they were deleted.
    func insertedByIdentity() -> (new: [ManagedObject], back: [ManagedObject]) {
        var new: [ManagedObject] = []
        var back: [ManagedObject] = []
        for object in changed where object.state == .inserted {
            if object.reference.isTemporary {
                new.append(object)
            } else if !object.flags.contains(.wasIdentifiedEarly) {
                back.append(object)
            }
        }
        return (new, back)
    }

    func savedObjects() -> SavedObjects {
        SavedObjects(changed.map { WrittenObject(object: $0, state: $0.state, objectID: $0.objectID) })
    }

    /// Makes the objects agree with what was written, and calls their hooks.
    ///
    /// - Parameters:
    ///   - memento: The state before the save merged others' changes; nil if it did not.
    ///   - part: The references of what was written, if that was not everything.
    ///   - earlier: What was written before, in parts of the same save.
    func finishSave(
        _ commit: CommitRun.Commit, after memento: ContextMemento?, listsWritten: Bool,
        part: Set<ObjectReference>? = nil, earlier: [WrittenObject] = []
    ) -> [WrittenObject] {
        let snapshotBefore = snapshot
        let previous = snapshot.generation
        let departureCount = departures.count
        queryGeneration.endViews()
        if commit.isOwn { take(commit.state) } else { follow(commit.state) }
        // A save of this context alone removes objects only if it deletes them.
        if commit.isOwn, !commit.deletes { departures.takeBack(to: departureCount) }
        if commit.isOwn, followed.generation == previous {
            followed.advance(to: snapshot.generation)
        } else if automaticallyMergesChangesFromParent {
            followed.noteOwn(changeSet: commit.changes.number)
        }
        var written = earlier
        var names: [ObjectReference: ObjectReference] = [:]
        var neighbor: Row?
        // A merge may have made an update an insertion, of an object that others have deleted.
        let sets = memento == nil && earlier.isEmpty && event.isEmpty ? changes.sets : nil
        endEventOfSave()
        let objects = part.map(takeChanged) ?? takeChanged()
        let isAsked = isQueried
        let rowsBefore = rowsBefore(of: objects, in: snapshotBefore, memento, isAlone: commit.isOwn)
        if isAsked {
            for object in objects {
                if object.state == .deleted { noteDeparture(of: object.reference) }
                if object.state == .inserted { departures.noteReturn(of: object.permanentOrOwnReference) }
            }
        }
        var asked: [ManagedObject] = []
        var renamed = RenamedReferences()
        for object in objects {
            let old = object.reference
            takePermanentReference(object)
            if isAsked, old != object.reference { renamed.append(old, object.reference) }
            if !children.isEmpty, old != object.reference { names[old] = object.reference }
            if listsWritten {
                written.append(WrittenObject(object: object, state: object.state, objectID: object.objectID))
            }
            if object.state == .deleted {
                object.state = .clean
                release(object)
            } else {
                object.keepTransientValues()
                if isAsked { asked.append(object) } else { settleInMemory(object, near: &neighbor) }
            }
        }
        // After a part, objects are as before a merge, so their values may not be what was written.
        let unsettled = part == nil ? settleWritten(asked, by: commit, &renamed) : asked
        for object in unsettled { settle(object, near: &neighbor) }
        letNeighborsAgree(with: rowsBefore)
        renameInChildren(as: names)
        if let memento { replaceInChildren(memento.replacements, named: names) }
        if part == nil { changes.checked = [] }
        for object in objects { object.didSave() }
        guard part == nil else { return written }
        if observers.areListening { post(.didSave(SavedObjects(written, sets: sets))) }
        notifyOfChangesBySave(of: written)
        for child in children.all { child.notifyOfOtherIDs() }
        return written
    }

    /// Takes over what some stores have written of a save that another store has refused (rule CTX-10): the next save
    /// writes the rest.
    ///
    /// - Returns: The written objects.
    func finishPart(_ partial: PartialCommitError) -> [WrittenObject] {
        memento?.restore()
        memento = nil
        let deleted = Set(partial.written.flatMap { $0.deleted.map(\.reference) })
        var references = deleted
        for part in partial.written {
            references.formUnion(part.inserted.lazy.map(\.reference))
            references.formUnion(part.updated.lazy.map(\.reference))
            references.formUnion(part.indirectlyUpdated)
        }
        var merged = references
        for object in changed {
            let reference = object.permanentOrOwnReference
            if object.state != .deleted, deleted.contains(reference) {
                // The merge has deleted an object that is only updated here.
                references.remove(reference)
            } else {
                merged.remove(reference)
            }
        }
        let commit = CommitRun.Commit(
            changes: partial.written[0], state: partial.state, isOwn: false, deletes: !deleted.isEmpty)
        let written = finishSave(commit, after: nil, listsWritten: true, part: references)
        // A save that fails posts nothing (rule NTF-4), but observers see which objects no longer have changes.
        event.change.refreshed.formUnion(written.lazy.map(\.object).filter { $0.context === self })
        // What only the save's merge with others' changes had changed.
        do {
            for reference in merged.sorted() {
                if let object = registry[reference], object.state == .clean { try mergeUpdateOrDeletion(of: object) }
            }
        } catch {
            report(error)
        }
        for reference in deleted.sorted() where merged.contains(reference) { mergeDeletion(of: reference) }
        scheduleFirstChange()
        return written
    }

    /// Makes an object read the committed values.
    private func settle(_ object: ManagedObject, near neighbor: inout Row?) {
        if let reader = snapshot.reader(of: object.reference) {
            // The save is complete. What cannot be read now is read when it is touched.
            if let row = try? reader.row(of: object.reference) {
                settle(object, on: row)
            } else {
                object.state = .clean
                object.forgetValues()
            }
            return
        }
        settleInMemory(object, near: &neighbor)
    }

    /// Makes an object of a resident store read the committed values.
    ///
    /// - Parameter neighbor: The row of the previous object, because the objects of a save are usually adjacent.
    @inline(__always)
    private func settleInMemory(_ object: ManagedObject, near neighbor: inout Row?) {
        let reference = object.reference
        guard let row = neighbor?.neighbor(reference) ?? snapshot.columns.row(of: reference) else { return }
        neighbor = row
        settle(object, on: row)
    }

    /// Makes objects read what was written to a store that answers queries, without reading it again.
    ///
    /// - Returns: Objects of other stores.
    private func settleWritten(
        _ objects: [ManagedObject], by commit: CommitRun.Commit, _ renamed: inout RenamedReferences
    ) -> [ManagedObject] {
        var others: [ManagedObject] = []
        var run: WrittenRun?
        for object in objects.sorted(by: { $0.reference < $1.reference }) {
            guard let reader = snapshot.reader(of: object.reference),
                // An update that writes nothing keeps the version.
                let version = reader.written.version(
                    of: object.reference, isNew: object.state == .inserted, in: commit.changes)
                    ?? object.heldRow.row?.version
            else {
                others.append(object)
                continue
            }
            if run?.rows.takes(object.reference) == false {
                settle(run)
                run = nil
            }
            let (values, links) = written(of: object, reader, &renamed, isAlone: commit.isOwn)
            if run == nil { run = WrittenRun(of: object.entity) }
            run?.append(object, version, values, links)
        }
        settle(run)
        return others
    }

    private func settle(_ run: WrittenRun?) {
        guard let run else { return }
        for (object, row) in zip(run.objects, run.rows.finish()) {
            // Others may have linked to what was read before their last commit, also if they have not saved since.
            let isCurrent = object.state == .inserted || committed.isConsistent(since: object.snapshotStamp)
            let stamp = object.snapshotStamp
            settle(object, on: row)
            if !isCurrent { object.snapshotStamp = stamp }
        }
    }

    /// Returns what was written of an object.
    private func written(
        of object: ManagedObject, _ reader: ViewReader, _ renamed: inout RenamedReferences, isAlone: Bool
    ) -> (values: [AttributeValue], links: [Links]) {
        let links = zip(object.pendingLinks, object.entity.relationships).map { links, relationship in
            isAlone || relationship.isStored
                // New objects that were dropped have no permanent ID.
                ? links.mapping(isOrdered: relationship.isOrdered) { $0.isTemporary ? renamed[$0] : $0 }
                : .deferred(DeferredLinks(relationship, of: object.reference, reader))
        }
        var values = object.pendingValues
        for index in object.entity.transientIndexes { values[index] = .null }
        return (values, links)
    }

    @inline(__always)
    private func settle(_ object: ManagedObject, on row: Row) {
        object.take(row)
        object.snapshotStamp = committed.stamp
        object.dropPending()
        object.state = .clean
    }
}

/// The permanent references of new objects. The table is created only if a relationship needs it.
private struct RenamedReferences {
    private var list: [(old: ObjectReference, new: ObjectReference)] = []
    private var table: [ObjectReference: ObjectReference]?

    mutating func append(_ old: ObjectReference, _ new: ObjectReference) { list.append((old, new)) }

    /// The permanent reference; nil for an unknown one.
    subscript(old: ObjectReference) -> ObjectReference? {
        mutating get {
            if table == nil { table = Dictionary(list.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 }) }
            return table?[old]
        }
    }
}

/// Adjacent written objects of one entity, with their rows.
private struct WrittenRun {
    private(set) var rows: WrittenRows
    private(set) var objects: [ManagedObject] = []

    init(of entity: EntityDescription) { rows = WrittenRows(of: entity) }

    mutating func append(_ object: ManagedObject, _ version: Int32, _ values: [AttributeValue], _ links: [Links]) {
        rows.append(object.reference, version, values, links)
        objects.append(object)
    }
}

/// An error that occurs if hooks change objects at each of a thousand attempts to save, or save the context themselves.
/// Nothing was written (rule OBJ-28).
///
/// ```swift
/// override func willSave() {
///     super.willSave()
///     let trimmedName = name.trimmingCharacters(in: .whitespaces)
///     if name != trimmedName { name = trimmedName }  // Only if it differs, so that the save comes to an end
/// }
/// ```
public struct SaveLoopError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Whether a hook has saved the context.
    private let isNested: Bool

    /// Creates an error.
    public init() { self.init(isNested: false) }

    init(isNested: Bool) { self.isNested = isNested }

    public var description: String {
        isNested
            ? """
            saving failed: a save of the context calls willSave(), validation, or an observer, which can't save the \
            context; remove the inner call, because the save in progress writes the changes made there
            """ : "saving failed: willSave() changes objects on every call; compare values before you set them"
    }
}
