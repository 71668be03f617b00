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
    /// and its changes, and observers receive ``ContextEvent/didFailToRead(_:)``.
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
    ///     becomes a fault (rule CTX-20).
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        require(object.context === self, "\(object) belongs to another context")
        completeSaveInProgress()
        // That save may have found that others have deleted it.
        guard object.context === self, object.state != .inserted, !object.isDropped else { return }
        if mergeChanges { endEventBeforeMerging() }
        moveOn()
        let keepsChanges = mergeChanges && object.hasPending
        if keepsChanges {
            do {
                try rebase([object])
            } catch {
                return report(error)
            }
        }
        object.details?.fetchedObjects = [:]
        event.change.refreshed.insert(object)
        scheduleFirstChange()
        if keepsChanges {
            object.awake(fromSnapshotEvents: .refresh)
        } else {
            turnIntoFault(object)
        }
    }

    /// Makes a new object a fault until the program touches it. It keeps its values,
    /// because no store has them (rule CTX-23).
    package func refreshInserted(_ object: ManagedObject) {
        guard object.state == .inserted, object.context === self, !object.isFault else { return }
        object.willTurnIntoFault()
        object.flags.insert(.isNewFault)
        object.didTurnIntoFault()
    }

    /// Refreshes all objects, and keeps unsaved changes (rule CTX-22). If a store cannot be read, the objects keep
    /// their values and their changes, and observers receive ``ContextEvent/didFailToRead(_:)``.
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
    func turnIntoFault(_ object: ManagedObject) {
        guard !object.isFault else {
            // A fetch may have stored older values in it.
            object.heldRow = .none
            return
        }
        object.willTurnIntoFault()
        if object.state == .deleted { departures.note() }
        discardLinkChanges(of: object)
        if object.hasChanges { unnote(object) } else { object.dropPending() }
        object.heldRow = .none
        object.flags.insert(.isFault)
        object.details?.transientValues = [:]
        object.details?.livingReferences = nil
        object.releaseDestinations()
        object.forgetReadRelationships()
        object.details?.fetchedObjects = [:]
        object.flags.remove([.hasTransientValues, .isInaccessible])
        object.noteRefresh()
        object.didTurnIntoFault()
    }

    /// Discards the other sides of an object's unsaved links, because a save of one side alone would lose the link, and
    /// restores those of the links that it has removed.
    private func discardLinkChanges(of object: ManagedObject) {
        guard object.hasPending,
            object.entity.relationships.contains(where: { object.isChanged(relationship: $0.index) })
        else { return }
        // Undoing this restores all sides.
        beginEvent(of: object)
        for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
            let index = relationship.index
            let (removed, added) = object.baseLinks(at: index).difference(to: object.pendingLinks[index])
            // Deleted objects keep their sides.
            object.flags.insert(.isOneSided)
            changes.noteLinksToDeleted()
            for other in added.compactMap({ registry[$0] }) {
                guard let inverse = other.inverse(of: relationship), other.hasPending, other !== object,
                    object.refersBack(from: other, by: inverse)
                else { continue }
                other.remove(object.reference, from: inverse)
                other.dropUpdateWithoutChanges()
            }
            for other in removed.compactMap({ registry[$0] }) {
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
