/// Makes the next snapshot of a graph: copies the chunks that a change touches, and shares the others.
struct GraphEditor {
    private let layout: GraphLayout
    private let generation: Int
    private var tables: [TableEditor]
    /// Links of sides that are not stored, to be put back when all others are taken away.
    private var additions: [DerivedLink] = []

    private struct DerivedLink {
        var owner: ObjectReference
        var relationship: Int
        var destination: ObjectReference
    }

    init(_ snapshot: GraphSnapshot) {
        layout = snapshot.layout
        generation = snapshot.generation
        tables = snapshot.tables.map(TableEditor.init)
    }

    /// Applies a change set, whose versions have been checked.
    ///
    /// - Throws: ``StaleObjects`` for two objects that lead to one that can lead back to one only.
    mutating func apply(_ changes: ChangeSet) throws(StaleObjects) {
        for insertion in changes.inserted { insert(insertion) }
        for update in changes.updated { apply(update) }
        for deletion in changes.deleted { delete(deletion.reference) }
        try addDerivedLinks()
    }

    func finish() -> GraphSnapshot {
        var snapshot = GraphSnapshot(layout: layout)
        snapshot.generation = generation + 1
        snapshot.tables = tables.map { $0.finish() }
        return snapshot
    }

    private mutating func insert(_ insertion: ChangeSet.Insertion) {
        let ordinal = insertion.reference.entityOrdinal
        tables[ordinal].insert(insertion)
        for relationship in tables[ordinal].storedRelationships where relationship.hasDerivedInverse {
            note(insertion.links[relationship.index].references, of: relationship, from: insertion.reference)
        }
    }

    private mutating func apply(_ update: ChangeSet.Update) {
        let ordinal = update.reference.entityOrdinal
        guard let place = tables[ordinal].place(of: update.reference) else { return }
        tables[ordinal].edit(place) { contents in
            contents.versions[place.row] &+= 1
            for (index, value) in update.values { contents.columns[index].set(value, at: place.row) }
        }
        for (index, links) in update.links {
            let relationship = layout.entities[ordinal].relationships[index]
            let old = tables[ordinal].links(at: place, of: index)
            tables[ordinal].edit(place) { $0.links[index].change(at: place.row) { $0 = links } }
            guard relationship.hasDerivedInverse else { continue }
            let (removed, added) = old.difference(to: links)
            remove(removed, of: relationship, from: update.reference)
            note(added, of: relationship, from: update.reference)
        }
    }

    private mutating func delete(_ reference: ObjectReference) {
        let ordinal = reference.entityOrdinal
        guard let place = tables[ordinal].place(of: reference) else { return }
        for relationship in tables[ordinal].storedRelationships where relationship.hasDerivedInverse {
            let links = tables[ordinal].links(at: place, of: relationship.index)
            remove(links.references, of: relationship, from: reference)
        }
        tables[ordinal].delete(at: place)
    }

    private mutating func note(
        _ destinations: [ObjectReference], of relationship: RelationshipDescription, from source: ObjectReference
    ) {
        guard let inverseIndex = relationship.inverseIndex else { return }
        for destination in destinations {
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

    private mutating func addDerivedLinks() throws(StaleObjects) {
        var contested: [ObjectReference] = []
        for link in additions {
            changeDerived(link.owner, link.relationship) { links in
                if case .toOne(let present) = links, !present.isNone, present != link.destination {
                    contested.append(link.owner)
                }
                links.add(link.destination, isOrdered: false)
            }
        }
        guard contested.isEmpty else { throw StaleObjects(references: contested) }
    }

    private mutating func changeDerived(
        _ owner: ObjectReference, _ relationship: Int, _ body: (inout Links) -> Void
    ) {
        let ordinal = owner.entityOrdinal
        guard let place = tables[ordinal].place(of: owner) else { return }
        tables[ordinal].edit(place) { $0.links[relationship].change(at: place.row, body) }
    }
}

/// Objects that have changed since a change set was begun.
struct StaleObjects: Error {
    var references: [ObjectReference]
}

extension Links {
    /// The destinations that are not among others, and those of the others that are not among these.
    func difference(to other: Links) -> (removed: [ObjectReference], added: [ObjectReference]) {
        if case .toOne(let old) = self, case .toOne(let new) = other {
            if old == new { return ([], []) }
            return (old.isNone ? [] : [old], new.isNone ? [] : [new])
        }
        let old = Set(references)
        let new = Set(other.references)
        return (references.filter { !new.contains($0) }, other.references.filter { !old.contains($0) })
    }
}
