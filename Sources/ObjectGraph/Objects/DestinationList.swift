/// What the views of to-many relationships stand on: the relationship of an object, or a plain collection.
///
/// Copies share a plain collection, as they share a relationship.
enum DestinationList<Element: ManagedObject> {
    case view(owner: ManagedObject, relationship: RelationshipDescription)
    case members(Members)

    final class Members {
        var objects: [Element]

        init(_ objects: [Element]) { self.objects = objects }
    }

    /// A plain collection, each object once, in the order of their first coming.
    init(_ objects: some Sequence<Element>) {
        var seen: Set<Element> = []
        self = .members(Members(objects.filter { seen.insert($0).inserted }))
    }

    var count: Int {
        switch self {
        case .view(let owner, let relationship): owner.destinationCount(of: relationship)
        case .members(let members): members.objects.count
        }
    }

    var objects: [Element] {
        switch self {
        case .view(let owner, let relationship):
            Self.elements(owner.destinations(of: relationship))
        case .members(let members): members.objects
        }
    }

    /// The objects that are of the class, each class looked at once where objects of one follow each other.
    private static func elements(_ objects: [ManagedObject]) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(objects.count)
        var known: ManagedObject.Type?
        for object in objects {
            if let known, type(of: object) == known {
                elements.append(unsafeDowncast(object, to: Element.self))
            } else if let element = object as? Element {
                known = type(of: object)
                elements.append(element)
            }
        }
        return elements
    }

    /// The first of the objects; nil for none.
    var first: Element? {
        switch self {
        case .view(let owner, let relationship): owner.destination(at: 0, of: relationship) as? Element
        case .members(let members): members.objects.first
        }
    }

    var objectIDs: [ObjectID] {
        switch self {
        case .view(let owner, let relationship): owner.destinationIDs(of: relationship)
        case .members(let members): members.objects.map(\.objectID)
        }
    }

    func contains(_ object: ManagedObject) -> Bool {
        switch self {
        case .view(let owner, let relationship): owner.isDestination(object, of: relationship)
        case .members(let members): members.objects.contains { $0 === object }
        }
    }

    /// Adds an object at the end, and returns whether it was missing.
    func append(_ object: Element) -> Bool {
        let isNew = !contains(object)
        switch self {
        case .view(let owner, let relationship): owner.link(object, to: relationship)
        case .members(let members) where isNew: members.objects.append(object)
        case .members: break
        }
        return isNew
    }

    /// Removes an object, and returns whether it was there.
    func remove(_ object: ManagedObject) -> Bool {
        switch self {
        case .view(let owner, let relationship):
            let isTold = owner.leadsSomewhere(relationship) && !object.isDeleted
            // Also of one that is to be deleted, which is no destination any more but still referred to.
            return owner.unlink(object, from: relationship) && isTold
        case .members(let members):
            let count = members.objects.count
            members.objects.removeAll { $0 === object }
            return members.objects.count < count
        }
    }

    /// Replaces all objects, each of the new ones once.
    func assign(_ objects: some Sequence<Element>) {
        switch self {
        case .view(let owner, let relationship): owner.setDestinations(Array(objects), of: relationship)
        case .members(let members): members.objects = Self(objects).objects
        }
    }

    func isView(of relationship: RelationshipDescription, owner: ManagedObject) -> Bool {
        guard case .view(let ownOwner, let ownRelationship) = self else { return false }
        return ownOwner === owner && ownRelationship == relationship
    }
}
