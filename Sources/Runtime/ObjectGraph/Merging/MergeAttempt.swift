import ColumnEngine

/// Merges a context's changes with what others have saved, by the context's policy.
struct MergeAttempt {
    let context: ManagedObjectContext
    /// What was read of the coordinator's latest state before the merge; nil for nothing.
    var known: ReadRows?

    /// Resolves conflicts of versions with the coordinator's latest state, so that the save can be tried again.
    ///
    /// - Throws: The conflict, if the policy reports it, or the error of a deciding closure.
    func resolve(_ conflict: MergeConflictError) throws {
        let references = conflict.objectIDs.compactMap(context.layout.reference)
        let objects = references.compactMap { context.registry[$0] }
        // One state for the policy and the merge: what others save while the policy decides is another conflict. Its
        // rows are read once, because the views of some stores return later rows to later requests.
        let latest = context.persistentStoreCoordinator.committedState
        let rows = try rows(of: references, in: latest)
        let type = try context.mergePolicy.decision(on: try describe(objects, rows))
        guard type != .error else { throw conflict }
        let checked = objects.filter { context.changes.checked.contains($0) && $0.state == .clean }
        guard !context.changed.isEmpty else { throw conflict }
        let decision = MergeDecision(
            purpose: .saving, type: type, conflicted: Set(references).union(try externallyChangedObjects(rows)))
        let merge = try GraphMerge(PendingEdits(of: context.changed), in: context, onto: latest, decision, rows)
        if !context.queryGeneration.isFixed, context.snapshot.generation < latest.generation { context.follow(latest) }
        context.install(merge)
        for object in objects where object.context === context && object.state != .clean {
            object.awake(fromSnapshotEvents: .mergePolicy)
        }
        for object in checked { try followUnchanged(object, rows) }
    }

    /// Resolves conflicts of uniqueness constraints with the coordinator's latest state, so that the save can be tried
    /// again (rules UNQ-3 to UNQ-5).
    ///
    /// - Throws: The conflicts, if the policy reports them, or the error of a deciding closure.
    func resolve(_ error: ConstraintConflictError) throws {
        let latest = context.persistentStoreCoordinator.committedState
        let rows = try rows(of: error.conflicts.compactMap(\.databaseReference), in: latest)
        let type = try context.mergePolicy.decision(on: try error.conflicts.map { try describe($0, rows) })
        guard type != .error else { throw error }
        if !context.queryGeneration.isFixed { context.takeLatest() }
        var merge = try UniquenessMerge(in: context, onto: latest, type, rows)
        try merge.resolve(error.conflicts, conflicted: externallyChangedObjects(rows))
    }

    /// Makes both sides of relationships agree that a program has changed on one side only, or that were restored.
    ///
    /// - Throws: The error of a store that is queried.
    func agree() throws {
        let latest = context.persistentStoreCoordinator.committedState
        // The policy decides on objects that others have changed.
        let rows = currentRows(in: latest)
        let conflicted = Set(try externallyChangedObjects(rows))
        let objects = context.changed.filter { !conflicted.contains($0.reference) }
        context.install(try GraphMerge(PendingEdits(of: objects), in: context, onto: latest, .following, rows))
    }

    /// What is known of a state; nothing if others have committed something since it was read.
    private func currentRows(in latest: CommittedState) -> ReadRows {
        if let known, known.areCurrent(in: latest) { return known }
        return ReadRows(of: latest)
    }

    /// Returns the objects of a decision, and all objects that the context has changed, as far as they are stored.
    private func rows(of references: [ObjectReference], in latest: CommittedState) throws -> ReadRows {
        var rows = currentRows(in: latest)
        try rows.read(Set(references).union(context.changed.lazy.map(\.reference)))
        return rows
    }

    /// The changed objects that others have also changed or deleted.
    private func externallyChangedObjects(_ rows: ReadRows) throws -> [ObjectReference] {
        try context.changed.filter { object in
            guard object.state != .inserted, let base = object.heldRow.row else { return false }
            let row = try rows.row(of: object.reference)
            return row?.version != base.version
        }.map(\.reference)
    }

    /// Describes what others did to the objects of a conflict.
    func describe(_ conflict: MergeConflictError) throws -> [MergeConflict] {
        let references = conflict.objectIDs.compactMap(context.layout.reference)
        let latest = context.parent?.snapshot ?? context.persistentStoreCoordinator.committedState
        var rows = ReadRows(of: latest)
        try rows.read(references)
        return try describe(references.compactMap { context.registry[$0] }, rows)
    }

    private func describe(_ objects: [ManagedObject], _ rows: ReadRows) throws -> [MergeConflict] {
        // The committed values have the destinations, too.
        try DeferredLinks.read(objects.flatMap(\.deferredLinks))
        return try objects.map { object in
            let row = try rows.row(of: object.reference)
            return MergeConflict(
                sourceObject: object,
                objectSnapshot: object.heldRow.isNone ? nil : object.committedValues(forKeys: nil),
                cachedSnapshot: row.map { $0.snapshot(of: object.entity) },
                oldVersionNumber: object.heldRow.row.map { Int($0.version) + 1 } ?? 0,
                newVersionNumber: row.map { Int($0.version) + 1 } ?? 0)
        }
    }

    private func describe(
        _ conflict: ConstraintConflict, _ rows: ReadRows
    ) throws -> ConstraintConflict.Objects {
        let changed = context.changedByPermanentReference
        let objects = conflict.references.compactMap { changed[$0] }
        let row = try conflict.databaseReference.flatMap { try rows.row(of: $0) }
        return ConstraintConflict.Objects(
            conflict: conflict, databaseObject: row.map { context.object(for: $0.reference) },
            databaseSnapshot: row.map { $0.snapshot(of: context.layout.entities[$0.reference.entityOrdinal]) },
            conflictingObjects: objects,
            conflictingSnapshots: objects.map { $0.entity.dictionary(of: $0.pendingValues) })
    }

    /// Applies what others did to an object that the save only checks.
    private func followUnchanged(_ object: ManagedObject, _ rows: ReadRows) throws {
        context.memento?.keep(object)
        guard let row = try rows.row(of: object.reference) else {
            context.changes.checked.remove(object)
            object.flags.insert(.isInaccessible)
            context.event.change.deleted.insert(object)
            return
        }
        guard object.state == .clean else { return }
        object.take(row)
        object.noteRefresh()
        context.event.change.refreshed.insert(object)
    }
}

extension ManagedObjectContext {
    /// Returns the conflicts of a save, for the objects that the context has.
    package func conflicts(in conflict: MergeConflictError) -> [MergeConflict] {
        // Objects that cannot be read have no values to describe; the conflict itself is the error.
        (try? MergeAttempt(context: self).describe(conflict)) ?? []
    }
}

extension Row {
    fileprivate func snapshot(of entity: EntityDescription) -> [String: Any] {
        entity.dictionary(of: entity.attributes.indices.map { value(at: $0) })
    }
}

extension EntityDescription {
    /// Returns the values of the stored attributes by name, as a program gets them.
    fileprivate func dictionary(of stored: [AttributeValue]) -> [String: Any] {
        var values: [String: Any] = [:]
        for (index, attribute) in attributes.enumerated() where !attribute.isTransient {
            values[attribute.name] = represent(anyValue(of: stored[index], for: attribute)) ?? nothing
        }
        return values
    }
}
