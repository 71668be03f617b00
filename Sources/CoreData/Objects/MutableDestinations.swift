public import Foundation
import ObjectGraph

extension NSManagedObject {
    /// A set that changes a to-many relationship as it is changed, and keeps the inverse (rule OBJ-22).
    ///
    /// Foundation off Apple's platforms casts sets of its own classes only to Swift's: take `allObjects` of this one.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet { MutableDestinations(self, key) }

    /// An ordered set that changes an ordered relationship as it is changed, and keeps the inverse (rule OBJ-22).
    ///
    /// What changes the relationship otherwise is seen by the set's methods; by iteration and `array`, which Foundation keeps
    /// to itself off Apple's platforms, once one of them was called.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        MutableOrderedDestinations(self, key)
    }

    /// The same as ``mutableSetValue(forKey:)`` of the object that a path of names leads to, such as `notebook.notes`.
    ///
    /// - Precondition: All steps but the last are to-one relationships that lead somewhere.
    public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableSetValue(forKey: key)
    }

    /// The same as ``mutableOrderedSetValue(forKey:)`` of the object that a path of names leads to.
    ///
    /// - Precondition: All steps but the last are to-one relationships that lead somewhere.
    public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableOrderedSetValue(forKey: key)
    }

    private func owner(ofLast keyPath: String) -> (NSManagedObject, String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
        let path = String(keyPath[..<dot])
        guard let owner = value(forKeyPath: path) as? NSManagedObject else {
            preconditionFailure("'\(path)' of \(self) points to no object whose relationship can be changed")
        }
        return (owner, String(keyPath[keyPath.index(after: dot)...]))
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

    required init?(coder aDecoder: NSCoder) { nil }

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
