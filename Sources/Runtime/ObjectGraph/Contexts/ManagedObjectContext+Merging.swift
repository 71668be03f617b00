import Foundation

// Following other contexts' saves.
extension ManagedObjectContext {
    /// Merges the changes that another context saved: registered objects get the new values and keep unsaved changes of
    /// this context, and deleted objects are marked as deleted (rules NTF-7 to NTF-10). The context then processes
    /// changes. The call waits for the stores.
    ///
    /// If a store cannot be read, the context stays as it is, observers receive ``ContextEvent/didFailToRead(_:)``, and
    /// you can merge the changes again.
    ///
    /// ```swift
    /// var request = BatchUpdateRequest(entityName: "Hero", propertiesToUpdate: ["universe": 3])
    /// request.resultType = .objectIDs
    /// if case .objectIDs(let objectIDs) = try context.execute(request) {
    ///     context.mergeChanges(from: SavedObjectIDs(updated: Set(objectIDs)))
    /// }
    /// ```
    public func mergeChanges(from saved: SavedObjectIDs) {
        completeSaveInProgress()
        endEventBeforeMerging()
        moveOnToLatest()
        func references(_ objectIDs: Set<ObjectID>) -> Set<ObjectReference> {
            Set(objectIDs.compactMap(layout.reference))
        }
        do {
            try merge(
                CommittedReferences(
                    inserted: references(saved.inserted), updated: references(saved.updated),
                    deleted: references(saved.deleted)),
                ReadRows(of: snapshot))
        } catch {
            return report(error)
        }
        processPendingChanges()
        notificationCenter?.post(
            name: .NSManagedObjectContextDidMergeChangesObjectIDs, object: self, userInfo: saved.userInfo)
    }

    /// Merges what other contexts have saved since the last time. If some changes are unknown, it looks at all
    /// registered objects, and for new ones in memory. If a store cannot be read, nothing changes until the next time,
    /// and observers are told.
    func mergeLatest() {
        moveOnToLatest()
        guard parent == nil, snapshot.generation != followed.generation else { return }
        do {
            // Everything is read from one state, so that no part of a commit is seen without the rest.
            let consistent =
                try queryGeneration.isFixed ? nil : requesting { try persistentStoreCoordinator.consistentState() }
            defer { withExtendedLifetime(consistent) {} }
            if let consistent { follow(consistent.state) }
            let changes = persistentStoreCoordinator.changes(
                after: followed.generation, upTo: snapshot.generation, without: followed.ownChangeSets)
            try mergeFollowed(changes, ReadRows(of: snapshot))
        } catch is CancellationError {
            // The next event merges.
        } catch {
            mergeHasFailed(error)
        }
    }

    /// Tells observers that what others have saved could not be read, and merges again after a time.
    func mergeHasFailed(_ error: any Error) {
        mergeRetry.noteFailure()
        report(error)
    }

    /// Merges what is known of the commits up to the state of the context.
    ///
    /// - Parameter rows: What was read of the state.
    /// - Throws: The error of a store that is queried. The objects follow no later commits then.
    func mergeFollowed(_ changes: CommitLog.Changes, _ rows: ReadRows) throws {
        try merge(references(of: changes), rows)
        // Others may have changed objects that are not registered, or inserted some that had to be searched for.
        if !changes.isComplete { event.change.mayLackInsertions = true }
        followed.complete(snapshot.generation)
        mergeRetry.noteSuccess()
    }

    /// The objects that commits may have changed.
    func references(of changes: CommitLog.Changes) -> CommittedReferences {
        var references = changes.references
        if followed.mayBeBehind || !changes.isComplete {
            let registered = referencesOfRegisteredObjects
            references.updated.formUnion(registered)
            references.deleted.formUnion(registered)
        }
        if !changes.isComplete, let earlier = followed.columns {
            references.inserted.formUnion(snapshot.columns.references(notIn: earlier))
        }
        return references
    }

    /// - Parameter rows: What was read of the state of the context.
    /// - Throws: The error of a store that is queried. Nothing has changed then, because all is read before, except
    ///   that some objects may already be as they are stored; merging again completes this.
    private func merge(_ changes: CommittedReferences, _ rows: ReadRows) throws {
        let followed = referencesFollowedByChildren(changes).map { object(for: $0) }
        defer { withExtendedLifetime(followed) {} }
        try requesting { try mergeNow(changes, rows) }
    }

    /// The objects among changed ones that children know which follow this context, or may show now, so that it merges
    /// them, too.
    private func referencesFollowedByChildren(_ changes: CommittedReferences) -> [ObjectReference] {
        let children = followingChildren
        guard !children.isEmpty else { return [] }
        return changes.updated.union(changes.inserted).union(changes.deleted).sorted().filter { reference in
            let isUpdated = changes.updated.contains(reference)
            return children.contains { $0.registry[reference] != nil || isUpdated && $0.mayShow(reference) }
        }
    }

    /// What a merge looks at of what others have changed.
    struct ConcernedObjects {
        /// Those that the context knows and that were changed, in order. A new object may have been read before that.
        var updated: [ManagedObject]
        /// Those that the context knows and that may have been deleted.
        var deleted: [ObjectReference]
        var inserted: [ObjectReference]
        /// Those that the context has not read, and that a result may have now.
        var joining: [ObjectReference]
        /// Those that were missing, and that others may have stored again.
        var returning: Set<ObjectReference>
        /// Those that only children know.
        var ofChildren: [ObjectReference]
        /// Whether there are so many joining objects that results are fetched again.
        var mayLackInsertions: Bool

        /// Those whose rows are needed.
        var references: [ObjectReference] {
            updated.map(\.reference) + deleted + inserted + joining + returning + ofChildren
        }
    }

    func objects(concernedBy changes: CommittedReferences) -> ConcernedObjects {
        let changed = changes.updated.union(changes.inserted)
        // Others may have changed what the context has not read so that a result has it now.
        let joining = changes.updated.filter { registry[$0] == nil && mayShow($0) }.sorted()
        let areTooMany = joining.count > Self.joiningLimit
        return ConcernedObjects(
            updated: changed.sorted().compactMap { registry[$0] },
            deleted: changes.deleted.sorted().filter { registry[$0] != nil },
            inserted: changes.inserted.sorted(), joining: areTooMany ? [] : joining,
            returning: departures.missing.intersection(changed),
            ofChildren: referencesFollowedByChildren(changes), mayLackInsertions: areTooMany)
    }

    /// Whether a result that someone shows can have an object, whatever the condition.
    private func mayShow(_ reference: ObjectReference) -> Bool {
        observers.showResults
            && observers.resultEntityNames.contains(layout.entities[reference.entityOrdinal].name)
    }

    /// The children that follow this context, and their children.
    private var followingChildren: [ManagedObjectContext] {
        children.all.filter(\.automaticallyMergesChangesFromParent).flatMap { [$0] + $0.followingChildren }
    }

    private func mergeNow(_ changes: CommittedReferences, _ known: ReadRows) throws {
        let concerned = objects(concernedBy: changes)
        let updated = concerned.updated
        if concerned.mayLackInsertions { event.change.mayLackInsertions = true }
        var known = known
        try known.read(concerned.references)
        let joining = try concerned.joining.filter { try known.row(of: $0) != nil && isLiving($0) }
        let rows = try updated.map { object in
            try object.hasPending
                ? nil : latestRow(of: object.reference, among: known)
        }
        let present = try concerned.inserted.filter { try known.row(of: $0) != nil }
        // Others may have stored again what this context or others had deleted.
        let returned = try concerned.returning.filter { try known.row(of: $0) != nil }
        let gone = try concerned.deleted.filter { try known.row(of: $0) == nil }
        // Together, because they may change the same relationship.
        let changed = try rebasing(updated.filter { $0.hasPending && $0.state != .inserted }, known)
        var earlier: [EarlierObject] = []
        for (object, row) in zip(updated, rows) {
            guard let row else { continue }
            if let before = object.heldRow.row, !before.sharesLinks(with: row) {
                earlier.append(EarlierObject(object: object, row: before))
            }
            mergeUpdate(of: object, to: row)
        }
        if let changed {
            for edit in changed.edits.edits {
                if let base = edit.base { earlier.append(EarlierObject(object: edit.object, row: base)) }
            }
            installRebased(changed)
        }
        // Registered, so that observers are notified (rule NTF-8).
        let insertions = present.map { existingObject(for: $0, in: layout) }
        event.change.inserted.formUnion(insertions)
        retained.keep(merged: insertions)
        event.change.settled += joining.map { existingObject(for: $0, in: layout) }
        for reference in returned { noteReturn(of: reference) }
        for reference in gone { mergeDeletion(of: reference) }
        dropLinks(to: changes.deleted)
        // The other sides of links that a save has changed without having read these sides.
        try mergeNeighbors(of: earlier, readingLinks: false, known)
    }

    /// The number of objects from which on results are fetched again, instead of to look at each object.
    private static let joiningLimit = 1024

    /// The committed row of an object, or the parent's; nil if there is none.
    ///
    /// - Parameter known: What was read of the state of the context; nil for nothing.
    func latestRow(of reference: ObjectReference, among known: ReadRows? = nil) throws -> Row? {
        guard parent == nil else { return try read(reference) }
        if let known { return try known.row(of: reference) }
        return try snapshot.row(of: reference)
    }

    /// Removes this context's new links to objects that others have deleted. Those to objects that it has deleted
    /// itself stay on both sides, which may deny the deletion.
    func dropLinks(to deleted: Set<ObjectReference>) {
        guard !deleted.isEmpty else { return }
        func isGone(_ reference: ObjectReference) -> Bool {
            deleted.contains(reference) && !isLiving(reference) && registry[reference]?.state != .deleted
        }
        for object in changed where object.hasPending && object.state != .deleted {
            for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
                let index = relationship.index
                let added = object.baseLinks(at: index).difference(to: object.pendingLinks[index]).added
                for reference in added where isGone(reference) {
                    object.pendingLinks[index].remove(reference, isOrdered: relationship.isOrdered)
                    object.noteRefresh()
                    event.change.refreshed.insert(object)
                }
            }
        }
    }

    /// Lets an unchanged object take the committed values, or the parent's, or be deleted as it is in the parent.
    ///
    /// - Parameter known: What was read of the state of the context; nil for nothing.
    /// - Throws: The error of the store that is queried. The object has not changed then.
    func mergeUpdateOrDeletion(of object: ManagedObject, _ known: ReadRows? = nil) throws {
        if let row = try latestRow(of: object.reference, among: known) {
            mergeUpdate(of: object, to: row)
        } else if parent != nil {
            mergeDeletion(of: object.reference)
        }
    }

    private func mergeUpdate(of object: ManagedObject, to row: Row) {
        noteReturn(of: object)
        // Its own save already brought it here.
        if object.heldRow.isSame(as: row) { return }
        if object.isFault {
            object.prefetch(row, at: committed.stamp)
        } else {
            object.take(row)
            object.snapshotStamp = committed.stamp
            object.details?.fetchedObjects = [:]
            object.noteRefresh()
        }
        event.change.refreshed.insert(object)
    }

    func mergeDeletion(of reference: ObjectReference) {
        // The next save stores a new one again, because a policy has decided so.
        guard let object = registry[reference], object.state != .inserted else { return }
        if snapshot.reader(of: reference) != nil { noteDeparture(of: reference) }
        // Stays readable (rule NTF-9), though it has no values if it has not been read.
        if object.isFault, object.heldRow.isNone {
            object.take(Row(emptyOf: object.entity, reference))
        } else if object.isFault {
            _ = object.committedRow
        }
        if object.hasChanges { unnote(object) }
        changes.checked.remove(object)
        object.flags.insert(.isInaccessible)
        object.noteRefresh()
        departures.note()
        event.change.deleted.insert(object)
    }

    /// The stored objects that the context knows. Any of them may have changed, or been deleted.
    private var referencesOfRegisteredObjects: Set<ObjectReference> {
        ([self] + followingChildren).reduce(into: []) { references, context in
            references.formUnion(
                context.registry.all.lazy.filter { $0.state != .inserted }.map(\.reference).filter { !$0.isTemporary })
        }
    }

    /// Starts or stops merging what the parent saves (rule CHD-10).
    func followParent(_ follows: Bool) {
        parentObservation = follows ? parent?.observe { [weak self] in self?.mergeParent(after: $0) } : nil
    }

    private func mergeParent(after event: ContextEvent) {
        switch event {
        case .didSave(let saved): mergeParent(inserted: saved.inserted, changed: saved.updated.union(saved.deleted))
        case .objectsDidChange(let change):
            // Without the parent's unsaved changes: what it has merged with others' saves.
            func merged(_ objects: Set<ManagedObject>) -> Set<ManagedObject> {
                objects.filter { $0.state == .clean && $0.context === parent }
            }
            let inserted = merged(change.inserted).subtracting(change.written)
            let changed = merged(change.refreshed.union(change.deleted)).subtracting(change.written)
            if !inserted.isEmpty || !changed.isEmpty { mergeParent(inserted: inserted, changed: changed) }
        case .willSave, .didFailToRead: break
        }
    }

    /// Merges what the parent has saved, or merged with what others have saved.
    private func mergeParent(inserted: Set<ManagedObject>, changed: Set<ManagedObject>) {
        endEventBeforeMerging()
        // Those that this context knows are its own, or were fetched here before. A save may have changed them, too.
        event.change.inserted.formUnion(
            inserted.lazy.map(\.reference).filter { self.registry[$0] == nil }.map { self.object(for: $0) })
        for theirs in inserted.sorted(by: { $0.reference < $1.reference }) {
            guard let object = registry[theirs.reference], object.state != .inserted, object.isOlder(than: theirs)
            else { continue }
            refresh(object, mergeChanges: true)
        }
        var deleted: Set<ObjectReference> = []
        for theirs in changed.sorted(by: { $0.reference < $1.reference }) {
            guard let object = registry[theirs.reference] else {
                if theirs.context != nil, !theirs.isDeleted, mayShow(theirs.reference) {
                    event.change.settled.append(self.object(for: theirs.reference))
                }
                continue
            }
            if object.state == .inserted { continue }
            if theirs.context == nil || theirs.isDeleted {
                if object.hasChanges { unnote(object) }
                changes.checked.remove(object)
                object.flags.insert(.isInaccessible)
                event.change.deleted.insert(object)
                deleted.insert(object.reference)
            } else {
                refresh(object, mergeChanges: true)
            }
        }
        dropLinks(to: deleted)
        processPendingChanges()
    }
}

extension ManagedObject {
    /// Whether a parent's object has been saved with other values than those that this one was read with.
    fileprivate final func isOlder(than theirs: ManagedObject) -> Bool {
        guard let own = heldRow.row, let saved = theirs.heldRow.row else { return false }
        if entity.attributes.indices.contains(where: { index in
            !entity.isTransient(attribute: index) && !own.value(at: index).isIdentical(to: saved.value(at: index))
        }) {
            return true
        }
        return entity.relationships.indices.contains { index in
            let (links, other) = (own.knownLinks(at: index), saved.knownLinks(at: index))
            // What has not been read is read when it is touched.
            guard let known = links.deferred.map(\.known) ?? links, let their = other.deferred.map(\.known) ?? other
            else { return false }
            return known != their
        }
    }
}
