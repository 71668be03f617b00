import Foundation
import ObjectGraph

/// The destinations of an ordered relationship.
///
/// Foundation's class has its own storage, which iteration and `array` use, and these cannot be overridden. Therefore,
/// the storage follows the relationship: it is updated before it is read or changed, and assigned after a change.
final class MutableOrderedDestinations: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let key: String
    /// Whether a method of Foundation is running, which may call others.
    private var isInside = false

    init(_ owner: NSManagedObject, _ key: String) {
        self.owner = owner
        self.key = key
        super.init(capacity: 0)
        bringUpToDate()
    }

    required init?(coder aDecoder: NSCoder) { nil }

    required init(arrayLiteral elements: Any...) {
        endProgram("the destinations of a relationship belong to an object")
    }

    private func bringUpToDate() {
        let destinations = owner[requiredOrderedSet: key].array
        inside {
            guard !array.elementsEqual(destinations, by: { $0 as AnyObject === $1 as AnyObject }) else { return }
            super.removeAllObjects()
            for destination in destinations { super.add(destination) }
        }
    }

    private func inside<Result>(_ body: () -> Result) -> Result {
        isInside = true
        defer { isInside = false }
        return body()
    }

    private func read<Result>(_ body: () -> Result) -> Result {
        if isInside { return body() }
        bringUpToDate()
        return inside(body)
    }

    private func change(_ body: () -> Void) {
        if isInside { return body() }
        bringUpToDate()
        inside(body)
        owner[orderedSet: key] = inside { NSOrderedSet(array: array) }
    }

    // MARK: - Reading

    override var count: Int { read { super.count } }

    override func object(at idx: Int) -> Any { read { super.object(at: idx) } }
    override func objects(at indexes: IndexSet) -> [Any] { read { super.objects(at: indexes) } }
    override func index(of object: Any) -> Int { read { super.index(of: object) } }
    override func contains(_ object: Any) -> Bool { read { super.contains(object) } }
    override func copy(with zone: NSZone? = nil) -> Any { read { NSOrderedSet(array: array) } }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { read { NSMutableOrderedSet(array: array) } }

    // MARK: - Adding

    override func add(_ object: Any) { change { super.add(object) } }
    override func add(_ objects: UnsafePointer<AnyObject>?, count: Int) { change { super.add(objects, count: count) } }
    override func addObjects(from array: [Any]) { change { super.addObjects(from: array) } }
    override func insert(_ object: Any, at idx: Int) { change { super.insert(object, at: idx) } }
    override func insert(_ objects: [Any], at indexes: IndexSet) { change { super.insert(objects, at: indexes) } }
    override func union(_ other: NSOrderedSet) { change { super.addObjects(from: other.array) } }
    override func unionSet(_ other: Set<AnyHashable>) { change { super.addObjects(from: other.map(\.base)) } }

    // MARK: - Replacing and ordering

    override func replaceObject(at idx: Int, with obj: Any) { change { super.replaceObject(at: idx, with: obj) } }

    override func setObject(_ obj: Any, at idx: Int) {
        if idx == count { add(obj) } else { replaceObject(at: idx, with: obj) }
    }

    override func replaceObjects(in range: NSRange, with objects: UnsafePointer<AnyObject>?, count: Int) {
        change {
            let members = array
            super.removeAllObjects()
            super.addObjects(from: Array(members[..<range.location]))
            super.addObjects(from: Array(UnsafeBufferPointer(start: objects, count: count)))
            super.addObjects(from: Array(members[(range.location + range.length)...]))
        }
    }

    override func replaceObjects(at indexes: IndexSet, with objects: [Any]) {
        change { super.replaceObjects(at: indexes, with: objects) }
    }

    override func exchangeObject(at idx1: Int, withObjectAt idx2: Int) {
        change { super.exchangeObject(at: idx1, withObjectAt: idx2) }
    }

    override func moveObjects(at indexes: IndexSet, to idx: Int) {
        change { super.moveObjects(at: indexes, to: idx) }
    }

    override func sort(comparator cmptr: (Any, Any) -> ComparisonResult) { change { super.sort(comparator: cmptr) } }

    override func sort(options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult) {
        change { super.sort(options: opts, usingComparator: cmptr) }
    }

    override func sortRange(
        _ range: NSRange, options opts: NSSortOptions = [], usingComparator cmptr: (Any, Any) -> ComparisonResult
    ) {
        change { super.sortRange(range, options: opts, usingComparator: cmptr) }
    }

    // MARK: - Removing

    override func removeObject(at idx: Int) { change { super.removeObject(at: idx) } }
    override func removeObjects(in range: NSRange) { change { super.removeObjects(in: range) } }
    override func removeObjects(at indexes: IndexSet) { change { super.removeObjects(at: indexes) } }
    override func removeObjects(in array: [Any]) { change { super.removeObjects(in: array) } }
    override func removeAllObjects() { change { super.removeAllObjects() } }
    override func remove(_ val: Any) { change { super.remove(val) } }
    override func minus(_ other: NSOrderedSet) { removeObjects(in: other.array) }
    override func minusSet(_ other: Set<AnyHashable>) { removeObjects(in: other.map(\.base)) }
    override func intersect(_ other: NSOrderedSet) { intersectSet(other.set) }

    override func intersectSet(_ other: Set<AnyHashable>) {
        change {
            let members = array.filter { member in (member as? AnyHashable).map(other.contains) ?? false }
            super.removeAllObjects()
            super.addObjects(from: members)
        }
    }
}
