import ColumnEngine

// What children know of new objects that their parent's save has given up, because others must not be equal to them.
extension ManagedObjectContext {
    /// Lets children replace objects that a save here has given up (rule UNQ-3): the other one of two equal objects
    /// takes the place of the child's, with the child's changes, and links lead to it. Without a replacement, the
    /// child's object is deleted.
    ///
    /// - Parameters:
    ///   - replacements: The objects that have taken the places of others; ``ObjectReference/none`` for no object.
    ///   - names: The references that new objects have received since.
    func replaceInChildren(
        _ replacements: [ObjectReference: ObjectReference], named names: [ObjectReference: ObjectReference]
    ) {
        guard !replacements.isEmpty, !children.isEmpty else { return }
        let last = replacements.final.mapValues { names[$0] ?? $0 }
        // A store that is asked has never had those that received their IDs early.
        for reference in replacements.keys where snapshot.reader(of: reference) != nil { noteDeparture(of: reference) }
        for child in children.all { child.replace(last) }
    }

    private func replace(_ replacements: [ObjectReference: ObjectReference]) {
        // Others' changes are not undone here.
        endEventBeforeMerging()
        // Nor do these objects exist any more, whether they are known here or not.
        departures.note()
        let successors = replacements.filter { !$0.value.isNone && registry[$0.value]?.isDeleted != true }
        let readable = readAheadReporting(successors.values.compactMap { registry[$0] })
        var changed: Set<ManagedObject> = []
        for (old, new) in successors.sorted(by: { $0.key < $1.key }) {
            undoHistory?.note(new, replacing: old)
            trackedIdentities.follow(old, to: new, layout.objectID(for: new))
            guard let object = registry[old], object.state == .clean || object.state == .updated else { continue }
            if let successor = registry[new] {
                if readable, object.entity === successor.entity { passChanges(of: object, to: successor) }
                changed.insert(successor)
            } else if object.entity === layout.entities[new.entityOrdinal] {
                rename(object, to: new)
                changed.insert(object)
            }
        }
        replaceLinks(successors)
        for reference in replacements.keys.sorted() { mergeDeletion(of: reference) }
        dropLinks(to: Set(replacements.keys))
        // They are read again, and then as the parent has saved them.
        readFromParentsChanges.subtract(changed.map(\.reference))
        do {
            try rebase(changed.filter(\.hasPending).sorted { $0.reference < $1.reference })
            for object in changed where !object.hasPending { try mergeUpdateOrDeletion(of: object) }
        } catch {
            report(error)
        }
        scheduleFirstChange()
        for child in children.all { child.replace(replacements) }
    }

    /// Reads objects and their destinations, so that they can be changed, and returns whether that was possible.
    private func readAheadReporting(_ objects: [ManagedObject]) -> Bool {
        do {
            try readAhead(objects)
            return true
        } catch {
            report(error)
            return false
        }
    }

    /// Changes an object as an equal one has been changed, except for attributes that were changed in both.
    private func passChanges(of object: ManagedObject, to successor: ManagedObject) {
        guard object.hasPending else { return }
        for index in object.entity.attributes.indices
        where object.isChanged(attribute: index) && !successor.isChanged(attribute: index) {
            successor.setValue(object.pendingValues[index], at: index)
        }
        for relationship in object.entity.relationships where object.isChanged(relationship: relationship.index) {
            let index = relationship.index
            let added = object.baseLinks(at: index).difference(to: object.pendingLinks[index]).added
            let isFree = relationship.isToMany || !successor.isChanged(relationship: index)
            for other in added.compactMap(livingObject) where other !== object {
                object.unlink(other, from: relationship)
                if isFree { successor.link(other, to: relationship) }
            }
        }
    }

    /// Lets links of objects lead to the replacements of their destinations.
    private func replaceLinks(_ successors: [ObjectReference: ObjectReference]) {
        guard !successors.isEmpty else { return }
        for object in changed where object.hasPending {
            for relationship in object.entity.relationships {
                let links = object.pendingLinks[relationship.index]
                guard let replaced = replacing(links, of: relationship, successors) else { continue }
                object.pendingLinks[relationship.index] = replaced
                object.noteRefresh()
            }
        }
        // What objects have read of the parent's changes.
        readFromParentsChanges = Set(readFromParentsChanges.map { successors[$0] ?? $0 })
        for reference in readFromParentsChanges {
            guard let object = registry[reference], let row = object.heldRow.row else { continue }
            let replaced = object.entity.relationships.compactMap { relationship in
                replacing(row.knownLinks(at: relationship.index), of: relationship, successors).map {
                    (index: relationship.index, links: $0)
                }
            }
            guard !replaced.isEmpty else { continue }
            object.heldRow = HeldRow(
                row.changingLinks(at: replaced.map(\.index)) { index, links in
                    if let other = replaced.first(where: { $0.index == index }) { links = other.links }
                })
        }
    }

    /// Returns destinations with the replacements that the relationship can have; nil if there are none.
    private func replacing(
        _ links: Links, of relationship: RelationshipDescription, _ successors: [ObjectReference: ObjectReference]
    ) -> Links? {
        guard let known = links.deferred.map(\.known) ?? links,
            known.references.contains(where: { successors[$0] != nil })
        else { return nil }
        let fitting = successors.filter {
            layout.entities[$0.value.entityOrdinal].isKindOf(entityNamed: relationship.destinationName)
        }
        return known.replacing(fitting, of: relationship)
    }
}

extension Links {
    /// Returns the destinations with others in the places of some, each once.
    func replacing(
        _ successors: [ObjectReference: ObjectReference], of relationship: RelationshipDescription
    ) -> Links {
        let references = references
        guard references.contains(where: { successors[$0] != nil }) else { return self }
        var seen: Set<ObjectReference> = []
        return Links(
            references.map { successors[$0] ?? $0 }.filter { seen.insert($0).inserted }, of: relationship)
    }
}

extension [ObjectReference: ObjectReference] {
    /// The replacements of objects, without those that are replaced themselves.
    var final: Self {
        mapValues { first in
            var reference = first
            var steps = 0
            while let next = self[reference], steps < count {
                reference = next
                steps += 1
            }
            return reference
        }
    }
}
