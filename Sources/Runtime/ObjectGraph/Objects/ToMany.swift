/// The destinations of a to-many relationship: a live view that reads and changes the relationship itself.
///
/// Use it like a set. Changes immediately update the inverse on the other side. Members have a stable order, in which
/// they were added, but two views with the same members are equal in any order. If you create it from an array literal,
/// it is a plain collection that you can assign to a relationship.
///
/// ```swift
/// hero.teams = [team, other]
/// for team in hero.teams { print(team.name, team.heroes.contains(hero)) }  // true
/// hero.teams.remove(other)  // The hero is no longer in other.heroes.
/// ```
public struct ToMany<Element: ManagedObject> {
    private let list: DestinationList<Element>

    init(owner: ManagedObject, relationship: RelationshipDescription) {
        list = .view(owner: owner, relationship: relationship)
    }

    /// Creates a plain collection with each object once.
    public init(_ objects: some Sequence<Element>) { list = DestinationList(objects) }

    /// The number of destinations.
    public var count: Int { list.count }
    /// Whether there are no destinations.
    public var isEmpty: Bool { count == 0 }
    /// The first destination; nil if there is none.
    public var first: Element? { list.first }

    /// The current destinations, in the order in which they were added. Assigning replaces all destinations.
    public var objects: [Element] {
        get { list.objects }
        nonmutating set { list.assign(newValue) }
    }

    /// The IDs of the current destinations, in the same order.
    public var objectIDs: [ObjectID] { list.objectIDs }

    /// Returns whether an object is a destination.
    public func contains(_ object: Element) -> Bool { list.contains(object) }

    /// Adds a destination, and returns whether it was missing. This has no effect on an existing destination.
    ///
    /// ```swift
    /// let isNew = hero.teams.insert(team).inserted  // false: the hero is already in the team.
    /// ```
    @discardableResult
    public func insert(_ object: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        (list.append(object), object)
    }

    /// Removes a destination, and returns it. If the object is not a destination, the method has no effect and returns
    /// nil.
    @discardableResult
    public func remove(_ object: Element) -> Element? { list.remove(object) ? object : nil }

    /// Removes every destination.
    public func removeAll() { subtract(objects) }

    /// Removes the destinations that satisfy a condition.
    public func removeAll(where isUnwanted: (Element) throws -> Bool) rethrows {
        subtract(try objects.filter(isUnwanted))
    }

    func assign(to owner: ManagedObject, _ relationship: RelationshipDescription) {
        list.assign(to: owner, relationship)
    }
}

// The algebra of sets.
extension ToMany {
    /// Adds several destinations.
    public func formUnion(_ objects: some Sequence<Element>) {
        let objects = Array(objects)
        for object in list.completeSave(beforeLinking: objects) ?? objects { insert(object) }
    }

    /// Removes several destinations.
    public func subtract(_ objects: some Sequence<Element>) {
        for object in Array(objects) { remove(object) }
    }

    /// Removes the destinations that are not in a sequence.
    public func formIntersection(_ objects: some Sequence<Element>) {
        let kept = Set(objects)
        removeAll { !kept.contains($0) }
    }

    /// Returns the destinations and the objects of a sequence.
    public func union(_ objects: some Sequence<Element>) -> Set<Element> { Set(self).union(objects) }

    /// Returns the destinations that are not in a sequence.
    public func subtracting(_ objects: some Sequence<Element>) -> Set<Element> { Set(self).subtracting(objects) }

    /// Returns the destinations that are in a sequence.
    public func intersection(_ objects: some Sequence<Element>) -> Set<Element> { Set(self).intersection(objects) }

    /// Returns whether every destination is in a sequence.
    public func isSubset(of objects: some Sequence<Element>) -> Bool { Set(self).isSubset(of: objects) }

    /// Returns whether all objects of a sequence are destinations.
    public func isSuperset(of objects: some Sequence<Element>) -> Bool { Set(self).isSuperset(of: objects) }

    /// Returns whether no object of a sequence is a destination.
    public func isDisjoint(with objects: some Sequence<Element>) -> Bool { Set(self).isDisjoint(with: objects) }
}

extension ToMany: Equatable {
    /// Returns whether both have the same members.
    public static func == (left: ToMany, right: ToMany) -> Bool { Set(left) == Set(right) }
}

extension ToMany: Sequence {
    /// Returns an iterator over the current destinations. You can change the relationship during the iteration.
    public func makeIterator() -> IndexingIterator<[Element]> { objects.makeIterator() }

    public var underestimatedCount: Int { count }
}

extension ToMany: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ToMany: CustomStringConvertible {
    public var description: String { objects.description }
}
