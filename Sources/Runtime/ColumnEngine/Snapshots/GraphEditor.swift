/// Creates the next snapshot of a graph: copies the chunks that a change affects, and shares the others.
struct GraphEditor {
    private let snapshot: GraphSnapshot
    /// Editors of the tables in use, by the indexes of their entities.
    private var editors: [TableEditor?]
    /// Links of sides that are not stored, to be restored when all others are removed.
    private var additions: [DerivedLink] = []
    /// New destinations that do not exist.
    private var missing: [ObjectReference] = []
    private var deleted: Set<ObjectReference> = []
    /// Destinations that updates have removed from ordered relationships while objects are deleted, so long ones need
    /// no search.
    private(set) var unlinked: Set<Unlinking> = []
    private var hasDanglingLinks = false
    /// The destinations that updates have removed from relationships and added to them.
    private(set) var linkChanges: [LinkPlace: LinkChange] = [:]

    /// A relationship of an object.
    struct LinkPlace: Hashable {
        var reference: ObjectReference
        var relationship: Int
    }

    /// How a relationship differs from what it was.
    struct LinkChange {
        var removed: [ObjectReference]
        var added: [ObjectReference]
    }

    /// A destination that a relationship of an object no longer has.
    struct Unlinking: Hashable {
        var place: LinkPlace
        var destination: ObjectReference
    }

    private struct DerivedLink {
        var owner: ObjectReference
        var relationship: Int
        var destination: ObjectReference
    }

    init(_ snapshot: GraphSnapshot) {
        self.snapshot = snapshot
        editors = Array(repeating: nil, count: snapshot.tables.count)
    }

    /// Applies a change set, whose versions have been checked.
    ///
    /// - Throws: ``StaleObjectsError`` for two objects that point to one that can point back to one only.
    mutating func apply(_ changes: ChangeSet) throws(StaleObjectsError) {
        deleted = Set(changes.deleted.map(\.reference))
        insert(changes.inserted)
        for update in changes.updated { apply(update) }
        noteLinks(of: changes.inserted)
        guard missing.isEmpty else { throw StaleObjectsError(references: missing) }
        for deletion in changes.deleted { delete(deletion.reference) }
        try addDerivedLinks()
        hasDanglingLinks = hasDanglingLinks || deleted.contains(where: isReferredTo)
    }

    func finish() -> GraphSnapshot {
        var next = snapshot
        next.generation += 1
        if hasDanglingLinks { next.hasDanglingLinks = true }
        for (ordinal, editor) in editors.enumerated() {
            if let editor { next.tables[ordinal] = editor.finish() }
        }
        return next
    }

    private mutating func insert(_ insertions: [ChangeSet.Insertion]) {
        guard let first = insertions.first?.reference.entityOrdinal else { return }
        // By index, here and below, to avoid reference counting of objects that are only read.
        if insertions.indices.allSatisfy({ insertions[$0].reference.entityOrdinal == first }) {
            return insert(sorted(insertions), intoTableAt: first)
        }
        for (ordinal, members) in Dictionary(grouping: insertions, by: \.reference.entityOrdinal) {
            insert(sorted(members), intoTableAt: ordinal)
        }
    }

    private mutating func insert(_ insertions: [ChangeSet.Insertion], intoTableAt ordinal: Int) {
        open(ordinal)
        editors[ordinal]?.insert(insertions)
    }

    private func sorted(_ insertions: [ChangeSet.Insertion]) -> [ChangeSet.Insertion] {
        let isSorted = insertions.indices.dropFirst().allSatisfy {
            insertions[$0 - 1].reference < insertions[$0].reference
        }
        return isSorted ? insertions : insertions.sorted { $0.reference < $1.reference }
    }

    private mutating func noteLinks(of insertions: [ChangeSet.Insertion]) {
        for place in insertions.indices {
            let entity = snapshot.layout.entities[insertions[place].reference.entityOrdinal]
            for index in entity.storedLinkIndexes where !insertions[place].links[index].isEmpty {
                let insertion = insertions[place]
                note(insertion.links[index].references, of: entity.relationships[index], from: insertion.reference)
            }
        }
    }

    private mutating func apply(_ update: ChangeSet.Update) {
        let ordinal = update.reference.entityOrdinal
        guard let place = place(of: update.reference) else { return }
        editors[ordinal]?.edit(place) { contents in
            contents.versions[place.row] &+= 1
            for (index, value) in update.values { contents.columns[index].set(value, at: place.row) }
        }
        for (index, links) in update.links {
            let relationship = relationships(of: update.reference)[index]
            guard let old = editors[ordinal]?.links(at: place, of: index) else { continue }
            editors[ordinal]?.edit(place) { $0.links[index].change(at: place.row) { $0 = links } }
            let (removed, added) = old.difference(to: links)
            let linkPlace = LinkPlace(reference: update.reference, relationship: index)
            linkChanges[linkPlace] = LinkChange(removed: removed, added: added)
            if relationship.hasDerivedInverse { remove(removed, of: relationship, from: update.reference) }
            note(added, of: relationship, from: update.reference)
            if relationship.isOrdered, !deleted.isEmpty {
                for destination in removed {
                    unlinked.insert(Unlinking(place: linkPlace, destination: destination))
                }
            }
        }
    }

    /// Whether an ordered relationship of an object that stays points to a deleted one.
    private func isReferredTo(_ reference: ObjectReference) -> Bool {
        guard let editor = editors[reference.entityOrdinal], let place = editor.place(of: reference) else {
            return false
        }
        return relationships(of: reference).contains { relationship in
            guard relationship.hasOrderedInverse, let inverse = relationship.inverseIndex else { return false }
            return editor.links(at: place, of: relationship.index).references.contains { owner in
                let side = LinkPlace(reference: owner, relationship: inverse)
                return !deleted.contains(owner) && !unlinked.contains(Unlinking(place: side, destination: reference))
            }
        }
    }

    private mutating func delete(_ reference: ObjectReference) {
        let ordinal = reference.entityOrdinal
        guard let place = place(of: reference) else { return }
        for relationship in relationships(of: reference) where relationship.isStored && relationship.hasDerivedInverse {
            guard let links = editors[ordinal]?.links(at: place, of: relationship.index) else { continue }
            remove(links.references, of: relationship, from: reference)
        }
        editors[ordinal]?.delete(at: place)
    }

    private mutating func note(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, from source: ObjectReference
    ) {
        for destination in destinations {
            if place(of: destination) == nil { missing.append(destination) }
            if relationship.isOrdered, deleted.contains(destination) { hasDanglingLinks = true }
            guard relationship.hasDerivedInverse, let inverseIndex = relationship.inverseIndex else { continue }
            additions.append(DerivedLink(owner: destination, relationship: inverseIndex, destination: source))
        }
    }

    private mutating func remove(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, from source: ObjectReference
    ) {
        guard let inverseIndex = relationship.inverseIndex else { return }
        for destination in destinations {
            changeDerived(destination, inverseIndex) { $0.remove(source, isOrdered: false) }
        }
    }

    private mutating func addDerivedLinks() throws(StaleObjectsError) {
        var contested: [ObjectReference] = []
        for link in additions {
            changeDerived(link.owner, link.relationship) { links in
                if case .toOne(let present) = links, !present.isNone, present != link.destination {
                    contested.append(link.owner)
                }
                links.add(link.destination, isOrdered: false)
            }
        }
        guard contested.isEmpty else { throw StaleObjectsError(references: contested) }
    }

    private mutating func changeDerived(_ owner: ObjectReference, _ relationship: Int, _ body: (inout Links) -> Void) {
        guard let place = place(of: owner) else { return }
        editors[owner.entityOrdinal]?.edit(place) { $0.links[relationship].change(at: place.row, body) }
    }

    // MARK: Tables

    private func relationships(of reference: ObjectReference) -> [RelationshipDescription] {
        snapshot.layout.entities[reference.entityOrdinal].relationships
    }

    /// The position of an object. Creates an editor for its table.
    private mutating func place(of reference: ObjectReference) -> TableEditor.Position? {
        open(reference.entityOrdinal)
        return editors[reference.entityOrdinal]?.place(of: reference)
    }

    private mutating func open(_ ordinal: Int) {
        if editors[ordinal] == nil { editors[ordinal] = TableEditor(snapshot.tables[ordinal]) }
    }
}

/// Objects that have changed since a change set was started.
struct StaleObjectsError: Error {
    var references: [ObjectReference]
}

extension Links {
    /// The destinations that only this list contains, and those that only the other one contains.
    package func difference(to other: Links) -> (removed: [ObjectReference], added: [ObjectReference]) {
        if case .deferred(let own) = self, case .deferred(let others) = other, own === others { return ([], []) }
        switch (resolved, other.resolved) {
        case (.toOne(let old), .toOne(let new)):
            if old == new { return ([], []) }
            return (old.isNone ? [] : [old], new.isNone ? [] : [new])
        case (.toMany(let list), .toMany(let otherList)): return list.difference(to: otherList)
        default: endProgram("a to-one relationship never becomes a to-many")
        }
    }
}

extension ReferenceList {
    fileprivate func difference(to other: ReferenceList) -> (removed: [ObjectReference], added: [ObjectReference]) {
        // No list contains a destination twice, so none in these runs is in the shared parts.
        var left: [ObjectReference] = []
        var come: [ObjectReference] = []
        for run in runs(differingFrom: other) { run.unmatched(&left, &come) }
        // Both contain destinations that have only moved.
        guard !left.isEmpty, !come.isEmpty else { return (left, come) }
        let old = Set(left)
        let new = Set(come)
        return (left.filter { !new.contains($0) }, come.filter { !old.contains($0) })
    }
}
