public import Foundation
import ObjectGraph

extension NSManagedObject {
    /// A set that changes a to-many relationship as it is changed, and keeps the inverse (rule OBJ-22).
    ///
    /// Foundation off Apple's platforms casts sets of its own classes only to Swift's: take `allObjects` of this one.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
        MutableDestinations(self, key)
    }

    /// An ordered set that changes an ordered relationship as it is changed, and keeps the inverse (rule OBJ-22).
    ///
    /// What changes the relationship otherwise is seen by the set's methods; by iteration and `array`, which Foundation keeps
    /// to itself off Apple's platforms, once one of them was called.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        MutableOrderedDestinations(self, key)
    }
}

/// The destinations of an unordered relationship.
private final class MutableDestinations: NSMutableSet {
    private let owner: NSManagedObject
    private let key: String

    init(_ owner: NSManagedObject, _ key: String) {
        self.owner = owner
        self.key = key
        super.init(capacity: 0)
    }

    required init(capacity numItems: Int) {
        preconditionFailure("the destinations of a relationship are of an object")
    }

    required init?(coder aDecoder: NSCoder) {
        nil
    }

    private var objects: NSSet { owner.value(forKey: key) as? NSSet ?? NSSet() }
    private var view: ToMany<ManagedObject> { owner.mutableSetValue(forKey: key) }

    override var count: Int { objects.count }

    override func member(_ object: Any) -> Any? { objects.member(object) }

    override func objectEnumerator() -> NSEnumerator { objects.objectEnumerator() }

    override func add(_ object: Any) {
        for object in NSManagedObject.members(of: [object]) { view.insert(object) }
    }

    override func remove(_ object: Any) {
        for object in NSManagedObject.members(of: [object]) { view.remove(object) }
    }
}
