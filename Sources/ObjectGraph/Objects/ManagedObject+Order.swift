// The places of destinations in ordered relationships. A place counts those that still exist; what is deleted may still
// be referred to, and keeps its place among the references.
extension ManagedObject {
    /// The identities of the destinations that still exist, in order.
    final func destinationIDs(of relationship: RelationshipDescription) -> [ObjectID] {
        if hasLeft { return [] }
        let references = record.relationships[relationship.index]
        if refersToLivingOnly(in: relationship) { return references }
        let context = livingContext
        return references.filter(context.isLiving)
    }

    /// The destination at a place, or nil for none.
    final func destination(at index: Int, of relationship: RelationshipDescription) -> ManagedObject? {
        let objectIDs = destinationIDs(of: relationship)
        return objectIDs.indices.contains(index) ? livingContext.object(with: objectIDs[index]) : nil
    }

    /// Adds a destination on both sides, at a place of an ordered relationship. Without effect for an object that is
    /// there already.
    final func link(_ object: ManagedObject, to relationship: RelationshipDescription, at index: Int) {
        let countBefore = record.relationships[relationship.index].count
        let place = reference(at: index, of: relationship)
        link(object, to: relationship)
        guard record.relationships[relationship.index].count > countBefore, place < countBefore else { return }
        update { record in
            let added = record.relationships[relationship.index].removeLast()
            record.relationships[relationship.index].insert(added, at: place)
        }
    }

    /// Brings the destinations that still exist into an order. Without effect when they are in it.
    ///
    /// - Precondition: The order has each of them once.
    final func reorder(_ order: [ObjectID], in relationship: RelationshipDescription) {
        let old = record.relationships[relationship.index]
        var references = order
        if !refersToLivingOnly(in: relationship) {
            let context = livingContext
            var next = order.makeIterator()
            references = old.map { context.isLiving($0) ? next.next() ?? $0 : $0 }
        }
        guard references != old else { return }
        update { $0.relationships[relationship.index] = references }
    }

    /// The place among all references of the destination at a place.
    private func reference(at index: Int, of relationship: RelationshipDescription) -> Int {
        if refersToLivingOnly(in: relationship) { return index }
        let references = record.relationships[relationship.index]
        let context = livingContext
        let living = references.indices.filter { context.isLiving(references[$0]) }
        return living.indices.contains(index) ? living[index] : references.count
    }

    /// Whether every reference of a relationship leads to an object that still exists.
    ///
    /// Looks at each reference once, and again only after objects have gone, so that places are found in O(1).
    private func refersToLivingOnly(in relationship: RelationshipDescription) -> Bool {
        let context = livingContext
        let stamp = LivingReferences(relationshipIndex: relationship.index, departureCount: context.departureCount)
        if livingReferences == stamp { return true }
        guard record.relationships[relationship.index].allSatisfy(context.isLiving) else { return false }
        livingReferences = stamp
        return true
    }
}

/// Says that a relationship had no reference to a deleted object when a context had seen so many departures. New
/// references always lead to objects that exist, so it stays true until the next departure.
struct LivingReferences: Equatable {
    var relationshipIndex: Int
    var departureCount: Int
}
