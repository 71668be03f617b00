extension ManagedObject {
    /// The destination of a to-one relationship, if it still exists.
    final func destination(of relationship: RelationshipDescription) -> ManagedObject? {
        if flags.contains(.hasLeft) { return nil }
        noteReading(of: relationship.index)
        guard case .toOne(let reference) = links(at: relationship.index), !reference.isNone else { return nil }
        let context = livingContext
        if !leadsToLivingOnly(relationship), !context.isLiving(reference) { return nil }
        return context.object(for: reference)
    }

    /// Returns the destinations of a relationship that still exist, in order. Deleted ones may still be referred to.
    final func destinations(of relationship: RelationshipDescription) -> [ManagedObject] {
        guard leadsSomewhere(relationship) else { return [] }
        let context = livingContext
        return livingReferences(of: relationship).map(context.object(for:))
    }

    final func destinationCount(of relationship: RelationshipDescription) -> Int {
        guard leadsSomewhere(relationship) else { return 0 }
        let links = links(at: relationship.index)
        return leadsToLivingOnly(relationship) ? links.count : livingReferences(of: relationship).count
    }

    final func isDestination(_ object: ManagedObject, of relationship: RelationshipDescription) -> Bool {
        leadsSomewhere(relationship) && refers(to: object, in: relationship) && !object.isDeleted
    }

    /// Whether a relationship has destinations, which marks it as read (rule FLT-5). False for an object that has left its
    /// context, and for one that has not entered one.
    final func leadsSomewhere(_ relationship: RelationshipDescription) -> Bool {
        if flags.contains(.hasLeft) { return false }
        noteReading(of: relationship.index)
        return !links(at: relationship.index).isEmpty
    }

    /// Whether a relationship refers to an object of this context, deleted or not.
    final func refers(to object: ManagedObject, in relationship: RelationshipDescription) -> Bool {
        guard object.context === context else { return false }
        let links = links(at: relationship.index)
        // A look at the other side avoids searching for most missing ones.
        if relationship.isOrdered, let inverse = object.inverse(of: relationship),
            agrees(with: object, on: relationship, inverse),
            !object.links(at: inverse.index).contains(reference, isOrdered: false)
        {
            return false
        }
        return links.contains(object.reference, isOrdered: relationship.isOrdered)
    }

    /// Whether both sides certainly agree about this object and another one: one side is an index over the other, and neither
    /// was changed alone.
    private func agrees(
        with object: ManagedObject, on relationship: RelationshipDescription, _ inverse: RelationshipDescription
    ) -> Bool {
        if inverse.isOrdered || flags.union(object.flags).contains(.isOneSided) { return false }
        if state == .inserted || object.state == .inserted { return true }
        // If one was read before others saved, and one after, one may know more.
        guard let context, context.parent == nil, snapshotStamp >= context.foreignStamp,
            object.snapshotStamp >= context.foreignStamp
        else { return false }
        return !inverse.isToMany || relationship.hasDerivedInverse
    }

    /// Replaces the destinations, and updates the inverse of removed and added ones.
    final func setDestinations(_ objects: [ManagedObject], of relationship: RelationshipDescription) {
        var wanted: [ManagedObject] = []
        var seen: Set<ManagedObject> = []
        for object in objects where seen.insert(object).inserted { wanted.append(object) }
        clear(relationship, except: seen)
        for object in wanted { link(object, to: relationship) }
        // Linking appends, but assigning also sets the order.
        let order = Links.toMany(ReferenceList(wanted.map(\.reference)))
        if relationship.isOrdered, links(at: relationship.index) != order {
            changeLinks(at: relationship.index) { $0 = order }
        }
    }

    /// Replaces the destination of a to-one relationship, and updates the inverses.
    final func setDestination(_ object: ManagedObject?, of relationship: RelationshipDescription) {
        guard let object else { return clear(relationship) }
        link(object, to: relationship)
    }

    /// Adds a destination on both sides, and replaces existing to-one destinations. This has no effect on an existing
    /// destination, and on an object that others have deleted in the meantime (rule CTX-33).
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription) {
        check(object, fits: relationship)
        if object.isGone {
            if !relationship.isToMany { clear(relationship) }
            return
        }
        guard !refers(to: object, in: relationship) else { return }
        if !relationship.isToMany { clear(relationship) }
        let inverse = isAwakingUnchanged ? nil : object.inverse(of: relationship)
        if let inverse, !inverse.isToMany { object.clear(inverse) }
        // Before this side is linked, because a check can then immediately determine that the other does not point back.
        let leadsBack = inverse.map { object.refers(to: self, in: $0) } ?? true
        append(object, to: relationship)
        if let inverse, !leadsBack, !(object === self && inverse == relationship) { object.append(self, to: inverse) }
    }

    /// Removes a destination on both sides, and returns whether it was there.
    @discardableResult
    final func unlink(_ object: ManagedObject, from relationship: RelationshipDescription) -> Bool {
        guard refers(to: object, in: relationship) else { return false }
        let inverse = object.inverse(of: relationship).flatMap { object.refers(to: self, in: $0) ? $0 : nil }
        let keepsInverse = !isAwakingUnchanged
        remove(object.reference, from: relationship)
        if keepsInverse, let inverse { object.remove(reference, from: inverse) }
        return true
    }

    /// Removes all destinations but some, including deleted ones, whose deletion this object may deny, and references to
    /// objects that no longer exist (rules DEL-8 and DEL-11).
    final func clear(_ relationship: RelationshipDescription, except kept: Set<ManagedObject> = []) {
        let context = livingContext
        for reference in links(at: relationship.index).references {
            if let object = context.changedObject(for: reference) ?? context.livingObject(for: reference) {
                if !kept.contains(object) { unlink(object, from: relationship) }
            } else {
                remove(reference, from: relationship)
            }
        }
    }

    final func append(_ object: ManagedObject, to relationship: RelationshipDescription) {
        changeLinks(at: relationship.index) { $0.add(object.reference, isOrdered: relationship.isOrdered) }
        // The ID may be that of an object that does not exist.
        if !livingContext.isLiving(object.reference) {
            details?.livingReferences = nil
            snapshotStamp = -1
        }
    }

    final func remove(_ reference: ObjectReference, from relationship: RelationshipDescription) {
        changeLinks(at: relationship.index) { $0.remove(reference, isOrdered: relationship.isOrdered) }
    }

    /// The inverse of a relationship that points to this object.
    final func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
        guard let index = relationship.inverseIndex, index < entity.relationships.count else { return nil }
        return entity.relationships[index]
    }

    /// - Precondition: A relationship of this object can point to another object.
    final func check(_ object: ManagedObject, fits relationship: RelationshipDescription) {
        precondition(
            context != nil && object.context != nil,
            """
            '\(entity.name).\(relationship.name)' cannot be set: \(context == nil ? self : object) is not in a context; \
            insert it first
            """)
        precondition(
            object.context === context,
            "'\(entity.name).\(relationship.name)' cannot point to \(object), which belongs to another context")
        precondition(
            object.entity.name == relationship.destinationName
                || object.entity.ancestorNames.contains(relationship.destinationName),
            "'\(entity.name).\(relationship.name)' points to \(relationship.destinationName), not to \(object)")
        precondition(
            object.state != .deleted,
            "'\(entity.name).\(relationship.name)' cannot point to \(object), which is deleted"
        )
    }
}
