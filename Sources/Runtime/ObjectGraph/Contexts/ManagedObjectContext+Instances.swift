// The instances of the context: one for each ID.
extension ManagedObjectContext {
    func register(_ object: ManagedObject) {
        object.context = self
        if isObservable { object.flags.insert(.isObserved) }
        registry.insert(object, at: object.reference)
        retained.add(object)
    }

    /// Detaches an object whose ID another instance has taken: a context has one instance for each.
    private func letGo(of object: ManagedObject) {
        if object.hasChanges { unnote(object) }
        object.context = nil
        object.flags.insert(.hasLeft)
    }

    /// Removes an object that is deallocated.
    func forget(_ object: ManagedObject) { registry.remove(object, at: object.reference) }

    /// Removes an object from the context for good.
    func release(_ object: ManagedObject) {
        registry.remove(object, at: object.reference)
        object.context = nil
        object.flags.insert(.hasLeft)
        object.releaseDestinations()
        retained.remove(object)
    }

    /// Gives an object its permanent ID. Observers that show results are notified later, when the objects agree.
    func rename(_ object: ManagedObject, to reference: ObjectReference) {
        if observers.showResults { event.change.renamed.append(object) }
        registry.remove(object, at: object.reference)
        trackedIdentities.follow(object.reference, to: reference, layout.objectID(for: reference))
        object.reference = reference
        object.space = reference.isTemporary ? object.entity.temporarySpace : layout.spaces[reference.entityOrdinal]
        if let present = registry[reference], present !== object { letGo(of: present) }
        registry.insert(object, at: reference)
    }

    /// Returns the instance for a reference, and creates it if necessary.
    func object(for reference: ObjectReference) -> ManagedObject { object(for: reference, in: layout) }

    /// - Parameter layout: The context's own, for many objects in a row.
    @inline(__always)
    func object(for reference: ObjectReference, in layout: GraphLayout) -> ManagedObject {
        if let object = registry[reference] { return object }
        let entity = layout.entities[reference.entityOrdinal]
        let object = objectClass(of: entity).init(entity: entity, objectID: layout.objectID(for: reference))
        // In a store that was added to others.
        if object.reference != reference { object.reference = reference }
        register(object)
        return object
    }

    func objectClass(of entity: EntityDescription) -> ManagedObject.Type {
        usesPlainObjects ? ManagedObject.self : entity.managedObjectClass
    }

    func objectID(for reference: ObjectReference) -> ObjectID { layout.objectID(for: reference) }

    /// Returns the object for a reference if it has changes or is deleted.
    func changedObject(for reference: ObjectReference) -> ManagedObject? {
        registry[reference].flatMap { $0.hasChanges ? $0 : nil }
    }

    /// Returns the object for a reference, unless it is deleted, here or in the store.
    func livingObject(for reference: ObjectReference) -> ManagedObject? {
        isLiving(reference) ? existingObject(for: reference, in: layout) : nil
    }

    /// Returns the instance for a reference to an object that exists, also if it did not when the context last looked.
    @inline(__always)
    func existingObject(for reference: ObjectReference, in layout: GraphLayout) -> ManagedObject {
        let object = object(for: reference, in: layout)
        if object.flags.contains(.isInaccessible) { noteReturn(of: object) }
        if !departures.missing.isEmpty { noteReturn(of: reference) }
        return object
    }

    /// Notes that an object is missing from a store that is queried for each object.
    func noteDeparture(of reference: ObjectReference) {
        departures.note(missing: reference)
        if departures.areTooMany { forgetDepartedObjects() }
    }

    /// Forgets the missing objects that no object here can lead to. What is read from now on does not lead to them.
    private func forgetDepartedObjects() {
        let departed = departures.missing
        var needed: Set<ObjectReference> = []
        func keep(_ context: ManagedObjectContext) {
            context.registry.forEach { object in
                if departed.contains(object.reference) { needed.insert(object.reference) }
                guard object.hasPending || !object.heldRow.isNone else { return }
                for index in object.entity.relationships.indices {
                    for links in [object.baseLinks(at: index)] + (object.hasPending ? [object.pendingLinks[index]] : [])
                    {
                        guard let known = links.deferred.map(\.known) ?? links else { continue }
                        needed.formUnion(known.references.lazy.filter(departed.contains))
                    }
                }
            }
            for child in context.children.all { keep(child) }
        }
        keep(self)
        // A state that is kept from before a deletion may still lead to the object.
        departures.keep(queryGeneration.views == nil ? needed : nil, registeredCount: registry.count)
    }

    /// Notes that an object exists again that had been deleted. It may have links to objects that this context has
    /// deleted in the meantime, when it did not know of them.
    func noteReturn(of reference: ObjectReference) {
        if departures.noteReturn(of: reference), hasChanges { changes.noteLinksToDeleted() }
    }

    /// Lets an object that others had deleted, and that exists again, read its new values.
    func noteReturn(of object: ManagedObject) {
        guard object.state == .clean, object.flags.contains(.isInaccessible) else { return }
        object.flags.remove(.isInaccessible)
        noteReturn(of: object.reference)
        departures.note()
        object.forgetValues()
    }

    /// Returns whether an object exists and is not deleted.
    func isLiving(_ reference: ObjectReference) -> Bool { isLiving(reference, isAsked: nil) }

    /// - Parameter isAsked: Whether a store is asked for the object; nil if that is not known.
    func isLiving(_ reference: ObjectReference, isAsked: Bool?) -> Bool {
        let object = registry[reference]
        if let object, object.state != .clean { return object.state != .deleted }
        if let parent {
            guard parent.isLiving(reference) else { return false }
            guard object?.flags.contains(.isInaccessible) == true, snapshot.reader(of: reference) != nil else {
                return true
            }
            // The store did not contain the object when it was asked, so only a parent's change can have brought it
            // back.
            return sequence(first: parent, next: \.parent).contains { $0.registry[reference]?.hasChanges == true }
        }
        guard isAsked ?? (snapshot.reader(of: reference) != nil) else {
            return snapshot.columns.row(of: reference) != nil
        }
        // A store that is asked for each object has only links to objects that it contains. A later deletion is noticed
        // when the object is read.
        return !departures.missing.contains(reference) && object?.flags.contains(.isInaccessible) != true
    }
}
