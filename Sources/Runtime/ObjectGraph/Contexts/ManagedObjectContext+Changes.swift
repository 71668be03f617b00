// What has changed since the last save.
extension ManagedObjectContext {
    /// The changed objects, in the order of their first change.
    var changed: [ManagedObject] { changes.objects }

    /// The changed objects by the references that they are saved with.
    var changedByPermanentReference: [ObjectReference: ManagedObject] {
        Dictionary(changed.map { ($0.permanentOrOwnReference, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether there is anything to save.
    public var hasChanges: Bool { !changes.isEmpty }
    /// The new objects.
    public var insertedObjects: Set<ManagedObject> { Set(changed.filter(\.isInserted)) }
    /// The stored objects with changes.
    public var updatedObjects: Set<ManagedObject> { Set(changed.filter(\.isUpdated)) }
    /// The stored objects that the next save removes.
    public var deletedObjects: Set<ManagedObject> { Set(changed.filter(\.isDeleted)) }
    /// The objects that are registered with the context.
    public var registeredObjects: Set<ManagedObject> { Set(registry.all.filter { !$0.isDropped }) }

    func noteUpdate(of object: ManagedObject) {
        guard object.state == .clean else { return }
        object.state = .updated
        changes.append(object)
    }

    /// Adds an object to the changed ones.
    func note(_ object: ManagedObject) { changes.append(object) }

    /// Removes a new object from the changed ones, as if it had never been inserted.
    func drop(_ object: ManagedObject) {
        object.state = .deleted
        object.flags.insert(.isDropped)
        // A failed save may have reserved one, which nothing will ever be stored under.
        object.permanentReference = .none
        changes.drop(object, isOfChild: parent != nil)
    }

    /// Gives dropped objects that others had deleted, and that were here to be stored again, new IDs: others may store
    /// the objects with theirs again.
    func renameDroppedReturns() {
        for object in changes.takeDroppedReturns() where object.isDropped && object.context === self {
            let old = object.reference
            registry.remove(object, at: old)
            object.takeTemporaryReference()
            registry.insert(object, at: object.reference)
            undoHistory?.note(object.reference, replacing: old)
        }
    }

    /// Discards the changes of an object.
    func unnote(_ object: ManagedObject) {
        object.dropPending()
        guard object.hasChanges else { return }
        object.state = .clean
        changes.remove(object)
    }

    /// Returns the changed objects, and clears the list.
    func takeChanged() -> [ManagedObject] {
        renameDroppedReturns()
        retained.endChanges()
        return changes.takeAll()
    }

    /// Returns the changed objects that are saved with some references, and removes them from the list.
    func takeChanged(savedAs references: Set<ObjectReference>) -> [ManagedObject] {
        let objects = changed.filter { references.contains($0.permanentOrOwnReference) }
        changes.remove(Set(objects.map { ObjectIdentifier($0) }))
        return objects
    }

    func appendToEvent(_ object: ManagedObject) {
        scheduleFirstChange()
        event.append(object)
    }

    /// Schedules the next processing, if nothing has changed since the last one.
    func scheduleFirstChange() {
        if event.isEmpty { event.schedule?() }
    }

    /// Forgets the changes since the last processing.
    func endEvent() {
        for object in event.removeObjects() { endEvent(of: object) }
    }

    /// Ends the current event, and keeps what a save has changed since the last processing for the notification after
    /// the save. It is not undone.
    func endEventOfSave() {
        let isObserved = observers.areListening
        for object in event.removeObjects() {
            if isObserved { noteChangeBySave(of: object) }
            endEvent(of: object)
        }
    }

    private func noteChangeBySave(of object: ManagedObject) {
        let before = object.eventBase?.state
        let existed = before != nil && before != .deleted
        let exists = object.state != .deleted && !object.flags.contains(.hasLeft)
        switch (existed, exists) {
        case (false, true): event.change.inserted.insert(object)
        case (true, false):
            // Unless they do not know of the insertion yet.
            if event.change.inserted.remove(object) == nil { event.change.deleted.insert(object) }
        case (true, true):
            // Observers know of other objects that they differ from the store, until the event of the save lists them.
            if before == .clean { event.change.refreshed.insert(object) } else { event.change.settled.append(object) }
        case (false, false): event.change.refreshed.remove(object)
        }
    }

    // MARK: What a save passes to the store

    /// Returns the changes that a save writes. Updates contain only what differs from the committed state.
    func changeSet() -> ChangeSet {
        var changes = ChangeSet()
        changes.author = transactionAuthor
        changes.contextName = name
        for object in changed {
            switch object.state {
            case .inserted: changes.inserted.append(insertion(of: object))
            case .updated:
                let update = update(of: object)
                if update.values.isEmpty && update.links.isEmpty {
                    changes.indirectlyUpdated.append(object.reference)
                } else {
                    changes.updated.append(update)
                }
            case .deleted:
                changes.deleted.append(ChangeSet.Deletion(reference: object.reference, base: object.heldRow.row))
            case .clean: break
            }
        }
        changes.expectedVersions = self.changes.checked.compactMap { object in
            guard object.state == .clean, let row = object.heldRow.row else { return nil }
            return ChangeSet.ObjectVersion(reference: object.reference, version: row.version)
        }
        return changes
    }

    private func insertion(of object: ManagedObject) -> ChangeSet.Insertion {
        let entity = object.entity
        var values = object.pendingValues
        for index in entity.transientIndexes { values[index] = .null }
        var links = layout.noLinks(of: entity)
        for index in entity.storedLinkIndexes where object.withChanges({ $0.links[index].isEmpty }) == false {
            links[index] = permanent(object.pendingLinks[index], since: nil, of: entity.relationships[index])
        }
        return ChangeSet.Insertion(reference: object.permanentOrOwnReference, values: values, links: links)
    }

    private func update(of object: ManagedObject) -> ChangeSet.Update {
        let entity = object.entity
        let version = object.heldRow.row?.version ?? 0
        var update = ChangeSet.Update(reference: object.reference, version: version)
        if isQueried { update.base = object.heldRow.row }
        for index in entity.attributes.indices
        where !entity.isTransient(attribute: index) && object.isChanged(attribute: index) {
            update.values.append((index, object.pendingValues[index]))
        }
        for index in entity.storedLinkIndexes where object.isChanged(relationship: index) {
            let (links, base) = (object.pendingLinks[index], object.baseLinks(at: index))
            update.links.append((index, permanent(links, since: base, of: entity.relationships[index])))
        }
        return update
    }

    /// Returns destinations as they are saved, without new objects that were dropped, which have no permanent ID.
    ///
    /// - Parameter base: The committed destinations, none of which is new.
    private func permanent(_ links: Links, since base: Links?, of relationship: RelationshipDescription) -> Links {
        if case .toOne(let reference) = links, !reference.isTemporary { return links }
        return links.mapping(since: base, isOrdered: relationship.isOrdered) { reference in
            guard reference.isTemporary else { return reference }
            let permanent = registry[reference]?.permanentReference ?? .none
            return permanent.isNone ? nil : permanent
        }
    }
}

// What fetches see of the changes of a context.
extension ManagedObjectContext: UnsavedChanges {
    package func unsavedObject(for reference: ObjectReference) -> UnsavedObject? {
        changedObject(for: reference).map(unsaved)
    }

    package func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue? {
        guard let object = registry[reference], object.hasChanges, object.hasPending else { return nil }
        return object.withChanges { $0.values[attribute] }
    }

    package var unsavedObjects: [UnsavedObject] { changed.map(unsaved) }

    package func table(ofNew reference: ObjectReference) -> Int? { changedObject(for: reference).flatMap(table) }

    /// The unsaved changes of the context and its parents.
    var unsavedChanges: [any UnsavedChanges] { sequence(first: self, next: \.parent).filter(\.hasChanges) }

    private func unsaved(_ object: ManagedObject) -> UnsavedObject {
        let change: UnsavedObject.Change =
            switch object.state {
            case .inserted: .insertion
            case .deleted: .deletion
            case .clean, .updated: .update
            }
        return UnsavedObject(
            reference: object.reference, change: change,
            contents: object.hasPending ? object.withChanges { ($0.values, $0.links) } : nil)
    }
}
