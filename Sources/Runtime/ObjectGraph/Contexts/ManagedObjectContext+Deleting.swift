extension ManagedObjectContext {
    /// Deletes an object and applies the delete rules of its relationships. The next save removes it from the store.
    ///
    /// *Nullify* removes the object from its destinations' inverses, *Cascade* also deletes the destinations, *Deny*
    /// makes the save fail while there are any, and *No Action* leaves them unchanged. A new object simply leaves the
    /// context (rule CTX-5). An object that the store no longer contains only loses its unsaved changes. If
    /// ``propagatesDeletesAtEndOfEvent`` is false, the rules wait for the save. If a store cannot be read now, the
    /// whole deletion does, and observers receive ``ContextEvent/didFailToRead(_:)``.
    ///
    /// ```swift
    /// context.delete(team)  // Nullify: its heroes stay, without the team.
    /// context.delete(notebook)  // Cascade: its notes are also deleted.
    /// try context.save()
    /// ```
    ///
    /// - Precondition: The object belongs to this context.
    public func delete(_ object: ManagedObject) {
        completeSaveInProgress()
        if object.flags.contains(.hasLeft) { return }
        if object.flags.contains(.isInaccessible) {
            // No save could write them, so that each would fail.
            if object.state == .updated, object.context === self { refresh(object, mergeChanges: false) }
            return
        }
        require(object.context === self, "\(object) belongs to another context")
        do {
            try delete([object], propagating: changes.deletions.applyImmediately)
            changes.deletions.note(deleted: object)
        } catch {
            changes.deletions.append(unread: object)
            report(error)
        }
    }

    /// Applies the delete rules of objects that were deleted without propagation (rule CTX-38), and deletes those that
    /// could not be read when the program deleted them.
    ///
    /// - Throws: The error of a store that is queried. What has not been done waits for the next call.
    func propagateDeletions() throws {
        if !changes.deletions.unread.isEmpty {
            let unread = changes.deletions.unread.filter { $0.context === self }
            try delete(unread, propagating: propagatesDeletesAtEndOfEvent)
            changes.deletions.removeUnread()
        }
        guard !changes.deletions.rules.isEmpty else { return }
        let objects = changes.deletions.rules.filter { $0.context === self && $0.state == .deleted }
        let loaded = try requesting { try loadForDeletion(objects) }
        defer { withExtendedLifetime(loaded) {} }
        changes.deletions.removeRules()
        applyDeletion(of: objects.flatMap(applyDeleteRules), propagating: true)
    }

    /// Applies the delete rules that wait for the end of the event, or for a fetch.
    package func propagateDeletionsOfEvent() {
        guard changes.deletions.areDueAtEndOfEvent else { return }
        do {
            try propagateDeletions()
        } catch {
            report(error)
        }
    }

    /// Deletes several objects of the context, as ``delete(_:)`` deletes one.
    ///
    /// - Throws: The error of a store that is queried. Nothing has been deleted then.
    func delete(_ objects: [ManagedObject]) throws { try delete(objects, propagating: propagatesDeletesAtEndOfEvent) }

    private func delete(_ objects: [ManagedObject], propagating: Bool) throws {
        let loaded = propagating ? try requesting { try loadForDeletion(objects) } : []
        if !propagating { try loadValues(of: objects) }
        defer { withExtendedLifetime(loaded) {} }
        applyDeletion(of: objects, propagating: propagating)
    }

    /// Deletes objects for which ``loadForDeletion(_:)`` has read what is necessary.
    func applyDeletion(of objects: [ManagedObject], propagating: Bool) {
        // A list rather than recursion: chains of cascades can be as long as the graph is large.
        var waiting = objects
        while let next = waiting.popLast() {
            guard !next.isDeleted, !next.flags.contains(.isBeingDeleted) else { continue }
            next.flags.insert(.isBeingDeleted)
            next.prepareForDeletion()
            next.flags.remove(.isBeingDeleted)
            // A hook may have deleted it, or the store may no longer have it.
            guard !next.isDeleted, next.hasPending || !next.isInaccessibleFault else { continue }
            if propagating {
                waiting += applyDeleteRules(of: next)
            } else {
                changes.deletions.append(rulesOf: next)
            }
            markDeleted(next)
        }
    }

    /// Reads what the deletion of some objects needs, with few queries: their values and destinations, those of the
    /// objects that are deleted with them, and the inverses of all destinations.
    ///
    /// - Returns: The objects that were read, to keep until the deletion is applied.
    /// - Throws: The error of a store that is queried. No object has changed then.
    func loadForDeletion(_ objects: [ManagedObject]) throws -> [ManagedObject] {
        guard contextOfStores.isQueried else { return [] }
        var loaded: [ManagedObject] = []
        var seen = Set(objects)
        var next = objects
        while !next.isEmpty {
            try readAhead(next)
            var cascaded: [ManagedObject] = []
            var others: [(object: ManagedObject, relationship: RelationshipDescription)] = []
            for object in next where object.context === self {
                for relationship in object.entity.relationships {
                    // Destinations that stay are not changed. Those of a new object,
                    // and for a batch request, do not stay.
                    let stay = relationship.schema.deleteRule == .noAction || relationship.schema.deleteRule == .deny
                    if stay, object.state != .inserted, !usesPlainObjects { continue }
                    let references = try links(of: object, at: relationship.index).references
                    // What was read of the object can be later than what the context knows of a destination: others may
                    // have stored it again.
                    for reference in references
                    where isLiving(reference) || parent == nil && registry[reference]?.state != .deleted {
                        let destination = self.object(for: reference)
                        others.append((destination, relationship))
                        if relationship.schema.deleteRule == .cascade, seen.insert(destination).inserted {
                            cascaded.append(destination)
                        }
                    }
                }
            }
            try loadValues(of: others.map(\.object))
            try DeferredLinks.read(
                others.compactMap { other, relationship in
                    try other.inverse(of: relationship).flatMap { try deferredLinks(of: other, at: $0.index) }
                })
            loaded += others.map(\.object)
            next = cascaded
        }
        return loaded
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
            if !committed.isConsistent(since: object.snapshotStamp) { changes.noteLinksToDeleted() }
            object.noteChange()
            object.state = .deleted
        }
    }
}
