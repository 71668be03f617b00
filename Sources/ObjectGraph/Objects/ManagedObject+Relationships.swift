extension ManagedObject {
    /// The destinations of a relationship that still exist, in order. What is deleted may still be referred to.
    final func destinations(of relationship: RelationshipDescription) -> [ManagedObject] {
        if hasLeft { return [] }
        let context = livingContext
        return record.relationships[relationship.index].compactMap { context.livingObject(with: $0) }
    }

    final func destinationCount(of relationship: RelationshipDescription) -> Int {
        destinationIDs(of: relationship).count
    }

    final func isDestination(_ object: ManagedObject, of relationship: RelationshipDescription) -> Bool {
        refers(to: object, in: relationship) && !object.isDeleted
    }

    /// Whether a relationship names an object of this context, deleted or not.
    private func refers(to object: ManagedObject, in relationship: RelationshipDescription) -> Bool {
        object.managedObjectContext === managedObjectContext
            && record.relationships[relationship.index].contains(object.objectID)
    }

    /// Replaces the destinations, and keeps the inverse of those that come and those that go.
    final func setDestinations(_ objects: [ManagedObject], of relationship: RelationshipDescription) {
        var wanted: [ManagedObject] = []
        var seen: Set<ManagedObject> = []
        for object in objects where seen.insert(object).inserted { wanted.append(object) }
        clear(relationship, except: seen)
        for object in wanted { link(object, to: relationship) }
        // Linking appends; assigning says the order too.
        let order = wanted.map(\.objectID)
        if relationship.isOrdered, record.relationships[relationship.index] != order {
            update { $0.relationships[relationship.index] = order }
        }
    }

    /// Adds a destination on both sides. What was there on a to-one side gives way. Without effect for an object
    /// that is there already.
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription) {
        check(object, fits: relationship)
        guard !refers(to: object, in: relationship) else { return }
        if !relationship.isToMany { clear(relationship) }
        if let inverse = object.inverse(of: relationship), !inverse.isToMany { object.clear(inverse) }
        append(object, to: relationship)
        if let inverse = object.inverse(of: relationship), !(object === self && inverse == relationship) {
            object.append(self, to: inverse)
        }
    }

    /// Removes a destination on both sides. Without effect for an object that is not there.
    final func unlink(_ object: ManagedObject, from relationship: RelationshipDescription) {
        guard refers(to: object, in: relationship) else { return }
        remove(object.objectID, from: relationship)
        if let inverse = object.inverse(of: relationship), object.refers(to: self, in: inverse) {
            object.remove(objectID, from: inverse)
        }
    }

    /// Removes all destinations but some. A destination that is to be deleted is told too, since it may be denied for
    /// this object's sake; of one that is gone the reference goes (rules DEL-8 and DEL-11).
    private func clear(_ relationship: RelationshipDescription, except kept: Set<ManagedObject> = []) {
        let context = livingContext
        for objectID in record.relationships[relationship.index] {
            if let object = context.changedObject(with: objectID) ?? context.livingObject(with: objectID) {
                if !kept.contains(object) { unlink(object, from: relationship) }
            } else {
                remove(objectID, from: relationship)
            }
        }
    }

    private func append(_ object: ManagedObject, to relationship: RelationshipDescription) {
        update { $0.relationships[relationship.index].append(object.objectID) }
        // An identity may be handed out for an object that is not there.
        if !livingContext.isLiving(object.objectID) { livingReferences = nil }
    }

    private func remove(_ objectID: ObjectID, from relationship: RelationshipDescription) {
        update { record in record.relationships[relationship.index].removeAll { $0 == objectID } }
    }

    /// The inverse of a relationship that leads to this object.
    private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        relationship.inverseIndex.map { entity.relationships[$0] }
    }

    private func check(_ object: ManagedObject, fits relationship: RelationshipDescription) {
        precondition(
            object.managedObjectContext === managedObjectContext,
            "'\(entity.name).\(relationship.name)' cannot lead to \(object), which belongs to another context")
        precondition(
            object.entity.name == relationship.destinationName
                || object.entity.ancestorNames.contains(relationship.destinationName),
            "'\(entity.name).\(relationship.name)' leads to \(relationship.destinationName), not to \(object)")
        precondition(
            !object.isDeleted, "'\(entity.name).\(relationship.name)' cannot lead to \(object), which is deleted"
        )
    }
}
