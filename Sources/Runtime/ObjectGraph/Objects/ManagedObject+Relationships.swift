import ModelExpressions
import ModelSchema

extension ManagedObject {
    /// The destination of a to-one relationship, if it still exists.
    final func destination(of relationship: RelationshipDescription) -> ManagedObject? {
        if flags.contains(.hasLeft) { return nil }
        noteReading(of: relationship.index)
        guard case .toOne(let reference) = links(at: relationship.index), !reference.isNone else { return nil }
        let context = livingContext
        if !leadsToLivingOnly(relationship), !context.isLiving(reference) { return nil }
        let object = context.existingObject(for: reference, in: context.layout)
        if context.objectsRetainDestinations { retain(object, as: relationship) }
        return object
    }

    /// Returns the destinations of a relationship that still exist, in order. Deleted ones may still be referred to.
    final func destinations(of relationship: RelationshipDescription) -> [ManagedObject] {
        guard leadsSomewhere(relationship) else { return [] }
        let context = livingContext
        let layout = context.layout
        let objects = livingReferences(of: relationship).map { context.existingObject(for: $0, in: layout) }
        if context.objectsRetainDestinations { retain(objects, as: relationship) }
        return objects
    }

    final func destinationCount(of relationship: RelationshipDescription) -> Int {
        guard leadsSomewhere(relationship) else { return 0 }
        let links = links(at: relationship.index)
        return leadsToLivingOnly(relationship) ? links.count : livingReferences(of: relationship).count
    }

    final func isDestination(_ object: ManagedObject, of relationship: RelationshipDescription) -> Bool {
        leadsSomewhere(relationship) && refers(to: object, in: relationship) && !object.isDeleted
    }

    /// Whether a relationship has destinations, which marks it as read (rule FLT-5). False for an object that has left
    /// its context, and for one that has not entered one.
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

    /// Whether both sides certainly agree about this object and another one: one side is an index over the other, and
    /// neither was changed alone.
    private func agrees(
        with object: ManagedObject, on relationship: RelationshipDescription, _ inverse: RelationshipDescription
    ) -> Bool {
        if inverse.isOrdered || flags.union(object.flags).contains(.isOneSided) { return false }
        if heldRow.row?.knownLinks(at: relationship.index).deferred?.mayBeLater == true { return false }
        if state == .inserted || object.state == .inserted {
            // Objects that were read before others deleted one may still refer to it after it is restored here.
            return [self, object].allSatisfy { $0.state != .inserted || $0.reference.isTemporary }
        }
        // If one was read before others saved, and one after, one may know more.
        guard let context, context.parent == nil, context.committed.isConsistent(since: snapshotStamp),
            context.committed.isConsistent(since: object.snapshotStamp)
        else { return false }
        return !inverse.isToMany || relationship.hasDerivedInverse
    }

    /// Completes a save in progress before the links of this object are read to change them, since it may change them,
    /// too.
    ///
    /// - Returns: The objects without those that others have deleted, as the save has found;
    ///   nil if this one is among those.
    @inline(__always)
    final func completeSave(beforeLinking objects: @autoclosure () -> [ManagedObject]) -> [ManagedObject]? {
        guard let context, context.saveInProgress != nil else { return objects() }
        return completeSave(of: context, beforeLinking: objects())
    }

    @inline(never)
    private func completeSave(
        of context: ManagedObjectContext, beforeLinking objects: [ManagedObject]
    ) -> [ManagedObject]? {
        let known = objects.map { $0.context === context }
        context.completeSaveInProgress()
        guard self.context === context else { return nil }
        // Others than those known before are mistakes of the program.
        return zip(objects, known).filter { object, isKnown in !isKnown || object.context === context }.map(\.0)
    }

    /// Replaces the destinations, and updates the inverse of removed and added ones.
    final func setDestinations(_ objects: [ManagedObject], of relationship: RelationshipDescription) {
        if objects.isEmpty, isOutside { return }
        // The new destination of a to-one relationship replaces whatever the save has brought in.
        let mayHaveUnseen = relationship.isToMany && context?.saveInProgress != nil
        let shown = mayHaveUnseen ? shownReferences(of: relationship) : nil
        guard var objects = completeSave(beforeLinking: objects) else { return }
        if let shown {
            // What the save has found others to have added stays: the program has not seen it.
            let context = livingContext
            let unseen = livingReferences(of: relationship).filter { !shown.contains($0) }
            objects += unseen.map { context.existingObject(for: $0, in: context.layout) }
        }
        var wanted: [ManagedObject] = []
        var seen: Set<ManagedObject> = []
        for object in objects where seen.insert(object).inserted { wanted.append(object) }
        clear(relationship, except: seen)
        for object in wanted { link(object, to: relationship) }
        // Linking appends, but assigning also sets the order.
        if relationship.isOrdered, wanted.contains(where: isUnlinkable) {
            wanted.removeAll { !refers(to: $0, in: relationship) }
        }
        let order = Links.toMany(ReferenceList(wanted.map(\.reference)))
        if relationship.isOrdered, links(at: relationship.index) != order {
            changeLinks(at: relationship.index) { $0 = order }
        }
    }

    /// The destinations that the object has shown; nil if they have not been read.
    final func shownReferences(of relationship: RelationshipDescription) -> Set<ObjectReference>? {
        let links = hasPending ? pendingLinks[relationship.index] : heldRow.row?.knownLinks(at: relationship.index)
        return (links?.deferred.map(\.known) ?? links).map { Set($0.references) }
    }

    /// Replaces the destination of a to-one relationship, and updates the inverses.
    final func setDestination(_ object: ManagedObject?, of relationship: RelationshipDescription) {
        guard let object else {
            guard completeSave(beforeLinking: []) != nil else { return }
            return clear(relationship)
        }
        link(object, to: relationship)
    }

    /// Whether an object is deleted in this context, where programs see none in its place, as with Core Data, whose
    /// programs need not know what a delete rule has reached. Elsewhere, referring to it is a mistake of the program.
    private func isUnlinkable(_ object: ManagedObject) -> Bool {
        object.state == .deleted && object.context === context && context?.propagatesDeletesLater == true
    }

    /// Adds a destination on both sides, and replaces existing to-one destinations. This has no effect on an existing
    /// destination, and on an object that others have deleted in the meantime (rule CTX-33).
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription) {
        if context?.saveInProgress != nil {
            guard let remaining = completeSave(beforeLinking: [object]) else { return }
            if remaining.isEmpty {
                if !relationship.isToMany { clear(relationship) }
                return
            }
        }
        let isUnlinkable = isUnlinkable(object)
        if !isUnlinkable { check(object, fits: relationship) }
        if isUnlinkable || object.isGone {
            if !relationship.isToMany { clear(relationship) }
            return
        }
        guard !refers(to: object, in: relationship) else { return completeLink(to: object, by: relationship) }
        if !relationship.isToMany { clear(relationship) }
        let inverse = isAwakingUnchanged ? nil : object.inverse(of: relationship)
        if let inverse, !inverse.isToMany { object.clear(inverse) }
        // Before this side is linked, because a check can then immediately determine that the other does not point
        // back.
        let leadsBack = inverse.map { object.refers(to: self, in: $0) } ?? true
        append(object, to: relationship)
        guard let inverse, !(object === self && inverse == relationship) else { return }
        // The other side may show a link that others have removed, so nothing there has to be saved as a change.
        if leadsBack { context?.changes.noteOneSidedLink() } else { object.append(self, to: inverse) }
    }

    /// Adds the other side of a link that others have made since that side was read: this side may show a later state.
    private func completeLink(to object: ManagedObject, by relationship: RelationshipDescription) {
        guard heldRow.row?.knownLinks(at: relationship.index).deferred?.mayBeLater == true, !isAwakingUnchanged,
            let inverse = object.inverse(of: relationship), !object.refers(to: self, in: inverse)
        else { return }
        if !inverse.isToMany { object.clear(inverse) }
        object.append(self, to: inverse)
    }

    /// Removes a destination on both sides, and returns whether it was there.
    @discardableResult
    final func unlink(_ object: ManagedObject, from relationship: RelationshipDescription) -> Bool {
        guard completeSave(beforeLinking: []) != nil, refers(to: object, in: relationship) else { return false }
        let inverse = isAwakingUnchanged ? nil : object.inverse(of: relationship)
        let leadsBack = inverse.map { object.refers(to: self, in: $0) } ?? false
        remove(object.reference, from: relationship)
        guard let inverse else { return true }
        if leadsBack { object.remove(reference, from: inverse) } else { context?.changes.noteOneSidedLink() }
        return true
    }

    /// Whether the object has left its context, or has not entered one, so that it shows no destinations.
    private var isOutside: Bool { context == nil && (flags.contains(.hasLeft) || flags.contains(.isUnplaced)) }

    /// Removes all destinations but some, including deleted ones, whose deletion this object may deny, and references
    /// to objects that no longer exist (rules DEL-8 and DEL-11).
    final func clear(_ relationship: RelationshipDescription, except kept: Set<ManagedObject> = []) {
        if isOutside { return }
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
        require(
            context != nil && object.context != nil,
            """
            '\(entity.name).\(relationship.name)' cannot be set: \(context == nil ? self : object) is not in a \
            context; insert it first
            """)
        require(
            object.context === context,
            "'\(entity.name).\(relationship.name)' cannot point to \(object), which belongs to another context")
        require(
            object.entity.name == relationship.destinationName
                || object.entity.ancestorNames.contains(relationship.destinationName),
            "'\(entity.name).\(relationship.name)' points to \(relationship.destinationName), not to \(object)")
        require(
            object.state != .deleted,
            "'\(entity.name).\(relationship.name)' cannot point to \(object), which is deleted"
        )
    }

    /// The objects of a fetched property, for generated accessors.
    ///
    /// The first access performs the fetch, and waits for the store. The result is kept until the object is refreshed.
    ///
    /// - Precondition: The entity has the fetched property, and its fetch succeeds. Core Data raises an exception
    ///   otherwise; ``fetchedObjects(forKey:)`` throws. With ``Faulting/explicit``, that method has already fetched the
    ///   objects if a store is queried.
    public final subscript<Destination: ManagedObject>(fetched key: String) -> [Destination] {
        if let context, context.faulting == .explicit, context.contextOfStores.isQueried,
            entity.fetchedProperty(named: key) != nil, keptObjects(ofFetchedProperty: key, in: context) == nil
        {
            endProgram("'\(key)' of \(self) was not fetched; call fetchedObjects(forKey:) before reading it")
        }
        do {
            return try StoreCancellation.ignoringCancellation { try fetchedObjects(forKey: key) }
                .compactMap { $0 as? Destination }
        } catch {
            endProgram("the fetched property '\(entity.name).\(key)' cannot be read: \(error)")
        }
    }

    /// Returns the objects of a fetched property, in the order of their creation (rule DRV-7) unless a module with
    /// Core Data's names specifies another one, and without those that were deleted since the first access. The result
    /// is empty for an object that has left its context. The first call waits for the store.
    ///
    /// In the predicate, `$FETCH_SOURCE` is this object, and `$FETCHED_PROPERTY` is the property, with its `name` and
    /// `userInfo`.
    ///
    /// - Throws: ``FetchError`` for a property or a destination that does not exist, ``QueryError`` or
    ///   `FormatError` for a predicate that cannot be evaluated.
    public final func fetchedObjects(forKey key: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: key) else {
            throw FetchError.unknownProperty(key, of: entity)
        }
        guard let context = managedObjectContext else { return [] }
        if let kept = keptObjects(ofFetchedProperty: key, in: context) { return kept }
        let variables: [String: ConstantValue] = [
            "FETCH_SOURCE": predicateValue,
            "FETCHED_PROPERTY": .opaque(OpaqueValue(QueryStructure(describing: property))),
        ]
        var request = try FetchRequest<ManagedObject>(property.fetchRequest, variables: variables)
        (entity.adapter as? any FetchedPropertyAdapter)?.complete(&request, ofFetchedProperty: key)
        let objects = try context.nestingFetch(of: "\(entity.name).\(key)") { try context.fetch(request) }
        ownDetails.fetchedObjects[key] = objects.map { FetchedDestination(object: $0, reference: $0.reference) }
        return objects
    }

    /// Returns the objects of an earlier fetch; nil if the property must be fetched again.
    private func keptObjects(ofFetchedProperty key: String, in context: ManagedObjectContext) -> [ManagedObject]? {
        guard let kept = details?.fetchedObjects[key] else { return nil }
        var objects: [ManagedObject] = []
        for destination in kept {
            if let object = destination.object {
                if object.context === context, context.isLiving(object.reference) { objects.append(object) }
            } else if destination.reference.isTemporary {
                return nil
            } else if let object = context.livingObject(for: destination.reference) {
                objects.append(object)
            }
        }
        return objects
    }
}

/// The counterpart of an entity in a module with Core Data's names, whose fetched properties can have more settings
/// than a model file.
package protocol FetchedPropertyAdapter: AnyObject {
    /// Adds the settings that a model file does not have to the request of a property, such as its order.
    func complete(_ request: inout FetchRequest<ManagedObject>, ofFetchedProperty key: String)
}

extension QueryStructure {
    fileprivate init(describing property: FetchedProperty) {
        let entries = property.userInfo.entries.map { ($0.key, ConstantValue.string($0.value)) }
        let userInfo = QueryStructure(
            name: "userInfo", members: Dictionary(entries, uniquingKeysWith: { first, _ in first }), isOpen: true)
        self.init(
            name: "fetched property",
            members: ["name": .string(property.name), "userInfo": .opaque(OpaqueValue(userInfo))])
    }
}
