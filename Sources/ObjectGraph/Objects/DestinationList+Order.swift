// What only ordered relationships need: places.
extension DestinationList {
    /// The object at a place, which exists. O(1) while no destination has been deleted since the last question.
    func object(at index: Int) -> Element {
        checkElement(index)
        switch self {
        case .view(let owner, let relationship):
            guard let object = owner.destination(at: index, of: relationship) as? Element else {
                preconditionFailure(
                    "'\(owner.entity.name).\(relationship.name)' does not contain objects of type \(Element.self)")
            }
            return object
        case .members(let members): return members.objects[index]
        }
    }

    /// Adds an object at a place, which may be the end, and returns whether it was missing. One that already exists
    /// stays where it is.
    func insert(_ object: Element, at index: Int) -> Bool {
        checkPlace(index)
        let isNew = !contains(object)
        switch self {
        case .view(let owner, let relationship): owner.link(object, to: relationship, at: index)
        case .members(let members) where isNew: members.objects.insert(object, at: index)
        case .members: break
        }
        return isNew
    }

    /// The place of an object; nil when it is not there. O(*n*).
    func index(of object: ManagedObject) -> Int? {
        switch self {
        case .view(let owner, let relationship): owner.place(of: object, in: relationship)
        case .members(let members): members.objects.firstIndex { $0 === object }
        }
    }

    /// Takes an object out of its place and puts it in again, at a place among the others.
    func move(from source: Int, to destination: Int) {
        checkElement(source)
        checkElement(destination)
        switch self {
        case .view(let owner, let relationship):
            owner.moveDestination(from: source, to: destination, in: relationship)
        case .members(let members):
            members.objects.insert(members.objects.remove(at: source), at: destination)
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

    /// Brings the objects into another order.
    ///
    /// - Precondition: They are the same objects, each once.
    func reorder(_ objects: [Element]) {
        precondition(objects.count == count, "\(name) was changed while its order was being decided")
        switch self {
        case .view(let owner, let relationship): owner.reorder(objects.map(\.reference), in: relationship)
        case .members(let members): members.objects = objects
        }
    }

    /// The error of a program that names an object that is not there.
    func checkElement(_ index: Int) {
        let count = count
        precondition(index >= 0 && index < count, "index \(index) is out of range: \(name) has \(count) objects")
    }

    /// The error of a program that names a place that is not there.
    func checkPlace(_ index: Int) {
        let count = count
        precondition(index >= 0 && index <= count, "index \(index) is out of range: \(name) has \(count) objects")
    }

    /// What a message calls the list.
    var name: String {
        switch self {
        case .view(let owner, let relationship): "'\(owner.entity.name).\(relationship.name)'"
        case .members: "the collection"
        }
    }
}
