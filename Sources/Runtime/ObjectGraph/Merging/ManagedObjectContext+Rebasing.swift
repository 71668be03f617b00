// Applying changes to what others have saved.
extension ManagedObjectContext {
    /// Applies the changes of some objects to the committed state, or to the parent's. Objects that no longer exist do
    /// not change.
    ///
    /// - Parameter objects: Stored objects of this context with changes.
    /// - Throws: The error of a store that is queried. Nothing has changed then.
    func rebase(_ objects: [ManagedObject]) throws {
        if let merge = try rebasing(objects) { installRebased(merge) }
    }

    /// Applies the result of ``rebasing(_:_:)``.
    func installRebased(_ merge: GraphMerge) {
        install(merge)
        for edit in merge.edits.edits {
            edit.object.noteRefresh()
            event.change.refreshed.insert(edit.object)
        }
    }

    /// Reads what ``rebase(_:)`` needs, and returns its result without applying it; nil if there is nothing to do.
    ///
    /// - Parameters:
    ///   - known: What was read of the state of the context; nil for nothing.
    ///   - decision: What is done with conflicts.
    func rebasing(
        _ objects: [ManagedObject], _ known: ReadRows? = nil, deciding decision: MergeDecision = .following
    ) throws -> GraphMerge? {
        try requesting { try merge(of: objects, known, decision) }
    }

    private func merge(
        of objects: [ManagedObject], _ known: ReadRows?, _ decision: MergeDecision
    ) throws -> GraphMerge? {
        let objects = try includingLinked(objects.filter(\.hasPending))
        try loadRows(of: objects, known)
        // In the state that everything is merged with, even if others have saved since.
        let living = try objects.filter {
            try $0.state == .inserted || latestRow(of: $0.reference, among: known) != nil
        }
        guard !living.isEmpty else { return nil }
        return try GraphMerge(
            PendingEdits(of: living), in: self, onto: parent == nil ? snapshot : nil, decision, known)
    }

    /// Returns objects with those whose changed links lead to them: if one side was read before others changed the
    /// link, only the other one tells that this context has added or removed it. That can be an object that the next
    /// save stores again: others have deleted it, with its links.
    ///
    /// - Throws: The error of the store that is queried for destinations that have not been read.
    private func includingLinked(_ objects: [ManagedObject]) throws -> [ManagedObject] {
        guard !objects.isEmpty else { return [] }
        var others: [ObjectReference: [ManagedObject]] = [:]
        let candidates = changed.filter { $0.hasPending && ($0.state != .inserted || !$0.reference.isTemporary) }
        try DeferredLinks.read(candidates.flatMap(\.deferredLinksOfChanges))
        for object in candidates {
            for destination in object.destinationsOfChangedLinks { others[destination, default: []].append(object) }
        }
        var included = objects
        var known = Set(objects.map(\.reference))
        var position = 0
        while position < included.count {
            for object in others[included[position].reference] ?? [] where known.insert(object.reference).inserted {
                included.append(object)
            }
            position += 1
        }
        return included
    }

    private func loadRows(of objects: [ManagedObject], _ known: ReadRows?) throws {
        let references = objects.map(\.reference).filter { known?.hasRead($0) != true }
        if references.count > 1 { try contextOfStores.snapshot.readAhead(references) }
    }

    /// Applies the result of a merge to the context's objects.
    func install(_ merge: GraphMerge) {
        for edit in merge.edits.edits { install(edit, merge) }
        for (reference, node) in merge.nodes.sorted(by: { $0.key < $1.key })
        where merge.fates[reference] == nil && node.isLiving {
            installLinks(of: reference, node)
        }
        guard !merge.cascaded.isEmpty else { return }
        // Their destinations, too, whatever else waits for the save.
        applyDeletion(of: merge.cascaded.compactMap(livingObject), propagating: true)
    }

    private func install(_ edit: PendingEdits.Edit, _ merge: GraphMerge) {
        let object = edit.object
        guard let fate = merge.fates[edit.reference] else { return }
        let node = merge.nodes[edit.reference]
        memento?.keep(object)
        let before = object.currentState
        switch fate {
        case .inserted:
            let isBack = object.state != .inserted
            object.state = .inserted
            if isBack {
                object.heldRow = .none
                object.flags.remove(.wasIdentifiedEarly)
            }
            object.pendingValues = edit.values
            object.pendingLinks = node?.links ?? edit.links
        case .updated, .deleted:
            // The row of the links, because a store with short-lived views may return a later one.
            guard let row = node?.row else { return }
            object.take(row)
            if object.state == .inserted { object.state = .updated }
            object.pendingValues = values(of: edit, row, merge.decision)
            object.pendingLinks = node?.links ?? row.allLinks(of: object.entity)
        case .restored:
            guard let row = node?.row else { return }
            let wasDeleted = object.state == .deleted
            unnote(object)
            if wasDeleted { departures.note() }
            object.take(row)
            if let node { installLinks(of: edit.reference, node) }
            event.change.refreshed.insert(object)
        case .gone:
            unnote(object)
            object.flags.insert(.isInaccessible)
            departures.note()
            event.change.deleted.insert(object)
        }
        object.noteMerging()
        // Observers know the values of the others, and that an object is deleted.
        if let before, object.hasPending, object.state != .deleted,
            before.values != object.pendingValues || before.links != object.pendingLinks
        {
            event.change.refreshed.insert(object)
        }
    }

    /// Applies links that other objects' changes have added or removed to an object whose own changes are not merged.
    private func installLinks(of reference: ObjectReference, _ node: GraphMerge.Node) {
        let present = registry[reference]
        if let present, present.hasPending { return addToPending(present, node) }
        let isChanged = node.links.indices.contains { node.links[$0] != node.committedLinks(at: $0) }
        guard isChanged, let row = node.row else { return }
        let object = present ?? self.object(for: reference)
        memento?.keep(object)
        object.take(row)
        object.copyCommitted()
        object.pendingLinks = node.links
        object.changeCount &+= 1
        noteUpdate(of: object)
        object.noteMerging()
        event.change.refreshed.insert(object)
    }

    /// Applies links to an object whose own changes are merged later.
    private func addToPending(_ object: ManagedObject, _ node: GraphMerge.Node) {
        for relationship in object.entity.relationships {
            let index = relationship.index
            let (removed, added) = node.committedLinks(at: index).difference(to: node.links[index])
            let missing = added.filter { !object.pendingLinks[index].contains($0, isOrdered: relationship.isOrdered) }
            guard !removed.isEmpty || !missing.isEmpty else { continue }
            memento?.keep(object)
            for reference in removed { object.pendingLinks[index].remove(reference, isOrdered: relationship.isOrdered) }
            for reference in missing { object.pendingLinks[index].add(reference, isOrdered: relationship.isOrdered) }
            object.noteMerging()
            if object.state != .deleted { event.change.refreshed.insert(object) }
        }
    }

    /// Returns an object's values by the policy (rules CNF-3 to CNF-5).
    private func values(of edit: PendingEdits.Edit, _ row: Row, _ decision: MergeDecision) -> [AttributeValue] {
        let entity = edit.object.entity
        let isConflicted = decision.conflicted.contains(edit.reference)
        return entity.attributes.indices.map { index in
            if entity.isTransient(attribute: index) { return edit.values[index] }
            let committed = row.value(at: index)
            // The save computes it from the merged state.
            if entity.derivedIndexes.contains(index) { return committed }
            if decision.type == .overwrite, isConflicted { return edit.values[index] }
            guard edit.changedAttributes.contains(index) else { return committed }
            let isChangedByBoth = edit.base.map { !$0.value(at: index).isIdentical(to: committed) } ?? false
            return isChangedByBoth && isConflicted && !decision.prefersObject ? committed : edit.values[index]
        }
    }
}

extension ManagedObject {
    /// What may still have to be read to find out which links the object has added or removed.
    final var deferredLinksOfChanges: [DeferredLinks] {
        guard hasPending else { return [] }
        return entity.relationships.indices.flatMap { index -> [DeferredLinks] in
            let (base, pending) = (baseLinks(at: index).deferred, pendingLinks[index].deferred)
            // The same unread destinations have not changed.
            return base === pending ? [] : [base, pending].compactMap { $0 }
        }
    }

    /// The destinations of the links that the object has added or removed.
    final var destinationsOfChangedLinks: [ObjectReference] {
        entity.relationships.flatMap { relationship -> [ObjectReference] in
            guard isChanged(relationship: relationship.index) else { return [] }
            let (removed, added) = baseLinks(at: relationship.index).difference(to: pendingLinks[relationship.index])
            return removed + added
        }
    }

    /// Discards derived information about the object before the merge.
    fileprivate final func noteMerging() {
        snapshotStamp = -1
        details?.livingReferences = nil
        noteRefresh()
    }
}

extension Row {
    func allLinks(of entity: EntityDescription) -> [Links] { entity.relationships.indices.map { links(at: $0) } }
}

// Links to objects that are stored again after they were deleted.
extension ManagedObjectContext {
    /// Removes links to objects from the time after their deletion (rules DEL-11 and DEL-17), because objects that are
    /// stored again have no links that they do not know. O(*n*) in the number of objects that may point to them,
    /// however many are stored again, which is rare.
    ///
    /// - Parameter back: The objects that the next save stores again. A save that fails restores the links.
    func unlinkRemains(of back: [ManagedObject]) {
        guard !back.isEmpty else { return }
        // Objects of one relationship are looked for together.
        var wanted:
            [(inverse: RelationshipDescription, entityName: String, objects: [ObjectReference: ManagedObject])] =
                []
        var places: [InverseKey: Int] = [:]
        for object in back {
            for relationship in object.entity.relationships {
                guard let inverse = object.remainingInverse(of: relationship, in: layout) else { continue }
                let key = InverseKey(entityName: relationship.destinationName, index: inverse.index)
                if let place = places[key] {
                    wanted[place].objects[object.reference] = object
                } else {
                    places[key] = wanted.count
                    wanted.append((inverse, relationship.destinationName, [object.reference: object]))
                }
            }
        }
        // A store that is queried removes them in its commit.
        let latest = persistentStoreCoordinator.committedState.columns
        for (inverse, entityName, objects) in wanted {
            for (row, destinations) in latest.sources(of: Set(objects.keys), by: inverse, of: entityName) {
                for destination in destinations {
                    if let object = objects[destination] { unlink(row, from: object, inverse) }
                }
            }
        }
    }

    /// The other side of a relationship, by which stored objects may still refer to one that is saved again.
    private struct InverseKey: Hashable {
        var entityName: String
        var index: Int
    }

    private func unlink(_ row: Row, from object: ManagedObject, _ relationship: RelationshipDescription) {
        let source = self.object(for: row.reference)
        guard source.state != .deleted else { return }
        let leadsBack = relationship.inverseIndex.map { inverse in
            object.pendingLinks[inverse].contains(
                source.reference, isOrdered: object.entity.relationships[inverse].isOrdered)
        }
        // This context created the link.
        if leadsBack == true, source.isChanged(relationship: relationship.index) { return }
        let memento = rememberState()
        memento.keepChangedObjects()
        memento.keep(source)
        if !source.hasPending {
            source.take(row)
            source.copyCommitted()
            noteUpdate(of: source)
        }
        source.pendingLinks[relationship.index].remove(object.reference, isOrdered: relationship.isOrdered)
        if let inverse = relationship.inverseIndex {
            object.pendingLinks[inverse].remove(
                source.reference, isOrdered: object.entity.relationships[inverse].isOrdered)
        }
        source.noteRefresh()
        event.change.refreshed.formUnion([source, object])
    }
}

extension ManagedObject {
    /// The inverse of a relationship, if it may still point here after this object was deleted.
    fileprivate func remainingInverse(
        of relationship: RelationshipDescription, in layout: GraphLayout
    ) -> RelationshipDescription? {
        guard let index = relationship.inverseIndex, let entity = layout.entity(named: relationship.destinationName)
        else { return nil }
        let inverse = entity.relationships[index]
        return inverse.allowsMissingDestination && inverse.isStored ? inverse : nil
    }
}
