// Core Data's objects retain the destinations that were read from them, so that these keep what only instances have:
// that they are no faults, transient values, and properties of their classes (Core Data Programming Guide, "Breaking
// Strong References").
extension ManagedObject {
    /// Retains the destination of a to-one relationship in place of an earlier one.
    @inline(never)
    final func retain(_ object: ManagedObject, as relationship: RelationshipDescription) {
        if retainedDestination(at: relationship.index) === object { return }
        setRetained(object, at: relationship.index)
    }

    /// Retains the destinations of a to-many relationship in place of earlier ones.
    @inline(never)
    final func retain(_ objects: [ManagedObject], as relationship: RelationshipDescription) {
        if let list = retainedDestination(at: relationship.index) as? RetainedDestinations {
            list.objects = objects
        } else if !objects.isEmpty {
            setRetained(RetainedDestinations(objects), at: relationship.index)
        }
    }

    /// Releases all destinations.
    final func releaseDestinations() {
        guard let details, !details.retainedDestinations.isEmpty else { return }
        details.retainedDestinations = []
    }

    private func retainedDestination(at index: Int) -> AnyObject? {
        guard let list = details?.retainedDestinations, index < list.count else { return nil }
        return list[index]
    }

    private func setRetained(_ object: AnyObject, at index: Int) {
        let details = ownDetails
        if details.retainedDestinations.isEmpty {
            details.retainedDestinations = Array(repeating: nil, count: entity.relationships.count)
        }
        details.retainedDestinations[index] = object
        context?.retained.noteDestinations()
    }
}

/// The retained destinations of a to-many relationship.
private final class RetainedDestinations {
    var objects: [ManagedObject]

    init(_ objects: [ManagedObject]) { self.objects = objects }
}
