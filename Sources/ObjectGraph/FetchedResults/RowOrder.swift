import Foundation

/// How the rows of a live result are ordered: as the request says, and what is equal then as it came to be.
struct RowOrder {
    struct Key {
        fileprivate var values: [SortValue]
        fileprivate var reference: ObjectReference
        /// The place in the result, where Foundation has compared the objects.
        fileprivate var place: Int
    }

    /// Nil if Foundation compares the objects themselves; the order is then the one of the last fetch.
    let keys: SortKeys?

    /// - Parameter place: Where the object is in the result, as of a fetch.
    func key(
        of object: ManagedObject, at place: Int = 0, _ evaluator: PredicateEvaluator<ManagedObjectSource>
    ) throws -> Key {
        Key(values: try keys?.values(of: object, with: evaluator) ?? [], reference: object.reference, place: place)
    }

    /// Whether two keys have the same values, so nothing the order asks for has changed from one to the other.
    func hasSameValues(_ left: Key, _ right: Key) -> Bool {
        keys.map { $0.compare(left.values, right.values) == .orderedSame } ?? true
    }

    func precedes(_ left: Key, _ right: Key) -> Bool {
        guard let keys else { return left.place < right.place }
        switch keys.compare(left.values, right.values) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: return left.reference.wasMadeBefore(right.reference)
        }
    }
}
