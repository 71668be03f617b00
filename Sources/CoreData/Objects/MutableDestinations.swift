public import Foundation
import ObjectGraph

extension NSManagedObject {
    /// Returns a set whose changes change a to-many relationship and its inverse (rule OBJ-22).
    ///
    /// Foundation off Apple's platforms casts only its own sets to Swift's: use `allObjects` of this one.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet { MutableDestinations(self, key) }

    /// Returns an ordered set whose changes change an ordered relationship and its inverse (rule OBJ-22).
    ///
    /// The set's methods show changes to the relationship by other code. On platforms without Apple's framework, iteration
    /// and `array` show them only after a call of another method.
    ///
    /// - Precondition: The entity has the relationship, and it is to-many and ordered.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
        MutableOrderedDestinations(self, key)
    }

    /// Returns ``mutableSetValue(forKey:)`` of the object at a key path, such as `notebook.notes`.
    ///
    /// - Precondition: All steps but the last are to-one relationships with a destination.
    public final func mutableSetValue(forKeyPath keyPath: String) -> NSMutableSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableSetValue(forKey: key)
    }

    /// Returns ``mutableOrderedSetValue(forKey:)`` of the object at a key path.
    ///
    /// - Precondition: All steps but the last are to-one relationships with a destination.
    public final func mutableOrderedSetValue(forKeyPath keyPath: String) -> NSMutableOrderedSet {
        let (owner, key) = owner(ofLast: keyPath)
        return owner.mutableOrderedSetValue(forKey: key)
    }

    private func owner(ofLast keyPath: String) -> (NSManagedObject, String) {
        guard let dot = keyPath.lastIndex(of: ".") else { return (self, keyPath) }
        let path = String(keyPath[..<dot])
        guard let owner = value(forKeyPath: path) as? NSManagedObject else {
            endProgram("'\(path)' of \(self) points to no object whose relationship can be changed")
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
        endProgram("the destinations of a relationship belong to an object")
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
