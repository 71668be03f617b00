import Foundation

// Following other contexts' saves.
extension ManagedObjectContext {
    /// Merges the changes that another context saved: registered objects get the new values and keep unsaved changes of
    /// this context, and deleted objects are marked as deleted (rules NTF-7 to NTF-10). The context then processes
    /// changes.
    ///
    /// ```swift
    /// var request = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
    /// request.resultType = .objectIDs
    /// if case .objectIDs(let objectIDs) = try context.execute(request) {
    ///     context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
    /// }
    /// ```
    public func mergeChanges(from saved: SavedObjectIDs) {
        endEventBeforeMerging()
        moveOnToLatest()
        func references(_ objectIDs: Set<ObjectID>) -> Set<ObjectReference> {
            Set(objectIDs.compactMap(layout.reference))
        }
        var changes = CommittedReferences()
        changes.inserted = references(saved.inserted)
        changes.updated = references(saved.updated)
        changes.deleted = references(saved.deleted)
        merge(changes)
        processPendingChanges()
        notificationCenter?.post(
            name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: saved.userInfo)
    }

    /// Merges what other contexts have saved since the last time. If the changes are no longer known, it looks at all
    /// registered objects.
    func mergeLatest() {
        moveOnToLatest()
        guard parent == nil, snapshot.generation != mergedGeneration else { return }
        let changes = persistentStoreCoordinator.changes(after: mergedGeneration, upTo: snapshot.generation)
        mergedGeneration = snapshot.generation
        merge(changes ?? changesOfRegisteredObjects())
    }

    private func merge(_ changes: CommittedReferences) {
        // An error is reported where the value is read.
        try? snapshot.readAhead(
            changes.updated.filter { registry[$0] != nil } + changes.deleted.filter { registry[$0] != nil }
                + changes.inserted)
        // A new object may have been read before it was changed.
        let updated = changes.updated.union(changes.inserted).sorted().compactMap { registry[$0] }
        for object in updated where !object.hasPending { mergeUpdate(of: object) }
        // Together, because they may change the same relationship.
        rebase(updated.filter { $0.hasPending && $0.state != .inserted })
        for reference in changes.inserted.sorted() where snapshot.row(of: reference) != nil {
            // Registered, so that observers are notified (rule NTF-8).
            eventChange.inserted.insert(existingObject(for: reference, in: layout))
        }
        for reference in changes.deleted.sorted() { mergeDeletion(of: reference) }
        dropLinks(to: changes.deleted)
    }

    /// Removes this context's new links to objects that others have deleted.
    func dropLinks(to deleted: Set<ObjectReference>) {
        guard !deleted.isEmpty else { return }
        for object in changed where object.hasPending && object.state != .deleted {
            for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
                let index = relationship.index
                let added = object.baseLinks(at: index).difference(to: object.pendingLinks[index]).added
                for reference in added where deleted.contains(reference) && !isLiving(reference) {
                    object.pendingLinks[index].remove(reference, isOrdered: relationship.isOrdered)
                    object.noteRefresh()
                    eventChange.refreshed.insert(object)
                }
            }
        }
    }

    /// Lets an unchanged object take the committed values, or the parent's.
    func mergeUpdate(of object: ManagedObject) {
        guard let row = parent == nil ? snapshot.row(of: object.reference) : row(for: object.reference) else { return }
        noteReturn(of: object)
        // Its own save already brought it here.
        if object.heldRow.isSame(as: row) { return }
        if object.isFault {
            object.prefetch(row, at: snapshotCount)
        } else {
            object.take(row)
            object.snapshotStamp = snapshotCount
            object.details?.fetchedObjects = [:]
            object.noteRefresh()
        }
        eventChange.refreshed.insert(object)
    }

    private func mergeDeletion(of reference: ObjectReference) {
        // The next save stores a new one again, because a policy has decided so.
        guard let object = registry[reference], object.state != .inserted, snapshot.row(of: reference) == nil else {
            return
        }
        if snapshot.reader(of: reference) != nil { departed.insert(reference) }
        // Stays readable (rule NTF-9).
        if object.isFault { _ = object.committedRow }
        if object.hasChanges { unnote(object) }
        object.flags.insert(.isInaccessible)
        object.noteRefresh()
        noteDepartures()
        eventChange.deleted.insert(object)
    }

    private func changesOfRegisteredObjects() -> CommittedReferences {
        var changes = CommittedReferences()
        for object in registry.all where object.state != .inserted {
            if snapshot.row(of: object.reference) == nil {
                changes.deleted.insert(object.reference)
            } else {
                changes.updated.insert(object.reference)
            }
        }
        return changes
    }

    /// Starts or stops merging what the parent saves (rule CHD-10).
    func followParent(_ follows: Bool) {
        parentObservation = follows ? parent?.observe { [weak self] in self?.mergeParent(after: $0) } : nil
    }

    private func mergeParent(after event: ContextEvent) {
        guard case .didSave(let saved) = event else { return }
        endEventBeforeMerging()
        var deleted: Set<ObjectReference> = []
        for theirs in saved.updated.union(saved.deleted).sorted(by: { $0.reference < $1.reference }) {
            guard let object = registry[theirs.reference], object.state != .inserted else { continue }
            if theirs.context == nil {
                if object.hasChanges { unnote(object) }
                object.flags.insert(.isInaccessible)
                eventChange.deleted.insert(object)
                deleted.insert(object.reference)
            } else {
                refresh(object, mergeChanges: true)
            }
        }
        dropLinks(to: deleted)
        processPendingChanges()
    }
}
