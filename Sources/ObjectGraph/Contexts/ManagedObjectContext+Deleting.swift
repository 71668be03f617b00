extension ManagedObjectContext {
    /// Deletes an object and applies the delete rules of its relationships. The next save removes it from the store.
    ///
    /// *Nullify* removes the object from its destinations' inverses, *Cascade* also deletes the destinations, *Deny*
    /// makes the save fail while there are any, and *No Action* leaves them unchanged. A new object simply leaves the
    /// context (rule CTX-5). This method has no effect on an object that no longer exists. If
    /// ``propagatesDeletesAtEndOfEvent`` is false, the rules wait for the save.
    ///
    /// ```swift
    /// context.delete(team)  // Nullify: its heroes stay, without the team.
    /// context.delete(notebook)  // Cascade: its notes are also deleted.
    /// try context.save()
    /// ```
    ///
    /// - Precondition: The object belongs to this context.
    public func delete(_ object: ManagedObject) {
        if object.flags.contains(.hasLeft) || object.flags.contains(.isInaccessible) { return }
        require(object.context === self, "\(object) belongs to another context")
        delete([object], propagating: propagatesDeletesAtEndOfEvent)
    }

    /// Applies the delete rules of objects that were deleted without propagation (rule CTX-38).
    func propagateDeletions() {
        guard !deletionsToPropagate.isEmpty else { return }
        let objects = deletionsToPropagate.filter { $0.context === self && $0.state == .deleted }
        deletionsToPropagate = []
        delete(objects.flatMap(applyDeleteRules), propagating: true)
    }

    private func delete(_ objects: [ManagedObject], propagating: Bool) {
        // A list rather than recursion: chains of cascades can be as long as the graph is large.
        var waiting = objects
        readLinks(of: waiting)
        while let next = waiting.popLast() {
            guard !next.isDeleted, !next.flags.contains(.isBeingDeleted) else { continue }
            next.flags.insert(.isBeingDeleted)
            next.prepareForDeletion()
            next.flags.remove(.isBeingDeleted)
            // A hook may have deleted it, or the store may no longer have it.
            guard !next.isDeleted, next.hasPending || !next.isInaccessibleFault else { continue }
            if propagating {
                let cascaded = applyDeleteRules(of: next)
                readLinks(of: cascaded)
                waiting += cascaded
            } else {
                deletionsToPropagate.append(next)
            }
            markDeleted(next)
        }
    }

    /// Reads the destinations of objects that are to be deleted with one request to the store.
    private func readLinks(of objects: [ManagedObject]) {
        guard snapshot.asksStores, objects.count > 1 else { return }
        // An error is reported where the value is read.
        try? snapshot.readAhead(objects.lazy.filter { $0.isFault && $0.heldRow.isNone }.map(\.reference))
        try? DeferredLinks.read(
            objects.flatMap { object in
                object.entity.relationships.indices.compactMap { deferredLinks(of: object, at: $0) }
            })
    }

    /// Removes the relationships of a deleted object, and returns the objects that are deleted with it.
    private func applyDeleteRules(of object: ManagedObject) -> [ManagedObject] {
        var cascaded: [ManagedObject] = []
        for relationship in object.entity.relationships {
            let destinations = object.destinations(of: relationship)
            switch relationship.schema.deleteRule {
            case .noAction, .deny:
                // Nothing can refer to an object that was never saved. Otherwise, the destinations of Deny stay, so
                // that the save can check for them, and those of No Action must not change. A batch request ignores
                // Deny, so nothing may remain.
                let isForced = usesPlainObjects && relationship.schema.deleteRule == .deny
                guard object.isInserted || object.isDropped || isForced else { continue }
            case .cascade: cascaded += destinations
            case .nullify: break
            }
            for destination in destinations { object.unlink(destination, from: relationship) }
        }
        return cascaded
    }

    /// Marks an object for deletion by the next save. The rest of its relationships stays readable until then.
    func markDeleted(_ object: ManagedObject) {
        if object.state == .inserted {
            object.noteChange()
            drop(object)
        } else {
            if object.snapshotStamp < foreignStamp { mayLeadToDeleted = true }
            object.noteChange()
            object.state = .deleted
        }
    }
}
