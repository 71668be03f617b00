// The positions of destinations in relationships, counting those that still exist. Deleted ones may still be referred
// to, and keep their place among the references.
extension ManagedObject {
    /// Returns the IDs of the destinations that still exist, in order.
    final func destinationIDs(of relationship: RelationshipDescription) -> [ObjectID] {
        guard leadsSomewhere(relationship) else { return [] }
        let context = livingContext
        return livingReferences(of: relationship).map(context.objectID(for:))
    }

    /// Returns the references to the destinations that still exist, in order.
    final func livingReferences(of relationship: RelationshipDescription) -> [ObjectReference] {
        let references = links(at: relationship.index).references
        if leadsToLivingOnly(relationship) { return references }
        let context = livingContext
        return references.filter(context.isLiving)
    }

    /// Returns the destination at an index; nil if there is none.
    final func destination(at index: Int, of relationship: RelationshipDescription) -> ManagedObject? {
        guard index >= 0, leadsSomewhere(relationship) else { return nil }
        if leadsToLivingOnly(relationship), case .toMany(let list) = links(at: relationship.index) {
            return index < list.count ? livingContext.object(for: list[index]) : nil
        }
        let references = livingReferences(of: relationship)
        return index < references.count ? livingContext.object(for: references[index]) : nil
    }

    /// Adds a destination on both sides, at an index of an ordered relationship. This has no effect on an existing
    /// destination.
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription, at index: Int) {
        guard let remaining = completeSave(beforeLinking: [object]), !remaining.isEmpty else { return }
        let countBefore = links(at: relationship.index).count
        let place = reference(at: index, of: relationship)
        link(object, to: relationship)
        guard links(at: relationship.index).count > countBefore, place < countBefore else { return }
        changeLinks(at: relationship.index) { links in
            guard case .toMany(var list) = links else { return }
            links = .toOne(.none)
            let added = list[list.count - 1]
            list.remove(at: list.count - 1)
            list.insert(added, at: place)
            links = .toMany(list)
        }
    }

    /// Changes the order of the destinations that still exist.
    ///
    /// - Precondition: The order contains each of them once.
    final func reorder(_ order: [ObjectReference], in relationship: RelationshipDescription) {
        var order = order
        if context?.saveInProgress != nil {
            guard completeSave(beforeLinking: []) != nil else { return }
            // The save may have found that others have added and removed some.
            let living = livingReferences(of: relationship)
            let wanted = Set(order)
            order = order.filter(Set(living).contains) + living.filter { !wanted.contains($0) }
        }
        // Of an object that has left its context, such as with the save that has just been completed, nothing is
        // changed.
        if flags.contains(.hasLeft) { return }
        let old = links(at: relationship.index).references
        var references = order
        if !leadsToLivingOnly(relationship) {
            let context = livingContext
            var next = order.makeIterator()
            references = old.map { context.isLiving($0) ? next.next() ?? $0 : $0 }
        }
        guard references != old else { return }
        changeLinks(at: relationship.index) { $0 = .toMany(ReferenceList(references)) }
    }

    /// Moves a destination to an index among the others. O(√*n*) if all destinations exist.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    final func moveDestination(from source: Int, to place: Int, in relationship: RelationshipDescription) {
        guard source != place, completesSave(keeping: max(source, place), in: relationship) else { return }
        changeOrder(of: relationship) { list in
            let moved = list[source]
            list.remove(at: source)
            list.insert(moved, at: place)
        }
    }

    /// Swaps two destinations. O(√*n*) if all destinations exist.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    final func swapDestinations(at first: Int, _ second: Int, in relationship: RelationshipDescription) {
        guard first != second, completesSave(keeping: max(first, second), in: relationship) else { return }
        changeOrder(of: relationship) { list in
            let moved = list[first]
            list.replace(at: first, with: list[second])
            list.replace(at: second, with: moved)
        }
    }

    /// Returns the index of a destination; nil if the object is not a destination. O(*n*).
    final func place(of object: ManagedObject, in relationship: RelationshipDescription) -> Int? {
        guard isDestination(object, of: relationship) else { return nil }
        guard leadsToLivingOnly(relationship), case .toMany(let list) = links(at: relationship.index) else {
            return livingReferences(of: relationship).firstIndex(of: object.reference)
        }
        return list.position(of: object.reference)
    }

    /// Completes a save in progress, and returns whether there still is a destination at an index.
    private func completesSave(keeping index: Int, in relationship: RelationshipDescription) -> Bool {
        guard context?.saveInProgress != nil else { return true }
        return completeSave(beforeLinking: []) != nil && index < livingReferences(of: relationship).count
    }

    /// Changes the order of the destinations that still exist.
    private func changeOrder(of relationship: RelationshipDescription, _ body: (inout ReferenceList) -> Void) {
        guard leadsToLivingOnly(relationship) else {
            var order = ReferenceList(livingReferences(of: relationship))
            body(&order)
            return reorder(Array(order), in: relationship)
        }
        changeLinks(at: relationship.index) { links in
            guard case .toMany(var list) = links else { return }
            links = .toOne(.none)
            body(&list)
            links = .toMany(list)
        }
    }

    /// Converts an index among the destinations that still exist to one among all references.
    private func reference(at index: Int, of relationship: RelationshipDescription) -> Int {
        if leadsToLivingOnly(relationship) { return index }
        let references = links(at: relationship.index).references
        let context = livingContext
        let living = references.indices.filter { context.isLiving(references[$0]) }
        return living.indices.contains(index) ? living[index] : references.count
    }

    /// Whether every reference of a relationship points to an object that still exists.
    ///
    /// Most relationships need no check. For others, each reference is checked once, and again only after objects have
    /// been deleted, so that indexes are found in O(1).
    final func leadsToLivingOnly(_ relationship: RelationshipDescription) -> Bool {
        let context = livingContext
        // A deleted object does not know changes of the other side.
        let isTold = !relationship.allowsMissingDestination && state != .deleted && !context.changes.mayLeadToDeleted
        if isTold, context.parent == nil, snapshotStamp == context.committed.stamp || holdsLatestRow,
            !mayHaveLaterLinks(at: relationship.index, in: context)
        {
            return true
        }
        let stamp = LivingReferences(relationshipIndex: relationship.index, departureCount: context.departures.count)
        if details?.livingReferences == stamp { return true }
        guard links(at: relationship.index).references.allSatisfy(context.isLiving) else { return false }
        ownDetails.livingReferences = stamp
        return true
    }

    /// Whether others may have linked the object to ones that this context has deleted: some stores return destinations
    /// of a later state than the context's.
    private func mayHaveLaterLinks(at index: Int, in context: ManagedObjectContext) -> Bool {
        context.isQueried && context.hasChanges && heldRow.row?.knownLinks(at: index).deferred?.mayBeLater == true
    }

    /// Whether an unchanged object has the values of the context's state, as when others were saved since it was read.
    /// In this case, all of its destinations exist.
    private var holdsLatestRow: Bool {
        let context = livingContext
        guard !hasPending, context.changes.deletions.rules.isEmpty,
            context.snapshot.reader(of: reference) == nil,
            context.snapshot.columns.row(of: reference).map(heldRow.sharesChunk) == true
        else { return false }
        snapshotStamp = context.committed.stamp
        return true
    }

    /// The details, created on first use.
    final var ownDetails: ObjectDetails {
        if let details { return details }
        let made = ObjectDetails()
        details = made
        return made
    }
}
