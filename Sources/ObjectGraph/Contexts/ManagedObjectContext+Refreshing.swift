// Going back to what is committed, and on to what others have.
extension ManagedObjectContext {
    /// Gives up all changes that have not been saved. The context stays at the committed state it has (rule CTX-15);
    /// new objects leave it, and keep their values for those who hold them. Nothing can be undone any more (rule UND-9).
    public func rollback() {
        noteDepartures()
        undoHistory?.removeAll()
        objectsToCheck = []
        deletionsToPropagate = []
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
        // What was just taken back is no step of its own.
        undoHistory?.removeAll()
    }

    /// Forgets all objects, and moves on to the latest committed state. Objects from before must not be used any more
    /// (rule CTX-18).
    public func reset() {
        undoHistory?.removeAll()
        for object in registry.all {
            registry.remove(object)
            object.context = nil
            object.chunk = nil
            object.dropPending()
            object.state = .clean
            object.flags.formUnion([.isReset, .isFault])
        }
        releaseRetained()
        objectsToCheck = []
        deletionsToPropagate = []
        readFromParentsChanges = []
        _ = takeChanged()
        endEvent()
        eventChange = ObjectsChange()
        eventChange.invalidatedAllObjects = true
        moveOn()
        mergedGeneration = snapshot.generation
        processPendingChanges()
    }

    /// Takes an object's values from the latest committed state, or the parent.
    ///
    /// Without effect on a new object (rule CTX-23).
    ///
    /// - Parameters:
    ///   - object: An object of this context.
    ///   - mergeChanges: Whether changes that have not been saved are kept on top of them (rule CTX-21). Otherwise they
    ///     are given up, and the object becomes a fault (rule CTX-20).
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        precondition(object.context === self, "\(object) belongs to another context")
        guard object.state != .inserted, !object.isDropped else { return }
        moveOn()
        object.details?.fetchedObjects = [:]
        eventChange.refreshed.insert(object)
        if eventObjects.isEmpty { scheduleProcessing?() }
        if mergeChanges, object.hasPending {
            rebase(object)
            object.awake(fromSnapshotEvents: .refresh)
        } else {
            turnIntoFault(object)
        }
    }

    /// Refreshes all objects, keeping what has not been saved (rule CTX-22).
    public func refreshAllObjects() {
        for object in registry.all { refresh(object, mergeChanges: true) }
        processPendingChanges()
    }

    /// Lets an object give up its values, changes among them.
    func turnIntoFault(_ object: ManagedObject) {
        guard !object.isFault else {
            // A fetch may have found older values for it.
            object.chunk = nil
            return
        }
        object.willTurnIntoFault()
        if object.state == .deleted { noteDepartures() }
        if object.hasChanges { unnote(object) } else { object.dropPending() }
        object.chunk = nil
        object.flags.insert(.isFault)
        object.details?.transientValues = [:]
        object.forgetReadRelationships()
        object.details?.fetchedObjects = [:]
        object.flags.remove([.hasTransientValues, .isInaccessible])
        object.noteRefresh()
        object.didTurnIntoFault()
    }

    /// Puts an object's changes on top of what is committed now. An object that is gone stays as it is.
    func rebase(_ object: ManagedObject) {
        guard let row = row(for: object.reference) else { return }
        rebase(object, on: row)
    }

    func rebase(_ object: ManagedObject, on row: Row) {
        for index in object.entity.attributes.indices
        where !object.entity.isTransient(attribute: index) && !object.isChanged(attribute: index) {
            object.pendingValues[index] = row.value(at: index)
        }
        for relationship in object.entity.relationships {
            let index = relationship.index
            let present = row.links(at: index)
            if object.isChanged(relationship: index), relationship.isToMany, !relationship.isOrdered {
                let (removed, added) = object.baseLinks(at: index).difference(to: object.pendingLinks[index])
                object.pendingLinks[index] = present.removing(removed).adding(added)
            } else if !object.isChanged(relationship: index) {
                object.pendingLinks[index] = present
            }
        }
        object.take(row)
        object.snapshotStamp = -1
        object.details?.livingReferences = nil
        object.noteRefresh()
    }
}

extension Links {
    /// Without some destinations. For relationships without an order.
    func removing(_ references: [ObjectReference]) -> Links {
        var links = self
        for reference in references { links.remove(reference, isOrdered: false) }
        return links
    }

    /// With some more destinations. For relationships without an order.
    func adding(_ references: [ObjectReference]) -> Links {
        var links = self
        for reference in references { links.add(reference, isOrdered: false) }
        return links
    }
}
