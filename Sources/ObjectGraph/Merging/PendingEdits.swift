/// What a context changes, relationship by relationship: the links that it adds and removes since the state each object was
/// read in, whichever side tells of them, and what becomes of the objects themselves.
struct PendingEdits {
    /// One changed object.
    struct Edit {
        let object: ManagedObject
        var state: ManagedObject.State
        /// What the changes began with; nil for a new object.
        var base: Row?
        /// All values as they are to be saved.
        var values: [AttributeValue]
        /// The attributes that differ from what the changes began with.
        var changedAttributes: Set<Int>
        /// All destinations as they are to be saved.
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
        // One side may have been brought up to what others have added, the other one not yet.
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
            for destination in gone {
                removed.insert(GraphLink(from: object.reference, by: relationship, to: destination))
            }
            for destination in come {
                added.insert(GraphLink(from: object.reference, by: relationship, to: destination))
            }
        }
        edits.append(
            Edit(
                object: object, state: object.state, base: base, values: object.pendingValues,
                changedAttributes: Set(changed), links: object.pendingLinks))
    }
}
