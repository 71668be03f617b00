import ObjectGraph

/// What a context shows of relationships without reading from its store: where the two sides disagree.
struct MeetingAgreement {
    struct Disagreement: Hashable {
        var object: ManagedObject
        var key: String
        var other: ManagedObject
        var objectID: ObjectID { object.objectID }

        /// Whether a new child would read the same: what its parents have read before others saved stands beside what
        /// they have not read.
        var isOfParent: Bool {
            guard let parent = object.managedObjectContext?.parent,
                let inverse = object.entity.relationship(named: key)?.inverseName
            else { return false }
            let child = ManagedObjectContext(parent: parent)
            return child.object(with: objectID).objectIDs(forRelationshipNamed: key).contains(other.objectID)
                && !child.object(with: other.objectID).objectIDs(forRelationshipNamed: inverse).contains(objectID)
        }
    }

    let context: ManagedObjectContext
    /// The objects that have been read.
    private let known: Set<ManagedObject>
    private let disagreements: Set<Disagreement>

    init(of context: ManagedObjectContext, isResident: Bool) {
        self.context = context
        guard isResident else {
            // Reading the other side may ask the store.
            (known, disagreements) = ([], [])
            return
        }
        let stored = context.persistentStoreCoordinator.committedState.columns
        // What others have deleted stays as it was read or changed, until a save decides about it: also what is new
        // here, because a policy restores it, and stored, because others have restored it, too. A parent may not have
        // merged yet that others have restored it.
        let known = context.registeredObjects.filter { object in
            let sameObjects = sequence(first: context, next: \.parent)
                .compactMap { $0.registeredObject(for: object.objectID) }
            if sameObjects.contains(where: \.isDeleted) { return false }
            return !object.isFault && stored.contains(object.objectID) != sameObjects.contains(where: \.isInserted)
        }
        var found: Set<Disagreement> = []
        for object in known {
            for relationship in object.entity.relationships {
                guard let inverse = relationship.inverseName else { continue }
                for objectID in object.objectIDs(forRelationshipNamed: relationship.name) {
                    guard let other = context.registeredObject(for: objectID), known.contains(other),
                        !other.objectIDs(forRelationshipNamed: inverse).contains(object.objectID)
                    else { continue }
                    found.insert(Disagreement(object: object, key: relationship.name, other: other))
                }
            }
        }
        self.known = known
        disagreements = found
    }

    /// Whether two objects disagree.
    func disagrees(_ disagreement: Disagreement) -> Bool { disagreements.contains(disagreement) }

    /// The disagreements between objects that had been read before, and did not disagree.
    func disagreements(since before: MeetingAgreement) -> Set<Disagreement> {
        disagreements.subtracting(before.disagreements).filter {
            before.known.contains($0.object) && before.known.contains($0.other)
        }
    }
}
