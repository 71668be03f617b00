/// The destinations of an ordered to-many relationship: a live view that reads and changes the relationship itself.
///
/// It is used like an array in which no object stands twice. Adding one that is there already leaves it where it is, as
/// `NSMutableOrderedSet` does; to give it another place, move it. Changes keep the inverse on the other side at once,
/// and a change of the order alone is a change of the object. Made from an array literal it is a plain collection, to
/// be assigned to a relationship.
///
/// Sorting and the like are methods of its own rather than those of `MutableCollection`, whose algorithms hold an object
/// twice for a moment.
public struct OrderedToMany<Element: ManagedObject> {
    let list: DestinationList<Element>

    init(owner: ManagedObject, relationship: RelationshipDescription) {
        list = .view(owner: owner, relationship: relationship)
    }

    /// A plain collection, each object once, at its first place.
    public init(_ objects: some Sequence<Element>) {
        list = DestinationList(objects)
    }

    /// The destinations as they are now, in order. Assigning replaces them all, and says the order too.
    public var objects: [Element] {
        get { list.objects }
        nonmutating set { list.assign(newValue) }
    }

    /// The identities of the destinations as they are now, in order.
    public var objectIDs: [ObjectID] { list.objectIDs }

    /// Whether an object is a destination.
    public func contains(_ object: Element) -> Bool {
        list.contains(object)
    }

    /// The place of an object; nil when it is no destination. O(*n*).
    public func firstIndex(of object: Element) -> Int? {
        list.index(of: object)
    }

    /// The place of an object; nil when it is no destination. O(*n*).
    public func lastIndex(of object: Element) -> Int? {
        firstIndex(of: object)
    }

    func isView(of relationship: RelationshipDescription, owner: ManagedObject) -> Bool {
        list.isView(of: relationship, owner: owner)
    }
}

extension OrderedToMany: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { list.count }

    /// The destination at a place. Assigning an object that has another place already removes the one that was here.
    ///
    /// - Precondition: There is a destination at the place.
    public subscript(position: Int) -> Element {
        get { list.object(at: position) }
        nonmutating set { replace(at: position, with: newValue) }
    }

    /// Walks the destinations as they were when the walk began, so the relationship may be changed meanwhile.
    public func makeIterator() -> IndexingIterator<[Element]> {
        objects.makeIterator()
    }
}

extension OrderedToMany: Equatable {
    /// Whether both have the same members in the same order now.
    public static func == (left: OrderedToMany, right: OrderedToMany) -> Bool {
        left.objects == right.objects
    }
}

extension OrderedToMany: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) {
        self.init(elements)
    }
}

extension OrderedToMany: CustomStringConvertible {
    public var description: String { objects.description }
}
