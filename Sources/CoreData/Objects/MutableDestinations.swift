import Foundation
import ObjectGraph

/// The destinations of an unordered relationship.
final class MutableDestinations: NSMutableSet {
    private let owner: NSManagedObject
    private let key: String

    init(_ owner: NSManagedObject, _ key: String) {
        self.owner = owner
        self.key = key
        super.init(capacity: 0)
    }

    required init(capacity numItems: Int) {
        endProgram("the destinations of a relationship belong to an object")
    }

    required init?(coder aDecoder: NSCoder) { nil }

    private var objects: NSSet { (owner as ManagedObject).value(forKey: key) as? NSSet ?? NSSet() }
    private var view: ToMany<ManagedObject> { (owner as ManagedObject).mutableSetValue(forKey: key) }
    override var count: Int { objects.count }

    override func member(_ object: Any) -> Any? { objects.member(object) }

    override func objectEnumerator() -> NSEnumerator { objects.objectEnumerator() }

    /// Foundation describes only the storage of its own class, and ends the program if there is less than the count.
    override var description: String { objects.description }

    override func add(_ object: Any) {
        for object in NSManagedObject.members(of: [object]) { view.insert(object) }
    }

    override func remove(_ object: Any) {
        for object in NSManagedObject.members(of: [object]) { view.remove(object) }
    }
}
