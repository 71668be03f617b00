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
        let policy = context.mergePolicy
        var merged: Set<ManagedObject> = []
        let resolver = ConflictResolver(
            resolve: { objects, type in
                try merge(objects, by: type, onto: latest, rows, leavingOthers: true)
                merged.formUnion(objects)
            },
            unite: { conflicts, type in try unite(conflicts, by: type, onto: latest, rows) })
        let versions = objects.map { $0.heldRow.row?.version }
        let type = try context.resolving(with: resolver) { try policy.decision { try describe(objects, rows) } }
        var rest = objects
        if policy.resolvesConflicts {
            rest = zip(objects, versions).filter { object, version in
                !merged.contains(object) && object.context === context
                    && (object.hasPending || context.changes.checked.contains(object))
                    // The policy has not refreshed it either.
                    && object.heldRow.row?.version == version
            }.map(\.0)
            if rest.isEmpty {
                // A merge has already made both sides of relationships agree.
                if merged.isEmpty { try agree() }
                return
            }
        }
        guard type != .error, !context.changed.isEmpty else { throw conflict }
        try merge(rest, by: type, onto: latest, rows)
    }

    /// Merges the context's changes with a state.
    ///
    /// - Parameters:
    ///   - objects: The objects of a conflict, on which the type decides.
    ///   - type: The type of the policy.
    ///   - rows: What was read of the state.
    ///   - leavesOthers: Whether other objects that others have changed stay as they are, so that they are another
    ///     conflict. Otherwise, the type decides on these, too.
    /// - Throws: The error of a store that is queried. Nothing has changed then.
    func merge(
        _ objects: [ManagedObject], by type: MergePolicy.MergeType, onto latest: CommittedState, _ rows: ReadRows,
        leavingOthers leavesOthers: Bool = false
    ) throws {
        let references = Set(objects.map(\.reference))
        let outdated = try externallyChangedObjects(rows)
        let left = leavesOthers ? Set(outdated).subtracting(references) : []
        let checked = objects.filter { context.changes.checked.contains($0) && $0.state == .clean }
        let decision = MergeDecision(
            purpose: .saving, type: type, conflicted: leavesOthers ? references : references.union(outdated))
        let edits = try PendingEdits(of: context.changed.filter { !left.contains($0.reference) })
        let merge = try GraphMerge(edits, in: context, onto: latest, decision, rows)
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
        let policy = context.mergePolicy
        var united: Set<ManagedObject> = []
        let resolver = ConflictResolver(
            resolve: { objects, type in try merge(objects, by: type, onto: latest, rows, leavingOthers: true) },
            unite: { conflicts, type in
                let changed = context.changedByPermanentReference
                united.formUnion(conflicts.flatMap(\.references).compactMap { changed[$0] })
                try unite(conflicts, by: type, onto: latest, rows)
            })
        let claims = policy.resolvesConflicts ? ConstraintClaims.all(of: error.conflicts, in: context) : []
        let type = try context.resolving(with: resolver) {
            try policy.decisionOnConstraints { try describe(error.conflicts, rows) }
        }
        var rest = error.conflicts
        if policy.resolvesConflicts {
            rest = claims.filter { $0.isUnresolved(leavingOut: united) }.map(\.conflict)
            if rest.isEmpty {
                if united.isEmpty { try agree() }
                return
            }
        }
        guard type != .error else { throw error }
        try unite(rest, by: type, onto: latest, rows)
    }

    /// Unites objects that must not be equal, by a state.
    ///
    /// - Throws: The error of a store that is queried. The context's memento undoes what has changed.
    func unite(
        _ conflicts: [ConstraintConflict], by type: MergePolicy.MergeType, onto latest: CommittedState, _ rows: ReadRows
    ) throws {
        if !context.queryGeneration.isFixed { context.takeLatest() }
        var merge = try UniquenessMerge(in: context, onto: latest, type, rows)
        try merge.resolve(conflicts, conflicted: externallyChangedObjects(rows))
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
    func rows(of references: [ObjectReference], in latest: CommittedState) throws -> ReadRows {
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
        _ conflicts: [ConstraintConflict], _ rows: ReadRows
    ) throws -> [ConstraintConflict.Objects] {
        let changed = context.changedByPermanentReference
        return try conflicts.map { conflict in
            let objects = conflict.references.compactMap { changed[$0] }
            let row = try conflict.databaseReference.flatMap { try rows.row(of: $0) }
            return ConstraintConflict.Objects(
                conflict: conflict, databaseObject: row.map { context.object(for: $0.reference) },
                databaseSnapshot: row.map { $0.snapshot(of: context.layout.entities[$0.reference.entityOrdinal]) },
                conflictingObjects: objects,
                conflictingSnapshots: objects.map { $0.entity.dictionary(of: $0.pendingValues) })
        }
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
