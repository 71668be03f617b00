// The places of destinations in relationships. A place counts those that still exist; what is deleted may still be
// referred to, and keeps its place among the references.
extension ManagedObject {
    /// The identities of the destinations that still exist, in order.
    final func destinationIDs(of relationship: RelationshipDescription) -> [ObjectID] {
        guard leadsSomewhere(relationship) else { return [] }
        let context = livingContext
        return livingReferences(of: relationship).map(context.objectID(for:))
    }

    /// The references to the destinations that still exist, in order.
    final func livingReferences(of relationship: RelationshipDescription) -> [ObjectReference] {
        let references = links(at: relationship.index).references
        if leadsToLivingOnly(relationship) { return references }
        let context = livingContext
        return references.filter(context.isLiving)
    }

    /// The destination at a place, or nil for none.
    final func destination(at index: Int, of relationship: RelationshipDescription) -> ManagedObject? {
        guard index >= 0, leadsSomewhere(relationship) else { return nil }
        if leadsToLivingOnly(relationship), case .toMany(let list) = links(at: relationship.index) {
            return index < list.count ? livingContext.object(for: list[index]) : nil
        }
        let references = livingReferences(of: relationship)
        return index < references.count ? livingContext.object(for: references[index]) : nil
    }

    /// Adds a destination on both sides, at a place of an ordered relationship. Without effect for an object that is
    /// there already.
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription, at index: Int) {
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

    /// Brings the destinations that still exist into an order. Without effect when they are in it.
    ///
    /// - Precondition: The order has each of them once.
    final func reorder(_ order: [ObjectReference], in relationship: RelationshipDescription) {
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

    /// Takes a destination out of its place and puts it in again, at a place among the others. O(√*n*) where all
    /// destinations exist.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    final func moveDestination(from source: Int, to place: Int, in relationship: RelationshipDescription) {
        guard source != place else { return }
        changeOrder(of: relationship) { list in
            let moved = list[source]
            list.remove(at: source)
            list.insert(moved, at: place)
        }
    }

    /// Swaps two destinations. O(√*n*) where all destinations exist.
    ///
    /// - Precondition: There is a destination at each of the indexes.
    final func swapDestinations(at first: Int, _ second: Int, in relationship: RelationshipDescription) {
        guard first != second else { return }
        changeOrder(of: relationship) { list in
            let moved = list[first]
            list.replace(at: first, with: list[second])
            list.replace(at: second, with: moved)
        }
    }

    /// The place of a destination; nil for what is none. O(*n*).
    final func place(of object: ManagedObject, in relationship: RelationshipDescription) -> Int? {
        guard isDestination(object, of: relationship) else { return nil }
        guard leadsToLivingOnly(relationship), case .toMany(let list) = links(at: relationship.index) else {
            return livingReferences(of: relationship).firstIndex(of: object.reference)
        }
        return list.position(of: object.reference)
    }

    /// Changes the order of the destinations that exist.
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

    /// The place among all references of the destination at a place.
    private func reference(at index: Int, of relationship: RelationshipDescription) -> Int {
        if leadsToLivingOnly(relationship) { return index }
        let references = links(at: relationship.index).references
        let context = livingContext
        let living = references.indices.filter { context.isLiving(references[$0]) }
        return living.indices.contains(index) ? living[index] : references.count
    }

    /// Whether every reference of a relationship points to an object that still exists.
    ///
    /// Known without a look for most. For others each reference is looked at once, and again only after objects have
    /// gone, so that places are found in O(1).
    final func leadsToLivingOnly(_ relationship: RelationshipDescription) -> Bool {
        let context = livingContext
        // What a deleted object leads to is not told to it.
        let isTold = !relationship.mayLeadNowhere && state != .deleted && !context.mayLeadToDeleted
        if isTold, context.parent == nil, snapshotStamp == context.snapshotCount || holdsLatestRow { return true }
        let stamp = LivingReferences(relationshipIndex: relationship.index, departureCount: context.departureCount)
        if details?.livingReferences == stamp { return true }
        guard links(at: relationship.index).references.allSatisfy(context.isLiving) else { return false }
        ownDetails.livingReferences = stamp
        return true
    }

    /// Whether an unchanged object has what the context's state has, as where others have been saved since it was read:
    /// that tells of no destination that no longer exists.
    private var holdsLatestRow: Bool {
        let context = livingContext
        guard !hasPending, context.deletionsToPropagate.isEmpty,
            context.snapshot.reader(of: reference) == nil,
            context.snapshot.row(of: reference).map(heldRow.isBeside) == true
        else { return false }
        snapshotStamp = context.snapshotCount
        return true
    }

    /// The details, made when they are first needed.
    final var ownDetails: ObjectDetails {
        if let details { return details }
        let made = ObjectDetails()
        details = made
        return made
    }
}

/// Says that a relationship had no reference to a deleted object when a context had seen so many departures. New
/// references always point to objects that exist, so it stays true until the next departure.
struct LivingReferences: Equatable {
    var relationshipIndex: Int
    var departureCount: Int
}
