// Returning to the committed state, and reading others' changes.
extension ManagedObjectContext {
    /// Discards all unsaved changes. The context keeps its committed state (rule CTX-15). New objects leave it, but
    /// keep their values. You can no longer undo changes (rule UND-9).
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// context.rollback()
    /// print(hero.name, context.hasChanges)  // Barbara false
    /// ```
    public func rollback() {
        completeSaveInProgress()
        departures.note()
        undoHistory?.removeAll()
        changes.discardRest()
        for object in takeChanged() {
            if object.isDropped { continue }
            beginEvent(of: object)
            if object.state == .inserted {
                object.state = .clean
                release(object)
            } else {
                object.dropPending()
                object.state = .clean
                object.awake(fromSnapshotEvents: .rollback)
            }
        }
        processPendingChanges()
        // The rollback itself cannot be undone.
        undoHistory?.removeAll()
    }

    /// Discards all objects, and updates the context to the latest committed state. You must no longer use earlier
    /// objects (rule CTX-18).
    ///
    /// ```swift
    /// let heroID = hero.objectID
    /// context.reset()  // Don't use the hero after this line.
    /// let sameHero = context.object(with: heroID)
    /// ```
    public func reset() {
        completeSaveInProgress()
        undoHistory?.removeAll()
        let objects = registry.all
        for object in objects {
            registry.remove(object, at: object.reference)
            object.context = nil
            object.heldRow = .none
            object.dropPending()
            object.state = .clean
            object.details?.transientValues = [:]
            object.flags.remove(.hasTransientValues)
            object.flags.formUnion([.isReset, .isFault])
        }
        if retained.hasDestinations {
            for object in objects { object.releaseDestinations() }
        }
        retained.removeAll()
        changes.discardRest()
        readFromParentsChanges = []
        departures.forgetMissing()
        fetchBatches = FetchBatches()
        _ = takeChanged()
        endEvent()
        event.noteReset(discarding: adapter == nil ? [] : objects.map(\.objectID).sorted())
        moveOnWithNextRead()
        followed.complete(snapshot.generation)
        processPendingChanges()
    }

    /// Updates an object's values from the latest committed state, or from the parent.
    ///
    /// This method has no effect on a new object (rule CTX-23). If a store cannot be read, the object keeps its values
    /// and its changes, and observers receive ``ContextEvent/didFailToRead(_:)``. The call waits for the store if
    /// others may have saved, and to keep changes.
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// context.refresh(hero, mergeChanges: true)  // Keeps the name, and reads what others saved.
    /// context.refresh(hero, mergeChanges: false)  // Discards the name.
    /// ```
    ///
    /// - Parameters:
    ///   - object: An object of this context.
    ///   - mergeChanges: Whether to keep unsaved changes (rule CTX-21). Otherwise, they are discarded, and the object
    ///     becomes a fault (rule CTX-20). Links that other objects' unsaved changes have added or removed stay as they
    ///     are, on both sides: they are data of objects that are not refreshed. The exception is a to-one relationship
    ///     of the object itself whose inverse is to-many, since it is stored with the object.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        require(object.context === self, "\(object) belongs to another context")
        completeSaveInProgress()
        // That save may have found that others have deleted it.
        guard object.context === self, object.state != .inserted, !object.isDropped else { return }
        if mergeChanges || !linksOfOthers(to: object).isEmpty { endEventBeforeMerging() }
        moveOn()
        let keepsChanges = mergeChanges && object.hasPending
        var kept: LinksOfOthers?
        do {
            if keepsChanges { try rebase([object]) } else { kept = try readLinksOfOthers(to: object) }
        } catch {
            return report(error)
        }
        object.details?.fetchedObjects = [:]
        event.change.refreshed.insert(object)
        scheduleFirstChange()
        if keepsChanges {
            object.awake(fromSnapshotEvents: .refresh)
        } else {
            turnIntoFault(object, keeping: kept)
        }
    }

    /// Makes a new object a fault until the program touches it. It keeps its values,
    /// because no store has them (rule CTX-23).
    package func refreshInserted(_ object: ManagedObject) {
        guard object.state == .inserted, object.context === self, !object.isFault else { return }
        object.willTurnIntoFault()
        object.flags.insert(.isValuedFault)
        object.didTurnIntoFault()
    }

    /// Refreshes all objects, and keeps unsaved changes (rule CTX-22). If a store cannot be read, the objects keep
    /// their values and their changes, and observers receive ``ContextEvent/didFailToRead(_:)``. The call waits for the
    /// store.
    ///
    /// ```swift
    /// context.refreshAllObjects()  // Unsaved changes stay; everything else is read again when it is used.
    /// ```
    public func refreshAllObjects() {
        completeSaveInProgress()
        endEventBeforeMerging()
        moveOnToLatest()
        let objects = registry.all.sorted { $0.reference < $1.reference }
        let changed = objects.filter { $0.hasPending && $0.state != .inserted && !$0.isDropped }
        let merge: GraphMerge?
        do {
            // Together, because they may change the same relationship.
            merge = try rebasing(changed)
        } catch {
            return report(error)
        }
        for object in objects where !object.hasPending { refresh(object, mergeChanges: true) }
        if let merge { installRebased(merge) }
        for object in changed {
            object.details?.fetchedObjects = [:]
            object.awake(fromSnapshotEvents: .refresh)
        }
        if !changed.isEmpty { scheduleFirstChange() }
        processPendingChanges()
    }

    /// Discards an object's values, including its changes.
    ///
    /// - Parameter kept: The changes of links that stay; nil for none.
    private func turnIntoFault(_ object: ManagedObject, keeping kept: LinksOfOthers?) {
        // A fault that keeps links has values.
        guard !object.flags.contains(.isFault) else {
            // A fetch may have stored older values in it.
            object.heldRow = .none
            return
        }
        object.willTurnIntoFault()
        if object.state == .deleted { departures.note() }
        discardLinkChanges(of: object, except: kept?.changes ?? [])
        if object.hasChanges { unnote(object) } else { object.dropPending() }
        object.heldRow = .none
        object.flags.insert(.isFault)
        object.details?.transientValues = [:]
        object.details?.livingReferences = nil
        object.releaseDestinations()
        object.forgetReadRelationships()
        object.details?.fetchedObjects = [:]
        object.flags.remove([.hasTransientValues, .isInaccessible, .isValuedFault])
        if let kept { apply(kept, to: object) }
        object.noteRefresh()
        object.didTurnIntoFault()
    }

    // MARK: - Links of other objects

    /// The links of an object that other objects' unsaved changes have added or removed.
    private struct LinksOfOthers {
        /// The committed values of the object.
        var row: Row
        var changes: [LinkChange]
    }

    private struct LinkChange {
        var relationship: RelationshipDescription
        var removed: [ObjectReference]
        var added: [ObjectReference]
    }

    /// Returns the changes of an object's links that are also changes of other objects, and stored with these.
    private func linksOfOthers(to object: ManagedObject) -> [LinkChange] {
        guard object.hasPending else { return [] }
        return object.entity.relationships.compactMap { relationship in
            guard object.isChanged(relationship: relationship.index) else { return nil }
            let (removed, added) = object.baseLinks(at: relationship.index)
                .difference(to: object.pendingLinks[relationship.index])
            let change = LinkChange(
                relationship: relationship,
                removed: removed.filter { isRemoved($0, from: relationship, of: object) },
                added: added.filter { isAdded($0, to: relationship, of: object) })
            return change.removed.isEmpty && change.added.isEmpty ? nil : change
        }
    }

    private func isAdded(
        _ reference: ObjectReference, to relationship: RelationshipDescription, of object: ManagedObject
    ) -> Bool {
        guard let (other, inverse) = changedOther(reference, at: relationship, of: object) else { return false }
        return object.refersBack(from: other, by: inverse)
    }

    private func isRemoved(
        _ reference: ObjectReference, from relationship: RelationshipDescription, of object: ManagedObject
    ) -> Bool {
        guard let (other, inverse) = changedOther(reference, at: relationship, of: object),
            !object.refersBack(from: other, by: inverse)
        else { return false }
        // The deletion of the object has removed its links, unless the other one has another destination by now.
        return object.state != .deleted || !inverse.isToMany && !other.links(at: inverse.index).isEmpty
    }

    /// The other end of a link, with the inverse, if the link is stored with the other object, or with both, and the
    /// other object has changed the relationship.
    private func changedOther(
        _ reference: ObjectReference, at relationship: RelationshipDescription, of object: ManagedObject
    ) -> (ManagedObject, RelationshipDescription)? {
        guard let other = registry[reference], other !== object, other.state != .deleted,
            let inverse = other.inverse(of: relationship), relationship.isToMany || !inverse.isToMany,
            other.isChanged(relationship: inverse.index)
        else { return nil }
        return (other, inverse)
    }

    /// Reads what the object needs to keep the links of others while it becomes a fault.
    ///
    /// - Returns: nil if there is nothing to keep, or if others have deleted the object.
    /// - Throws: The error of a store that is queried. Nothing has changed then.
    private func readLinksOfOthers(to object: ManagedObject) throws -> LinksOfOthers? {
        let changes = linksOfOthers(to: object)
        guard !changes.isEmpty, let row = try read(object.reference) else { return nil }
        try requesting { for change in changes { _ = try row.readLinks(at: change.relationship.index) } }
        return LinksOfOthers(row: row, changes: changes)
    }

    /// Applies the changes of others to the committed links of a fault. It stays a fault for the program, but like a
    /// refreshed new object, it has values.
    private func apply(_ kept: LinksOfOthers, to object: ManagedObject) {
        object.prefetch(kept.row, at: -1)
        object.copyCommitted()
        for change in kept.changes {
            let (index, isOrdered) = (change.relationship.index, change.relationship.isOrdered)
            var links = kept.row.links(at: index)
            for reference in change.removed { links.remove(reference, isOrdered: isOrdered) }
            for reference in change.added where !links.contains(reference, isOrdered: isOrdered) {
                if !change.relationship.isToMany { links = Links(noneOf: change.relationship) }
                links.add(reference, isOrdered: isOrdered)
            }
            object.pendingLinks[index] = links
        }
        object.changeCount &+= 1
        noteUpdate(of: object)
        object.flags.insert(.isValuedFault)
        // Others may have saved the same.
        object.dropUpdateWithoutChanges()
        if !object.hasPending { object.flags.insert(.isFault) }
    }

    /// Discards the other sides of an object's unsaved links, because a save of one side alone would lose the link, and
    /// restores those of the links that it has removed.
    ///
    /// - Parameter kept: The changes of links that stay.
    private func discardLinkChanges(of object: ManagedObject, except kept: [LinkChange]) {
        guard object.hasPending else { return }
        let discarded = object.entity.relationships.compactMap { relationship -> LinkChange? in
            let index = relationship.index
            guard object.isChanged(relationship: index) else { return nil }
            let (removed, added) = object.baseLinks(at: index).difference(to: object.pendingLinks[index])
            guard let kept = kept.first(where: { $0.relationship.index == index }) else {
                return LinkChange(relationship: relationship, removed: removed, added: added)
            }
            let (keptRemoved, keptAdded) = (Set(kept.removed), Set(kept.added))
            let rest = LinkChange(
                relationship: relationship, removed: removed.filter { !keptRemoved.contains($0) },
                added: added.filter { !keptAdded.contains($0) })
            return rest.removed.isEmpty && rest.added.isEmpty ? nil : rest
        }
        guard !discarded.isEmpty else { return }
        // Undoing this restores all sides.
        beginEvent(of: object)
        // Deleted objects keep their sides.
        object.flags.insert(.isOneSided)
        changes.noteLinksToDeleted()
        for change in discarded {
            let relationship = change.relationship
            for other in change.added.compactMap({ registry[$0] }) {
                guard let inverse = other.inverse(of: relationship), other.hasPending, other !== object,
                    object.refersBack(from: other, by: inverse)
                else { continue }
                other.remove(object.reference, from: inverse)
                other.dropUpdateWithoutChanges()
            }
            for other in change.removed.compactMap({ registry[$0] }) {
                guard let inverse = other.inverse(of: relationship), other.hasPending, other !== object,
                    other.state != .deleted, !object.refersBack(from: other, by: inverse)
                else { continue }
                other.restoreLink(to: object, at: inverse)
                other.dropUpdateWithoutChanges()
            }
        }
    }
}

extension ManagedObject {
    /// Whether another object refers back to this one, in whichever state the two are.
    fileprivate final func refersBack(from other: ManagedObject, by inverse: RelationshipDescription) -> Bool {
        other.links(at: inverse.index).contains(reference, isOrdered: inverse.isOrdered)
    }

    /// Restores this side of a committed link, at its place.
    fileprivate final func restoreLink(to object: ManagedObject, at relationship: RelationshipDescription) {
        if !relationship.isToMany { clear(relationship) }
        let present = links(at: relationship.index).references
        changeLinks(at: relationship.index) { $0.add(object.reference, isOrdered: relationship.isOrdered) }
        guard relationship.isOrdered else { return }
        let base = baseLinks(at: relationship.index).references
        let order = MergedOrder(base: base, own: present, other: base, prefersOwn: true)
            .merged(links(at: relationship.index).references)
        changeLinks(at: relationship.index) { $0 = .toMany(ReferenceList(order)) }
    }

    /// Makes an object without differences to its committed state an unchanged one.
    fileprivate final func dropUpdateWithoutChanges() {
        guard state == .updated, !hasPersistentChangedValues, !hasTransientChanges else { return }
        context?.unnote(self)
    }
}
