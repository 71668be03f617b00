extension ManagedObject {
    /// The destinations of a relationship that still exist, in order.
    final func destinations(of relationship: RelationshipDescription) -> [ManagedObject] {
        let context = livingContext
        return record.relationships[relationship.index].compactMap { context.livingObject(with: $0) }
    }

    final func destinationCount(of relationship: RelationshipDescription) -> Int {
        let context = livingContext
        return record.relationships[relationship.index].count { context.isLiving($0) }
    }

    final func isDestination(_ object: ManagedObject, of relationship: RelationshipDescription) -> Bool {
        record.relationships[relationship.index].contains(object.objectID) && object.state != .deleted
    }

    /// Replaces the destinations, and keeps the inverse of those that come and those that go.
    final func setDestinations(_ objects: [ManagedObject], of relationship: RelationshipDescription) {
        var wanted: [ManagedObject] = []
        var seen: Set<ManagedObject> = []
        for object in objects where seen.insert(object).inserted { wanted.append(object) }
        for object in destinations(of: relationship) where !seen.contains(object) {
            unlink(object, from: relationship)
        }
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
        guard !record.relationships[relationship.index].contains(object.objectID) else { return }
        if !relationship.isToMany {
            for previous in destinations(of: relationship) { unlink(previous, from: relationship) }
        }
        if let inverse = object.inverse(of: relationship), !inverse.isToMany {
            for previous in object.destinations(of: inverse) { object.unlink(previous, from: inverse) }
        }
        append(object, to: relationship)
        if let inverse = object.inverse(of: relationship), !(object === self && inverse == relationship) {
            object.append(self, to: inverse)
        }
    }

    /// Removes a destination on both sides. Without effect for an object that is not there.
    final func unlink(_ object: ManagedObject, from relationship: RelationshipDescription) {
        remove(object, from: relationship)
        if let inverse = object.inverse(of: relationship) {
            object.remove(self, from: inverse)
        }
    }

    private func append(_ object: ManagedObject, to relationship: RelationshipDescription) {
        update { $0.relationships[relationship.index].append(object.objectID) }
    }

    private func remove(_ object: ManagedObject, from relationship: RelationshipDescription) {
        guard record.relationships[relationship.index].contains(object.objectID) else { return }
        update { record in record.relationships[relationship.index].removeAll { $0 == object.objectID } }
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
            object.state != .deleted, "'\(entity.name).\(relationship.name)' cannot lead to \(object), which is deleted"
        )
    }
}
