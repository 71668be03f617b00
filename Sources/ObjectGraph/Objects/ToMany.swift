/// The destinations of a to-many relationship: a live view that reads and changes the relationship itself.
///
/// It is used like a set. Changes keep the inverse on the other side at once. Members come in a steady order, that in
/// which they were added, but two views with the same members are equal whatever it is. Made from an array literal it
/// is a plain collection, to be assigned to a relationship.
public struct ToMany<Element: ManagedObject> {
    private let list: DestinationList<Element>

    init(owner: ManagedObject, relationship: RelationshipDescription) {
        list = .view(owner: owner, relationship: relationship)
    }

    /// A plain collection, each object once.
    public init(_ objects: some Sequence<Element>) {
        list = DestinationList(objects)
    }

    /// The number of destinations.
    public var count: Int { list.count }

    /// Whether there is no destination.
    public var isEmpty: Bool { count == 0 }

    /// The first destination, or nil for none.
    public var first: Element? { list.first }

    /// The destinations as they are now. Assigning replaces them all.
    public var objects: [Element] {
        get { list.objects }
        nonmutating set { list.assign(newValue) }
    }

    /// The identities of the destinations as they are now.
    public var objectIDs: [ObjectID] { list.objectIDs }

    /// Whether an object is a destination.
    public func contains(_ object: Element) -> Bool {
        list.contains(object)
    }

    /// Adds a destination, and returns whether it was missing. Without effect for one that is there already.
    @discardableResult
    public func insert(_ object: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.append(object), object)
    }

    /// Removes a destination, and returns it; nil, and without effect, for one that is not there.
    @discardableResult
    public func remove(_ object: Element) -> Element? {
        list.remove(object) ? object : nil
    }

    /// Removes every destination.
    public func removeAll() {
        subtract(objects)
    }

    /// Removes the destinations of which something is true.
    public func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
        subtract(try objects.filter(isUnwanted))
    }

    func isView(of relationship: RelationshipDescription, owner: ManagedObject) -> Bool {
        list.isView(of: relationship, owner: owner)
    }
}

// The algebra of sets.
extension ToMany {
    /// Adds several destinations.
    public func formUnion(_ objects: some Sequence<Element>) {
        for object in Array(objects) { insert(object) }
    }

    /// Removes several destinations.
    public func subtract(_ objects: some Sequence<Element>) {
        for object in Array(objects) { remove(object) }
    }

    /// Removes the destinations that are not among some objects.
    public func formIntersection(_ objects: some Sequence<Element>) {
        let kept = Set(objects)
        removeAll { !kept.contains($0) }
    }

    /// The destinations and some more objects.
    public func union(_ objects: some Sequence<Element>) -> Set<Element> {
        Set(self).union(objects)
    }

    /// The destinations that are not among some objects.
    public func subtracting(_ objects: some Sequence<Element>) -> Set<Element> {
        Set(self).subtracting(objects)
    }

    /// The destinations that are among some objects.
    public func intersection(_ objects: some Sequence<Element>) -> Set<Element> {
        Set(self).intersection(objects)
    }

    /// Whether every destination is among some objects.
    public func isSubset(of objects: some Sequence<Element>) -> Bool {
        Set(self).isSubset(of: objects)
    }

    /// Whether all of some objects are destinations.
    public func isSuperset(of objects: some Sequence<Element>) -> Bool {
        Set(self).isSuperset(of: objects)
    }

    /// Whether none of some objects is a destination.
    public func isDisjoint(with objects: some Sequence<Element>) -> Bool {
        Set(self).isDisjoint(with: objects)
    }
}

extension ToMany: Equatable {
    /// Whether both have the same members now.
    public static func == (left: ToMany, right: ToMany) -> Bool {
        Set(left) == Set(right)
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
