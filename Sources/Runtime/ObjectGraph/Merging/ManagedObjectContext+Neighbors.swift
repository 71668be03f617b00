// Unchanged objects at the other ends of links that a save or a merge has changed.
extension ManagedObjectContext {
    /// The rows that the save was based on, of objects whose links others may have changed in the meantime.
    ///
    /// - Parameter memento: The state before the save merged others' changes; nil if it did not.
    func rowsBefore(
        of objects: [ManagedObject], in snapshotBefore: CommittedState, _ memento: ContextMemento?, isAlone: Bool
    ) -> [EarlierObject] {
        if let memento, memento.hasChangedObjects { return memento.earlierObjects }
        // Objects that took a later row to have another derived value.
        var earlier = memento?.earlierObjects.filter { !$0.object.heldRow.isSame(as: $0.row) } ?? []
        // A store that is not in memory would need another query for the links.
        if isQueried { return earlier }
        let known = earlier.isEmpty ? [] : Set(earlier.map { ObjectIdentifier($0.object) })
        for object in objects {
            // What was read since others' last commit is as it is stored.
            if isAlone, committed.isConsistent(since: object.snapshotStamp) { continue }
            guard let row = object.heldRow.row, known.isEmpty || !known.contains(ObjectIdentifier(object)) else {
                continue
            }
            if isAlone, snapshotBefore.columns.row(of: object.reference).map(object.heldRow.isSame) == true { continue }
            earlier.append(EarlierObject(object: object, row: row))
        }
        return earlier
    }

    /// Lets unchanged objects take the committed state if others have linked them to objects of the save, or have
    /// removed such links, so that both sides agree. If a store cannot be read, they agree after the next refresh,
    /// and observers are told.
    func letNeighborsAgree(with rowsBefore: [EarlierObject]) {
        do {
            try mergeNeighbors(of: rowsBefore, readingLinks: true)
        } catch {
            report(error)
        }
    }

    /// - Parameters:
    ///   - readsLinks: Whether to query for destinations that have not been read. Otherwise, these are left out.
    ///   - rows: What was read of the state of the context; nil for nothing.
    /// - Throws: The error of a store that is queried.
    func mergeNeighbors(
        of rowsBefore: [EarlierObject], readingLinks readsLinks: Bool, _ rows: ReadRows? = nil
    ) throws {
        if rowsBefore.isEmpty { return }
        var waiting = rowsBefore
        var known = Set(waiting.map { ObjectIdentifier($0.object) })
        while let earlier = waiting.popLast() {
            let object = earlier.object
            guard object.context === self, !object.isDeleted, let row = object.heldRow.row,
                !earlier.changedLinks.isEmpty || !HeldRow(earlier.row).isSame(as: row)
            else { continue }
            for relationship in object.entity.relationships where relationship.inverseIndex != nil {
                let mayShowReturned = readsLinks && departures.count > 0
                if !mayShowReturned, earlier.changedLinks.isEmpty,
                    row.sharesLinks(with: earlier.row, at: relationship.index)
                {
                    continue
                }
                let unread = [row, earlier.row].contains {
                    $0.knownLinks(at: relationship.index).deferred.map { $0.known == nil } ?? false
                }
                if !readsLinks, unread { continue }
                let links = try row.readLinks(at: relationship.index)
                // The same link may have been read before others deleted its destination and stored it again.
                let returned = mayShowReturned ? links.references : []
                let others = try earlier.difference(to: links, at: relationship.index) + returned
                for other in others.compactMap({ registry[$0] }) {
                    guard let inverse = other.inverse(of: relationship), !other.hasPending, other !== object,
                        let held = other.heldRow.row,
                        readsLinks || held.knownLinks(at: inverse.index).deferred.map({ $0.known == nil }) != true,
                        try held.readLinks(at: inverse.index).contains(object.reference, isOrdered: inverse.isOrdered)
                            != links.contains(other.reference, isOrdered: relationship.isOrdered)
                    else { continue }
                    try mergeUpdateOrDeletion(of: other, rows)
                    if known.insert(ObjectIdentifier(other)).inserted {
                        waiting.append(EarlierObject(object: other, row: held))
                    }
                }
            }
        }
    }
}
