import Foundation

/// The order of the rows of a live result: as in the request, then in the order of their creation.
struct RowOrder {
    struct Key {
        fileprivate var values: [SortValue]
        fileprivate var reference: ObjectReference
        /// The index in the result, if Foundation has compared the objects.
        fileprivate var place: Int
    }

    /// The keys; nil if Foundation compares the objects. The order is then that of the last fetch.
    let keys: SortKeys?

    /// - Parameter place: The index of the object in the result of a fetch.
    func key(
        of object: ManagedObject, at place: Int = 0, _ evaluator: PredicateEvaluator<ManagedObjectSource>
    ) throws -> Key {
        Key(values: try keys?.values(of: object, with: evaluator) ?? [], reference: object.reference, place: place)
    }

    /// The key of an object that has another ID since, and is otherwise followed with its next change.
    func key(_ old: Key, ofRenamed object: ManagedObject, _ evaluator: PredicateEvaluator<ManagedObjectSource>) throws
        -> Key
    {
        let isByID = old.values.contains { if case .identity = $0 { true } else { false } }
        if isByID { return try key(of: object, at: old.place, evaluator) }
        return Key(values: old.values, reference: object.reference, place: old.place)
    }

    /// The reference that an object had when it was placed with a key.
    func reference(in key: Key) -> ObjectReference { key.reference }

    /// Whether a key has another ID than its object has now.
    func isOutdated(_ key: Key, of object: ManagedObject) -> Bool { key.reference != object.reference }

    /// Whether two keys have the same values, so the order does not change.
    func hasSameValues(_ left: Key, _ right: Key) -> Bool {
        keys.map { $0.compare(left.values, right.values) == .orderedSame } ?? true
    }

    func precedes(_ left: Key, _ right: Key) -> Bool {
        guard let keys else { return left.place < right.place }
        switch keys.compare(left.values, right.values) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return left.reference.wasCreatedBefore(right.reference)
        }
    }
}
