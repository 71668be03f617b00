/// The destinations of an ordered to-many relationship: a live view that reads and changes the relationship itself.
///
/// Use it like an array of unique objects. Adding an existing destination keeps its position, as in
/// `NSMutableOrderedSet`. To change its position, move it. Changes immediately update the inverse on the other side.
/// Changing only the order also changes the object. If you create it from an array literal, it is a plain collection
/// that you can assign to a relationship.
///
/// It has its own methods for sorting and similar operations, because the algorithms of `MutableCollection` temporarily
/// contain an object twice.
///
/// ```swift
/// notebook.notes = [first, second]
/// notebook.notes.insert(third, at: 0)
/// print(notebook.notes[0] == third, third.notebook == notebook)  // true true
/// notebook.notes.swapAt(1, 2)
/// ```
public struct OrderedToMany<Element: ManagedObject> {
    let list: DestinationList<Element>

    init(owner: ManagedObject, relationship: RelationshipDescription) {
        list = .view(owner: owner, relationship: relationship)
    }

    /// Creates a plain collection with each object once, at its first position.
    public init(_ objects: some Sequence<Element>) { list = DestinationList(objects) }

    /// The current destinations, in order. Assigning replaces all destinations and their order.
    public var objects: [Element] {
        get { list.objects }
        nonmutating set { list.assign(newValue) }
    }

    /// The IDs of the current destinations, in order.
    public var objectIDs: [ObjectID] { list.objectIDs }

    /// Returns whether an object is a destination.
    public func contains(_ object: Element) -> Bool { list.contains(object) }

    /// Returns the index of an object; nil if it is not a destination. O(*n*).
    public func firstIndex(of object: Element) -> Int? { list.index(of: object) }

    /// Returns the index of an object; nil if it is not a destination. O(*n*).
    public func lastIndex(of object: Element) -> Int? { firstIndex(of: object) }

    func assign(to owner: ManagedObject, _ relationship: RelationshipDescription) {
        list.assign(to: owner, relationship)
    }
}

extension OrderedToMany: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { list.count }

    /// The destination at an index. If you assign an object that is already a destination, the old destination at the
    /// index is removed.
    ///
    /// - Precondition: There is a destination at the index.
    public subscript(position: Int) -> Element {
        get { list.object(at: position) }
        nonmutating set { replace(at: position, with: newValue) }
    }

    /// Returns an iterator over the current destinations. You can change the relationship during the iteration.
    public func makeIterator() -> IndexingIterator<[Element]> { objects.makeIterator() }
}

extension OrderedToMany: Equatable {
    /// Returns whether both have the same members in the same order.
    public static func == (left: OrderedToMany, right: OrderedToMany) -> Bool { left.objects == right.objects }
}

extension OrderedToMany: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension OrderedToMany: CustomStringConvertible {
    public var description: String { objects.description }
}
