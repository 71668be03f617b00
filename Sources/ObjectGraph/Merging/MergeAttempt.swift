/// Brings a context's changes together with what others have saved, by the context's policy.
struct MergeAttempt {
    let context: ManagedObjectContext

    /// Resolves conflicts of versions, so that the save can be tried again.
    ///
    /// - Throws: The conflict, if the policy is to say so, or what a deciding closure throws.
    func resolve(_ conflict: MergeConflict) throws {
        context.persistentStoreCoordinator.followOthers(isCertain: true)
        let references = conflict.objectIDs.compactMap(context.layout.reference)
        let objects = references.compactMap { context.registry[$0] }
        // One state for both: what others save while the policy decides is another conflict. Its rows are read once, as a view
        // of some stores shows later rows to whoever asks again.
        let latest = context.persistentStoreCoordinator.snapshot
        try readAhead(references, in: latest)
        let type = try context.mergePolicy.decision(on: objects.map { describe($0, in: latest) })
        guard type != .error else { throw conflict }
        let checked = objects.filter { context.objectsToCheck.contains($0) && $0.state == .clean }
        guard !context.changed.isEmpty else { throw conflict }
        let decision = MergeDecision(
            purpose: .saving, type: type, conflicted: Set(references).union(changedByOthers(in: latest)))
        let merge = GraphMerge(PendingEdits(of: context.changed), in: context, onto: latest, decision)
        if !context.isPinned, context.snapshot.generation < latest.generation { context.follow(latest) }
        context.install(merge)
        for object in objects where object.context === context && object.state != .clean {
            object.awake(fromSnapshotEvents: .mergePolicy)
        }
        for object in checked { followUnchanged(object, in: latest) }
    }

    /// Resolves conflicts of uniqueness constraints, so that the save can be tried again (rules UNQ-3 to UNQ-5).
    ///
    /// - Throws: The conflicts, if the policy is to say so, or what a deciding closure throws.
    func resolve(_ error: ConstraintConflicts) throws {
        context.persistentStoreCoordinator.followOthers(isCertain: true)
        let latest = context.persistentStoreCoordinator.snapshot
        try readAhead(error.conflicts.compactMap(\.databaseReference), in: latest)
        let type = try context.mergePolicy.decision(on: error.conflicts.map { describe($0, in: latest) })
        guard type != .error else { throw error }
        context.moveOnToLatest()
        var merge = UniquenessMerge(in: context, onto: latest, type)
        merge.resolve(error.conflicts, conflicted: changedByOthers(in: latest))
    }

    /// Makes both sides of relationships agree that a program has changed on one side only, or that were brought back.
    func agree() {
        let latest = context.persistentStoreCoordinator.snapshot
        // Those that others have changed are for the policy.
        let conflicted = Set(changedByOthers(in: latest))
        let objects = context.changed.filter { !conflicted.contains($0.reference) }
        context.install(GraphMerge(PendingEdits(of: objects), in: context, onto: latest, .following))
    }

    /// Reads what a decision is about, with all that the context has changed of what is stored.
    private func readAhead(_ references: [ObjectReference], in latest: GraphSnapshot) throws {
        let changed = context.changed.lazy.map(\.reference).filter { !$0.isTemporary }
        try latest.readAhead(Array(Set(references).union(changed)).sorted())
    }

    /// The changed objects that others have changed or deleted too.
    private func changedByOthers(in latest: GraphSnapshot) -> [ObjectReference] {
        context.changed.lazy.filter { object in
            guard object.state != .inserted, let base = object.heldRow.row else { return false }
            let row = latest.row(of: object.reference)
            return row?.version != base.version
        }.map(\.reference)
    }

    /// What others have made of objects that a save could not be brought together with.
    func describe(_ conflict: MergeConflict) throws -> [ObjectConflict] {
        let references = conflict.objectIDs.compactMap(context.layout.reference)
        let latest = context.parent?.snapshot ?? context.persistentStoreCoordinator.snapshot
        try latest.readAhead(references.filter { !$0.isTemporary }.sorted())
        return references.compactMap { context.registry[$0] }.map { describe($0, in: latest) }
    }

    private func describe(_ object: ManagedObject, in latest: GraphSnapshot) -> ObjectConflict {
        let row = latest.row(of: object.reference)
        return ObjectConflict(
            sourceObject: object, objectSnapshot: object.heldRow.isNone ? nil : object.committedValues(forKeys: nil),
            cachedSnapshot: row.map { $0.snapshot(of: object.entity) },
            oldVersionNumber: object.heldRow.row.map { Int($0.version) + 1 } ?? 0,
            newVersionNumber: row.map { Int($0.version) + 1 } ?? 0)
    }

    private func describe(_ conflict: ConstraintConflict, in latest: GraphSnapshot) -> ConstraintConflict.Objects {
        let changed = Dictionary(
            context.changed.map { ($0.permanentOrOwnReference, $0) }, uniquingKeysWith: { first, _ in first })
        let objects = conflict.references.compactMap { changed[$0] }
        let row = conflict.databaseReference.flatMap(latest.row)
        return ConstraintConflict.Objects(
            conflict: conflict, databaseObject: row.map { context.object(for: $0.reference) },
            databaseSnapshot: row.map { $0.snapshot(of: context.layout.entities[$0.reference.entityOrdinal]) },
            conflictingObjects: objects,
            conflictingSnapshots: objects.map { $0.entity.dictionary(of: $0.pendingValues) })
    }

    /// Lets an object that was only to be checked have what others have made of it.
    private func followUnchanged(_ object: ManagedObject, in latest: GraphSnapshot) {
        context.memento?.keep(object)
        guard let row = latest.row(of: object.reference) else {
            context.objectsToCheck.remove(object)
            object.flags.insert(.isInaccessible)
            context.eventChange.deleted.insert(object)
            return
        }
        guard object.state == .clean else { return }
        object.take(row)
        object.noteRefresh()
        context.eventChange.refreshed.insert(object)
    }
}

extension ManagedObjectContext {
    /// What others have made of the objects of a conflict that a save has thrown, of those that the context has.
    package func conflicts(in conflict: MergeConflict) -> [ObjectConflict] {
        // What cannot be read has no values to tell of; the conflict itself is the error.
        (try? MergeAttempt(context: self).describe(conflict)) ?? []
    }
}

extension Row {
    fileprivate func snapshot(of entity: EntityDescription) -> [String: Any] {
        entity.dictionary(of: entity.attributes.indices.map { value(at: $0) })
    }
}

extension EntityDescription {
    /// The values of the attributes that are stored by their names, as a program gets them.
    fileprivate func dictionary(of stored: [AttributeValue]) -> [String: Any] {
        var values: [String: Any] = [:]
        for (index, attribute) in attributes.enumerated() where !attribute.isTransient {
            values[attribute.name] = represent(anyValue(of: stored[index], for: attribute)) ?? nothing
        }
        return values
    }
}
