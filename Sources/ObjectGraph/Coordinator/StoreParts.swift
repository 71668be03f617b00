/// A change set, split into what each store of several is to write.
struct StoreParts {
    /// By the places of the stores in the layout.
    let parts: [ChangeSet]

    /// - Throws: ``CoordinatorError`` for objects whose store no longer exists, ``CrossStoreRelationship`` for relationships that
    ///   lead from one store to another.
    init(_ changes: ChangeSet, of layout: GraphLayout) throws {
        let split = Split(layout)
        try split.checkStores(of: changes)
        try split.checkLinks(of: changes)
        parts = layout.stores.map { store in changes.filtered { store.ordinals.contains($0.entityOrdinal) } }
    }

    /// How many stores have something to write.
    var count: Int { parts.count { !$0.isEmpty } }

    private struct Split {
        let layout: GraphLayout

        init(_ layout: GraphLayout) { self.layout = layout }

        func checkStores(of changes: ChangeSet) throws {
            let references =
                changes.inserted.map(\.reference) + changes.updated.map(\.reference)
                + changes.deleted.map(\.reference) + changes.touched + changes.checked.map(\.reference)
            let gone = references.filter { layout.storeIndex(ofTable: $0.entityOrdinal) == nil }
            guard gone.isEmpty else { throw CoordinatorError.storeRemoved(of: gone.map(layout.objectID)) }
        }

        func checkLinks(of changes: ChangeSet) throws {
            for insertion in changes.inserted {
                for (index, links) in insertion.links.enumerated() {
                    try check(links, at: index, of: insertion.reference)
                }
            }
            for update in changes.updated {
                for (index, links) in update.links { try check(links, at: index, of: update.reference) }
            }
        }

        private func check(_ links: Links, at index: Int, of source: ObjectReference) throws {
            let store = layout.storeIndex(ofTable: source.entityOrdinal)
            let leadsAway = links.references.contains { layout.storeIndex(ofTable: $0.entityOrdinal) != store }
            guard leadsAway else { return }
            let entity = layout.entities[source.entityOrdinal]
            throw CrossStoreRelationship(entityName: entity.name, relationshipName: entity.relationshipNames[index])
        }
    }
}

extension ChangeSet {
    fileprivate func filtered(_ isIncluded: (ObjectReference) -> Bool) -> ChangeSet {
        var part = self
        part.inserted = inserted.filter { isIncluded($0.reference) }
        part.updated = updated.filter { isIncluded($0.reference) }
        part.deleted = deleted.filter { isIncluded($0.reference) }
        part.touched = touched.filter(isIncluded)
        part.checked = checked.filter { isIncluded($0.reference) }
        return part
    }
}

/// An error that occurs if a relationship would connect two stores. The save wrote nothing (rule REL-27).
public struct CrossStoreRelationship: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity of the object that would point to another store.
    public var entityName: String
    /// The relationship.
    public var relationshipName: String

    public var description: String {
        "'\(entityName).\(relationshipName)' points to an object in another store; use a fetched property instead"
    }
}
