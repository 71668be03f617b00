/// The destinations of a to-many relationship: a live view that reads and changes the relationship itself.
///
/// It is used like a set. Changes keep the inverse on the other side at once. Members come in a steady order: an
/// ordered relationship's own, else the order in which they were added. Made from an array literal it is a plain
/// collection, to be assigned to a relationship.
public struct ToMany<Element: ManagedObject> {
    private enum Storage {
        case view(owner: ManagedObject, relationship: RelationshipDescription)
        case members(Members)
    }

    private final class Members {
        var objects: [Element]

        init(_ objects: [Element]) {
            self.objects = objects
        }
    }

    private let storage: Storage

    init(owner: ManagedObject, relationship: RelationshipDescription) {
        storage = .view(owner: owner, relationship: relationship)
    }

    /// A plain collection, each object once.
    public init(_ objects: some Sequence<Element>) {
        var seen: Set<Element> = []
        storage = .members(Members(objects.filter { seen.insert($0).inserted }))
    }

    /// The number of destinations.
    public var count: Int {
        switch storage {
        case .view(let owner, let relationship): owner.destinationCount(of: relationship)
        case .members(let members): members.objects.count
        }
    }

    public var isEmpty: Bool { count == 0 }

    /// The first destination, or nil for none.
    public var first: Element? { objects.first }

    /// Whether an object is a destination.
    public func contains(_ object: Element) -> Bool {
        switch storage {
        case .view(let owner, let relationship): owner.isDestination(object, of: relationship)
        case .members(let members): members.objects.contains(object)
        }
    }

    /// Adds a destination. Without effect for one that is there already.
    public func insert(_ object: Element) {
        switch storage {
        case .view(let owner, let relationship): owner.link(object, to: relationship)
        case .members(let members) where !members.objects.contains(object): members.objects.append(object)
        case .members: break
        }
    }

    /// Removes a destination. Without effect for one that is not there.
    public func remove(_ object: Element) {
        switch storage {
        case .view(let owner, let relationship): owner.unlink(object, from: relationship)
        case .members(let members): members.objects.removeAll { $0 === object }
        }
    }

    /// Adds several destinations.
    public func formUnion(_ objects: some Sequence<Element>) {
        for object in Array(objects) { insert(object) }
    }

    /// Removes several destinations.
    public func subtract(_ objects: some Sequence<Element>) {
        for object in Array(objects) { remove(object) }
    }

    /// Removes every destination.
    public func removeAll() {
        subtract(objects)
    }

    /// The destinations as they are now.
    public var objects: [Element] {
        switch storage {
        case .view(let owner, let relationship):
            owner.destinations(of: relationship).compactMap { $0 as? Element }
        case .members(let members): members.objects
        }
    }

    func isView(of relationship: RelationshipDescription, owner: ManagedObject) -> Bool {
        guard case .view(let ownOwner, let ownRelationship) = storage else { return false }
        return ownOwner === owner && ownRelationship == relationship
    }
}

extension ToMany: Sequence {
    /// Walks the destinations as they were when the walk began, so the relationship may be changed meanwhile.
    public func makeIterator() -> IndexingIterator<[Element]> {
        objects.makeIterator()
    }

    public var underestimatedCount: Int { count }
}

extension ToMany: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension ToMany: CustomStringConvertible {
    public var description: String { objects.description }
}
