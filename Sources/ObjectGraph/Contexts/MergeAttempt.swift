/// Brings a context's changes together with what others have saved, by the context's policy.
struct MergeAttempt {
    let context: ManagedObjectContext

    /// Resolves conflicts of versions, so that the save can be tried again.
    ///
    /// - Throws: The conflict, where the policy is to say so, or what a deciding closure throws.
    func resolve(_ conflict: MergeConflict) throws {
        let objects = conflict.objectIDs.compactMap { objectID in
            context.layout.reference(for: objectID).flatMap { context.registry[$0] }
        }
        // One state for both: what others save while the policy decides is another conflict.
        let latest = context.persistentStoreCoordinator.snapshot
        let type = try decide(objects.map { describe($0, in: latest) })
        guard type != .error else { throw conflict }
        if !context.isPinned, context.snapshot.generation < latest.generation { context.snapshot = latest }
        var hasChanged = false
        for object in objects where object.hasChanges {
            hasChanged = true
            if let row = latest.row(of: object.reference) {
                merge(object, with: row, type)
            } else {
                mergeWithDeletion(object, type)
            }
            object.awake(fromSnapshotEvents: .mergePolicy)
        }
        for object in objects where context.objectsToCheck.contains(object) { followUnchanged(object) }
        dropLinksToDeleted()
        // A conflict about objects that this context has not changed cannot be resolved by changing them.
        guard hasChanged || context.changed.allSatisfy({ !leadsToDeleted($0) }) else { throw conflict }
    }

    /// Resolves conflicts of uniqueness constraints, so that the save can be tried again (rules UNQ-3 to UNQ-5).
    func resolve(_ error: ConstraintConflicts) throws {
        let changed = Dictionary(
            context.changed.map { ($0.permanentOrOwnReference, $0) }, uniquingKeysWith: { first, _ in first })
        let type = try decide([])
        guard type != .error else { throw error }
        context.moveOn()
        for conflict in error.conflicts {
            let objects = conflict.references.compactMap { changed[$0] }
                .filter { $0.state == .inserted || $0.state == .updated }
            unite(objects, with: conflict.databaseReference, type)
        }
    }

    private func decide(_ conflicts: [ObjectConflict]) throws -> MergePolicy.MergeType {
        try context.mergePolicy.decide?(conflicts) ?? context.mergePolicy.mergeType
    }

    private func describe(_ object: ManagedObject, in latest: GraphSnapshot) -> ObjectConflict {
        let row = latest.row(of: object.reference)
        return ObjectConflict(
            sourceObject: object, objectSnapshot: object.chunk == nil ? nil : object.committedValues(forKeys: nil),
            cachedSnapshot: row.map { snapshot(of: $0, object.entity) },
            oldVersionNumber: object.chunk.map { Int($0.contents.versions[object.rowIndex]) + 1 } ?? 0,
            newVersionNumber: row.map { Int($0.version) + 1 } ?? 0)
    }

    private func snapshot(of row: Row, _ entity: EntityDescription) -> [String: Any] {
        var values: [String: Any] = [:]
        for (index, attribute) in entity.attributes.enumerated() where !attribute.isTransient {
            values[attribute.name] =
                row.value(at: index).anyValue(for: attribute, composites: entity.composites) ?? NullValue()
        }
        return values
    }

    private func merge(_ object: ManagedObject, with row: Row, _ type: MergePolicy.MergeType) {
        if object.state == .deleted {
            guard type == .mergeByPropertyStoreTrump || type == .rollback else { return take(row, object) }
            return restore(object, with: row)
        }
        switch type {
        case .rollback: restore(object, with: row)
        case .overwrite: take(row, object)
        case .mergeByPropertyStoreTrump:
            for index in object.entity.attributes.indices where row.value(at: index) != object.baseValue(at: index) {
                object.pendingValues[index] = row.value(at: index)
            }
            for relationship in object.entity.relationships
            where row.links(at: relationship.index) != object.baseLinks(at: relationship.index) {
                object.pendingLinks[relationship.index] = row.links(at: relationship.index)
            }
            context.rebase(object, on: row)
        case .mergeByPropertyObjectTrump, .error: context.rebase(object, on: row)
        }
    }

    /// Lets an object's values count as changes of what is committed now.
    private func take(_ row: Row, _ object: ManagedObject) {
        object.take(row)
    }

    private func restore(_ object: ManagedObject, with row: Row) {
        context.unnote(object)
        take(row, object)
        object.noteRefresh()
        context.eventChange.refreshed.insert(object)
    }

    /// Lets an object that was only to be checked have what others have made of it.
    private func followUnchanged(_ object: ManagedObject) {
        guard let row = context.snapshot.row(of: object.reference) else {
            context.objectsToCheck.remove(object)
            object.flags.insert(.isInaccessible)
            context.eventChange.deleted.insert(object)
            return
        }
        take(row, object)
        object.noteRefresh()
        context.eventChange.refreshed.insert(object)
    }

    /// Another context has deleted the object (rule CNF-10).
    private func mergeWithDeletion(_ object: ManagedObject, _ type: MergePolicy.MergeType) {
        let isKept = type == .mergeByPropertyObjectTrump || type == .overwrite
        guard isKept, object.state != .deleted else {
            context.unnote(object)
            object.flags.insert(.isInaccessible)
            context.eventChange.deleted.insert(object)
            return
        }
        object.state = .inserted
        object.chunk = nil
    }

    /// Destinations that are gone by now cannot be led to.
    private func dropLinksToDeleted() {
        for object in context.changed where object.state != .deleted {
            for relationship in object.entity.relationships {
                let links = object.pendingLinks[relationship.index]
                for reference in links.references where !context.isLiving(reference) {
                    object.pendingLinks[relationship.index].remove(reference, isOrdered: relationship.isOrdered)
                }
            }
        }
    }

    private func leadsToDeleted(_ object: ManagedObject) -> Bool {
        object.state != .deleted
            && object.pendingLinks.contains { links in links.references.contains { !context.isLiving($0) } }
    }

    // MARK: - Uniqueness

    private func unite(
        _ objects: [ManagedObject], with databaseReference: ObjectReference?, _ type: MergePolicy.MergeType
    ) {
        let objectsCount = type == .mergeByPropertyObjectTrump || type == .overwrite
        guard let survivor = objectsCount ? objects.last : objects.first else { return }
        for object in objects where object !== survivor { discard(object) }
        guard let databaseReference, let row = context.snapshot.row(of: databaseReference) else { return }
        if survivor.state == .updated || type == .rollback {
            discard(survivor)
        } else {
            takeOver(row, survivor, keepingValues: objectsCount)
        }
    }

    /// A new object becomes the stored one it is equal to.
    private func takeOver(_ row: Row, _ object: ManagedObject, keepingValues: Bool) {
        if let present = context.registry[row.reference] {
            if present.hasChanges { context.unnote(present) }
            context.release(present)
        }
        let old = object.reference
        context.rename(object, to: row.reference)
        object.permanentReference = .none
        context.renameLinks(as: [old: row.reference])
        take(row, object)
        object.state = .updated
        for relationship in object.entity.relationships where object.pendingLinks[relationship.index].isEmpty {
            object.pendingLinks[relationship.index] = row.links(at: relationship.index)
        }
        if !keepingValues { object.pendingValues = object.entity.attributes.indices.map { row.value(at: $0) } }
    }

    private func discard(_ object: ManagedObject) {
        if object.state == .inserted {
            for relationship in object.entity.relationships {
                for destination in object.destinations(of: relationship) {
                    object.unlink(destination, from: relationship)
                }
            }
            context.drop(object)
            _ = context.changed
            object.state = .clean
            context.release(object)
        } else if let row = context.snapshot.row(of: object.reference) {
            restore(object, with: row)
        }
    }
}
