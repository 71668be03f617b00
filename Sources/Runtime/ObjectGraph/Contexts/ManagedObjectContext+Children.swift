import ColumnEngine

// What a child context's save does to its parent, and a parent's to its children.
extension ManagedObjectContext {
    /// Passes all changes to the parent (rules CHD-4 and CHD-15). Nothing is written.
    ///
    /// - Throws: ``MergeConflictError`` for changed objects that the parent has deleted, if the policy reports them, or
    ///   the error of a deciding closure. In this case, nothing has changed.
    func push(to parent: ManagedObjectContext) throws {
        parent.prepareForChild()
        // Kept until the changes are there, because a context does not retain unchanged objects.
        let read = changed.compactMap(parent.receiveReading)
        defer { withExtendedLifetime(read) {} }
        var received = try loadObjects(of: parent)
        defer { withExtendedLifetime(received) {} }
        received += try resolveDeletions(in: parent)
        let saved = savedObjects()
        let objects = takeChanged()
        let rowsBefore = objects.compactMap { object in
            object.heldRow.row.map {
                // The parent may have refused a link that the object shows.
                EarlierObject(object: object, row: $0, changedLinks: object.hasChangedLinks ? object.pendingLinks : [])
            }
        }
        endEventOfSave()
        for object in objects where object.state == .inserted { parent.receiveInsertion(of: object) }
        for object in objects where object.state != .deleted { parent.receiveValues(of: object) }
        // Including deleted ones: objects that they no longer point to must not be deleted with them (rule CHD-18).
        for object in objects { parent.receiveLinks(of: object) }
        let deletes = objects.contains { $0.state == .deleted }
        for object in objects where object.state == .deleted { parent.receiveDeletion(of: object) }
        for object in objects { finishPush(of: object) }
        letNeighborsAgree(with: rowsBefore)
        // What others have linked to objects that the parent deletes is deleted with them when it merges, also just
        // now.
        if deletes || parent.mergesFollowed { mergeDeletions(of: parent) }
        for object in objects { object.didSave() }
        post(.didSave(saved))
        notifyOfChangesBySave(of: saved.written)
        parent.processPendingChanges()
    }

    /// Reads the objects of the parent that the changes concern, so that nothing can fail while they change.
    ///
    /// - Returns: These objects.
    /// - Throws: The error of the store that is queried.
    private func loadObjects(of parent: ManagedObjectContext) throws -> [ManagedObject] {
        guard contextOfStores.isQueried else { return [] }
        try DeferredLinks.read(changed.flatMap(\.deferredLinksOfChanges))
        var references: Set<ObjectReference> = []
        for object in changed {
            if object.state != .inserted { references.insert(object.reference) }
            for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
                let (removed, added) = object.baseLinks(at: relationship.index)
                    .difference(to: object.pendingLinks[relationship.index])
                references.formUnion(removed + added)
            }
        }
        let ends = try parent.loadObjects(for: references)
        let objects = try ends + parent.loadObjects(for: parent.destinationsReplaced(by: changed))
        let deleted = changed.filter { $0.state == .deleted }.compactMap { parent.livingObject(for: $0.reference) }
        return try objects + parent.loadForDeletion(deleted)
    }

    /// The destinations here of to-one links that the changes of a child's objects replace.
    /// The child need not know them.
    private func destinationsReplaced(by theirs: [ManagedObject]) -> Set<ObjectReference> {
        var replaced: Set<ObjectReference> = []
        func replace(_ relationship: RelationshipDescription, of reference: ObjectReference) {
            guard !relationship.isToMany, let object = registry[reference] else { return }
            replaced.formUnion(object.shownReferences(of: relationship) ?? [])
        }
        for object in theirs {
            for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
                replace(relationship, of: object.reference)
                let base = object.baseLinks(at: relationship.index)
                for reference in base.difference(to: object.pendingLinks[relationship.index]).added {
                    guard let inverse = registry[reference]?.inverse(of: relationship) else { continue }
                    replace(inverse, of: reference)
                }
            }
        }
        return replaced
    }

    /// Reads the objects here to which a child's objects lead.
    private func loadDestinations(of theirs: [ManagedObject]) throws -> [ManagedObject] {
        guard contextOfStores.isQueried else { return [] }
        return try loadObjects(for: Set(theirs.flatMap { $0.pendingLinks.flatMap(\.references) }))
    }

    private func loadObjects(for references: Set<ObjectReference>) throws -> [ManagedObject] {
        let objects = references.sorted().filter { !$0.isTemporary && isLiving($0) }.map { object(for: $0) }
        try readAhead(objects)
        return objects
    }

    /// Resolves changes to objects that the parent has deleted, and links to such objects, by the policy (rule CNF-10).
    ///
    /// - Returns: What was read of the parent for changes by the policy.
    /// - Throws: The conflict, or the error of the policy, of a validation, or of the store that is queried. Neither
    ///   this context nor the parent has changed then.
    private func resolveDeletions(in parent: ManagedObjectContext) throws -> [ManagedObject] {
        let gone = changed.filter { $0.state == .updated && !parent.isLiving($0.reference) }
        var missing = Set(gone.map(\.reference))
        for object in changed where object.state != .deleted {
            for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
                let index = relationship.index
                let added = object.baseLinks(at: index).difference(to: object.pendingLinks[index]).added
                missing.formUnion(added.filter { !isNew($0) && !parent.isLiving($0) })
            }
        }
        guard !missing.isEmpty else { return [] }
        // The committed values have the destinations, too.
        try DeferredLinks.read(gone.flatMap(\.deferredLinks))
        let conflicts = gone.map { object in
            MergeConflict(
                sourceObject: object, objectSnapshot: object.committedValues(forKeys: nil), cachedSnapshot: nil,
                oldVersionNumber: object.heldRow.row.map { Int($0.version) + 1 } ?? 0,
                newVersionNumber: 0)
        }
        var types: [ManagedObject: MergePolicy.MergeType] = [:]
        let resolver = ConflictResolver(
            resolve: { objects, type in for object in objects { types[object] = type } }, unite: { _, _ in })
        let type = try resolving(with: resolver) { try mergePolicy.decision { conflicts } }
        if type == .error, gone.isEmpty || gone.contains(where: { types[$0] == nil }) {
            throw MergeConflictError(objectIDs: missing.sorted().map(layout.objectID))
        }
        rememberState().keepChangedObjects()
        defer { memento = nil }
        do {
            let prevailing = gone.filter { object in
                let type = types[object] ?? type
                return type == .mergeByPropertyObjectTrump || type == .overwrite
            }
            var back = prevailing
            missing.subtract(prevailing.map(\.reference))
            let dropped = gone.filter { missing.contains($0.reference) }
            for object in dropped {
                unnote(object)
                object.flags.insert(.isInaccessible)
                event.change.deleted.insert(object)
            }
            if !dropped.isEmpty { departures.note() }
            dropLinks(to: missing)
            try mergePolicy.finishMerging(in: self)
            // The policy may have changed anything.
            try validateChanges()
            back = back.filter { $0.context === self && $0.state == .updated }
            let received = try loadObjects(of: parent) + parent.loadDestinations(of: back)
            // Last, because nothing here fails.
            for object in back { parent.bringBack(likeChild: object) }
            for object in back { parent.registry[object.reference]?.takeFreePlaces(of: object, in: parent) }
            return received
        } catch {
            memento?.restore()
            throw error
        }
    }

    /// Whether an object was inserted here after the last save, so the parent has never had it.
    private func isNew(_ reference: ObjectReference) -> Bool {
        registry[reference]?.state == .inserted || changes.hasDropped(reference)
    }

    /// Restores an object that was deleted here, with the values that it has in a child.
    private func bringBack(likeChild child: ManagedObject) {
        let object = object(for: child.reference)
        if object.isDropped {
            object.noteChange()
            noteInsertion(ofDropped: object)
        } else if object.state == .deleted {
            object.noteChange()
            object.state = .updated
        } else {
            object.flags.remove([.isInaccessible, .isFault, .wasIdentifiedEarly])
            object.heldRow = .none
            object.setPending(child.pendingValues, object.entity.noLinks)
            object.state = .inserted
            note(object)
            appendToEvent(object)
            object.isInEvent = true
        }
        object.pendingValues = child.pendingValues
        departures.note()
    }

    /// Gives objects in children the permanent IDs that a save assigned here (rule CHD-9).
    func renameInChildren(as names: [ObjectReference: ObjectReference]) {
        guard !names.isEmpty else { return }
        for child in children.all {
            for (old, new) in names {
                // Recorded states and predicates may refer to objects that the child no longer knows.
                child.undoHistory?.note(new, replacing: old)
                child.trackedIdentities.follow(old, to: new, layout.objectID(for: new))
                guard let object = child.registry[old] else { continue }
                child.rename(object, to: new)
            }
            child.renameLinks(as: names)
            child.renameReadLinks(as: names)
            child.renameInChildren(as: names)
        }
    }

    /// Updates references in what objects have read from the parent's changes.
    private func renameReadLinks(as names: [ObjectReference: ObjectReference]) {
        guard !readFromParentsChanges.isEmpty else { return }
        readFromParentsChanges = Set(readFromParentsChanges.map { names[$0] ?? $0 })
        for reference in readFromParentsChanges { registry[reference]?.renameCommittedLinks(as: names) }
    }

    private func finishPush(of object: ManagedObject) {
        if object.state == .deleted {
            object.state = .clean
            release(object)
            return
        }
        object.keepTransientValues()
        object.dropPending()
        object.state = .clean
        do {
            if let row = try read(object.reference) {
                object.take(row)
            } else {
                // Another deletion of the save has cascaded to it in the parent.
                mergeDeletion(of: object.reference)
            }
        } catch {
            // The save is complete. What cannot be read now is read when it is touched.
            object.forgetValues()
        }
    }

    /// Marks objects as deleted that deletions of a save have cascaded to in the parent.
    private func mergeDeletions(of parent: ManagedObjectContext) {
        for theirs in parent.changed where theirs.state == .deleted {
            guard let object = registry[theirs.reference], !object.isDeleted, !object.hasPending else { continue }
            mergeDeletion(of: theirs.reference)
        }
    }

    /// Bases an object that only the child has read on what the child has read, so that what others have saved since
    /// then is a conflict, and the object agrees with those that were read at the same time.
    ///
    /// - Returns: The object; nil if this context has one, or there is nothing to base it on.
    private func receiveReading(of child: ManagedObject) -> ManagedObject? {
        guard child.state != .inserted, registry[child.reference] == nil, !child.heldRow.isNone,
            isLiving(child.reference),
            // A context that follows others has just merged what they have saved, and merges the same for all objects.
            parent != nil || !mergesFollowed,
            // What the child has read from changes is not committed.
            child.context?.readFromParentsChanges.contains(child.reference) == false
        else { return nil }
        let object = object(for: child.reference)
        object.heldRow = child.heldRow
        return object
    }

    private func receiveInsertion(of child: ManagedObject) {
        // The parent may know the object from an earlier save of the child that was rolled back since.
        if let present = registry[child.reference] {
            if !present.hasPending || present.state == .deleted { bringBack(likeChild: child) }
            return
        }
        let object = child.entity.managedObjectClass.init(entity: child.entity, objectID: child.objectID)
        object.reference = child.reference
        if let store = child.details?.assignedStoreIdentifier { object.ownDetails.assignedStoreIdentifier = store }
        if child.flags.contains(.wasIdentifiedEarly) { object.flags.insert(.wasIdentifiedEarly) }
        adopt(inserted: object)
    }

    /// A child's values override those that hooks set here (rule CHD-16), and later changes here (rule CHD-11).
    private func receiveValues(of child: ManagedObject) {
        // Others may have deleted and restored it.
        let object = existingObject(for: child.reference, in: layout)
        for index in child.entity.attributes.indices
        where child.state == .inserted || child.isChanged(attribute: index) {
            object.setValue(child.pendingValues[index], at: index)
        }
    }

    /// Applies the changes of the stored sides, so that both sides agree with what changed here in the meantime.
    private func receiveLinks(of child: ManagedObject) {
        guard child.state != .deleted || isLiving(child.reference) else { return }
        let object = existingObject(for: child.reference, in: layout)
        for relationship in child.entity.relationships {
            // What a hook here has linked to a new object, the child may have removed (rule CHD-16).
            let hasOwnLinks = child.state == .inserted && !object.links(at: relationship.index).isEmpty
            guard hasOwnLinks || child.isChanged(relationship: relationship.index) else { continue }
            let pending = child.pendingLinks[relationship.index]
            let base = hasOwnLinks ? object.links(at: relationship.index) : child.baseLinks(at: relationship.index)
            let (removed, added) = base.difference(to: pending)
            let present = relationship.isOrdered ? object.links(at: relationship.index) : nil
            // Whichever side it is: the child may have read the other side before others added the link.
            for reference in removed {
                if let other = livingObject(for: reference) ?? registry[reference] {
                    object.unlink(other, from: relationship)
                }
            }
            if added.isEmpty, child.hasEmptied(relationship, of: removed) { object.clear(relationship) }
            guard relationship.isStored else {
                for reference in added { object.addSide(leadingTo: reference, at: relationship, in: self) }
                continue
            }
            for reference in added {
                if let other = livingObject(for: reference) { object.link(other, to: relationship) }
            }
            guard let present, object.links(at: relationship.index) != pending else { continue }
            // The other side may already have added some, which have no place here yet.
            let new = Set(added)
            object.takeOrder(
                MergedOrder(
                    base: base.references, own: pending.references,
                    other: present.references.filter { !new.contains($0) }, prefersOwn: true),
                of: relationship)
        }
    }

    private func receiveDeletion(of child: ManagedObject) {
        guard let object = livingObject(for: child.reference) else { return }
        delete(object)
    }
}

extension ManagedObject {
    fileprivate final var hasChangedLinks: Bool {
        hasPending && entity.relationships.contains { isChanged(relationship: $0.index) }
    }

    /// Whether a child has removed the destination of a to-one relationship, which then has none, whatever its parent
    /// has set since (rule CHD-11). As in a merge, a destination takes precedence over none if the inverse is also
    /// to-one.
    ///
    /// - Parameter removed: The removed destination. A child that deletes it does not decide about another one.
    fileprivate func hasEmptied(_ relationship: RelationshipDescription, of removed: [ObjectReference]) -> Bool {
        guard !relationship.isToMany, let reference = removed.first, let context,
            context.registry[reference]?.isDeleted != true
        else { return false }
        guard let inverse = relationship.inverseIndex,
            let destination = context.layout.entity(named: relationship.destinationName)
        else { return true }
        return destination.relationships[inverse].isToMany
    }

    /// Adds the side of a link that a child has added, and whose other side is already here,
    /// so that no change reports it.
    fileprivate func addSide(
        leadingTo reference: ObjectReference, at relationship: RelationshipDescription,
        in context: ManagedObjectContext
    ) {
        guard let other = context.livingObject(for: reference), let inverse = other.inverse(of: relationship),
            other.links(at: inverse.index).contains(self.reference, isOrdered: inverse.isOrdered),
            !links(at: relationship.index).contains(reference, isOrdered: relationship.isOrdered)
        else { return }
        append(other, to: relationship)
    }

    /// Restores the links of a child's object that was deleted here, unless others have taken the places.
    fileprivate func takeFreePlaces(of child: ManagedObject, in context: ManagedObjectContext) {
        for relationship in entity.relationships {
            for reference in child.pendingLinks[relationship.index].references {
                guard let other = context.livingObject(for: reference), other !== self else { continue }
                let isFree = relationship.isToMany || links(at: relationship.index).isEmpty
                let inverse = other.inverse(of: relationship)
                let leadsBack = inverse.map { $0.isToMany || other.links(at: $0.index).isEmpty } ?? true
                if isFree, leadsBack { link(other, to: relationship) }
            }
        }
    }

    /// Updates references in what an object has read from its context's parent.
    fileprivate func renameCommittedLinks(as names: [ObjectReference: ObjectReference]) {
        guard let row = heldRow.row else { return }
        let isConcerned = entity.relationships.contains { relationship in
            row.knownLinks(at: relationship.index).references.contains { names[$0] != nil }
        }
        guard isConcerned else { return }
        let renamed = row.changingLinks(at: Array(entity.relationships.indices)) { index, links in
            links = links.mapping(isOrdered: entity.relationships[index].isOrdered) { names[$0] ?? $0 }
        }
        heldRow = HeldRow(renamed)
    }

    /// Applies the order that a child wants to an ordered relationship, on top of changes here.
    fileprivate func takeOrder(_ order: MergedOrder, of relationship: RelationshipDescription) {
        let present = links(at: relationship.index).references
        let references = order.merged(present)
        guard references != present else { return }
        changeLinks(at: relationship.index) { $0 = .toMany(ReferenceList(references)) }
    }
}
