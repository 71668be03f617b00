/// The storage of a to-many view: the relationship of an object, or a plain collection.
///
/// Copies share a plain collection, just as they share a relationship.
enum DestinationList<Element: ManagedObject> {
    case view(owner: ManagedObject, relationship: RelationshipDescription)
    case members(Members)

    final class Members {
        var objects: [Element]

        init(_ objects: [Element]) { self.objects = objects }
    }

    /// Creates a plain collection with each object once, in the order of the first occurrences.
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
        case .view(let owner, let relationship): Self.elements(owner.destinations(of: relationship))
        case .members(let members): members.objects
        }
    }

    /// Returns the objects of the class, and checks the class of consecutive objects with the same class once.
    private static func elements(_ objects: [ManagedObject]) -> [Element] {
        var elements: [Element] = []
        elements.reserveCapacity(objects.count)
        var known: ManagedObject.Type?
        for object in objects {
            if let known, type(of: object) == known {
                // Safe: an object of exactly this class has passed the checked cast below, which is not repeated for
                // each.
                elements.append(unsafeDowncast(object, to: Element.self))
            } else if let element = object as? Element {
                known = type(of: object)
                elements.append(element)
            }
        }
        return elements
    }

    /// The first object; nil if there is none.
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

    /// Completes a save in progress of the owner's context before the list is read to add objects to it.
    ///
    /// - Returns: The objects without those that others have deleted, as the save has found;
    ///   nil if no save was in progress.
    func completeSave(beforeLinking objects: @autoclosure () -> [Element]) -> [Element]? {
        guard case .view(let owner, _) = self, owner.context?.saveInProgress != nil else { return nil }
        return owner.completeSave(beforeLinking: objects()).map(Self.elements) ?? []
    }

    /// Whether an object that was added is among the objects: nothing is linked to one that others have deleted (rule
    /// CTX-33).
    func canContain(_ object: Element) -> Bool {
        if case .view = self { !object.isDeleted } else { true }
    }

    /// Adds an object at the end, and returns whether it was missing.
    func append(_ object: Element) -> Bool {
        if completeSave(beforeLinking: [object])?.isEmpty == true { return false }
        let isNew = !contains(object)
        switch self {
        case .view(let owner, let relationship):
            owner.link(object, to: relationship)
            return isNew && canContain(object)
        case .members(let members) where isNew: members.objects.append(object)
        case .members: break
        }
        return isNew
    }

    /// Removes an object, and returns whether it was there.
    func remove(_ object: ManagedObject) -> Bool {
        switch self {
        case .view(let owner, let relationship):
            guard owner.completeSave(beforeLinking: []) != nil else { return false }
            let isTold = owner.leadsSomewhere(relationship) && !object.isDeleted
            // A deleted object is no longer a destination, but is still referred to.
            return owner.unlink(object, from: relationship) && isTold
        case .members(let members):
            let count = members.objects.count
            members.objects.removeAll { $0 === object }
            return members.objects.count < count
        }
    }

    /// Replaces all objects, with each of the new ones once.
    func assign(_ objects: some Sequence<Element>) {
        switch self {
        case .view(let owner, let relationship): owner.setDestinations(Array(objects), of: relationship)
        case .members(let members): members.objects = Self(objects).objects
        }
    }

    /// Sets a relationship to the objects, unless this is a view of it.
    func assign(to owner: ManagedObject, _ relationship: RelationshipDescription) {
        if case .view(let source, relationship) = self, source === owner { return }
        owner.setDestinations(objects, of: relationship)
    }
}

// Positions, which only ordered relationships have.
extension DestinationList {
    /// Returns the object at an index, which must exist. O(1) if no destination was deleted since the last call.
    func object(at index: Int) -> Element {
        checkElement(index)
        switch self {
        case .view(let owner, let relationship):
            guard let object = owner.destination(at: index, of: relationship) as? Element else {
                endProgram(
                    "'\(owner.entity.name).\(relationship.name)' does not contain objects of type \(Element.self)")
            }
            return object
        case .members(let members): return members.objects[index]
        }
    }

    /// Inserts an object at an index, which may be the end, and returns whether it was missing. An existing one keeps
    /// its place.
    func insert(_ object: Element, at index: Int) -> Bool {
        checkPlace(index)
        if completeSave(beforeLinking: [object])?.isEmpty == true { return false }
        let isNew = !contains(object)
        switch self {
        case .view(let owner, let relationship):
            owner.link(object, to: relationship, at: index)
            return isNew && canContain(object)
        case .members(let members) where isNew: members.objects.insert(object, at: index)
        case .members: break
        }
        return isNew
    }

    /// Returns the index of an object; nil if it is missing. O(*n*).
    func index(of object: ManagedObject) -> Int? {
        switch self {
        case .view(let owner, let relationship): owner.place(of: object, in: relationship)
        case .members(let members): members.objects.firstIndex { $0 === object }
        }
    }

    /// Moves an object to an index among the others.
    func move(from source: Int, to destination: Int) {
        checkElement(source)
        checkElement(destination)
        switch self {
        case .view(let owner, let relationship): owner.moveDestination(from: source, to: destination, in: relationship)
        case .members(let members): members.objects.insert(members.objects.remove(at: source), at: destination)
        }
    }

    /// Exchanges two objects.
    func swapAt(_ first: Int, _ second: Int) {
        checkElement(first)
        checkElement(second)
        switch self {
        case .view(let owner, let relationship): owner.swapDestinations(at: first, second, in: relationship)
        case .members(let members): members.objects.swapAt(first, second)
        }
    }

    /// Changes the order of the objects.
    ///
    /// - Precondition: They are the same objects, each once.
    func reorder(_ objects: [Element]) {
        require(objects.count == count, "\(name) was changed while its order was being decided")
        switch self {
        case .view(let owner, let relationship): owner.reorder(objects.map(\.reference), in: relationship)
        case .members(let members): members.objects = objects
        }
    }

    /// Checks that an object exists at an index.
    func checkElement(_ index: Int) {
        let count = count
        require(index >= 0 && index < count, "index \(index) is out of range: the count of \(name) is \(count)")
    }

    /// Checks that an object can be inserted at an index.
    func checkPlace(_ index: Int) {
        let count = count
        require(index >= 0 && index <= count, "index \(index) is out of range: the count of \(name) is \(count)")
    }

    /// The name of the list in messages.
    var name: String {
        switch self {
        case .view(let owner, let relationship): "'\(owner.entity.name).\(relationship.name)'"
        case .members: "the collection"
        }
    }
}
