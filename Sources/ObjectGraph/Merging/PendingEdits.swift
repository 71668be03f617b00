/// The changes of a context, relationship by relationship: the links that it added and removed since it read each object,
/// whichever side has them, and the changes of the objects themselves.
struct PendingEdits {
    /// One changed object.
    struct Edit {
        let object: ManagedObject
        var state: ManagedObject.State
        /// The row that the changes are based on; nil for a new object.
        var base: Row?
        /// All values to save.
        var values: [AttributeValue]
        /// The attributes that differ from ``base``.
        var changedAttributes: Set<Int>
        /// All destinations to save.
        var links: [Links]

        var reference: ObjectReference { object.reference }

        func baseLinks(at index: Int) -> Links {
            base?.links(at: index) ?? Links(noneOf: object.entity.relationships[index])
        }
    }

    /// In the order of their first change.
    var edits: [Edit] = []
    var added: Set<GraphLink> = []
    var removed: Set<GraphLink> = []

    /// - Parameter objects: Changed objects of one context, in the order of their first change.
    init(of objects: [ManagedObject]) {
        edits.reserveCapacity(objects.count)
        for object in objects where object.hasPending { collect(object) }
        // One side may already have what others have added, and the other one not yet.
        removed.subtract(added)
    }

    private mutating func collect(_ object: ManagedObject) {
        let entity = object.entity
        let base = object.heldRow.row
        let isNew = object.state == .inserted || base == nil
        let changed = entity.attributes.indices.filter { isNew || object.isChanged(attribute: $0) }
        for relationship in entity.relationships where object.isChanged(relationship: relationship.index) {
            let index = relationship.index
            let (gone, come) = object.baseLinks(at: index).difference(to: object.pendingLinks[index])
            removed.formUnion(gone.map { GraphLink(from: object.reference, by: relationship, to: $0) })
            added.formUnion(come.map { GraphLink(from: object.reference, by: relationship, to: $0) })
        }
        edits.append(
            Edit(
                object: object, state: object.state, base: base, values: object.pendingValues,
                changedAttributes: Set(changed), links: object.pendingLinks))
    }
}
