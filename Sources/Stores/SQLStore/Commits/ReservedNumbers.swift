package import StoreProtocol
import Synchronization

/// The numbers for new objects that a store has reserved in its database, and not assigned yet.
package final class ReservedNumbers: Sendable {
    /// By the name of the root entity. The last number of a range is the last one that was reserved.
    private let ranges = Mutex<[String: Range<Int64>]>([:])

    package init() {}

    /// Returns the first of some numbers, which are assigned then; nil if not enough are left.
    package func reserve(_ count: Int, forRootEntityNamed name: String) -> Int64? {
        ranges.withLock { ranges in
            guard let rest = ranges[name], rest.count >= count else { return nil }
            ranges[name] = rest.lowerBound + Int64(count)..<rest.upperBound
            return rest.lowerBound
        }
    }

    /// Replaces the numbers of an entity. Those that are left are never assigned.
    package func replace(_ numbers: Range<Int64>, forRootEntityNamed name: String) {
        ranges.withLock { $0[name] = numbers }
    }

    /// Returns the greatest numbers of new objects that were not reserved, such as those of another store's objects.
    /// The database must not assign them again.
    ///
    /// - Returns: The numbers, sorted by the name of the root entity.
    package func unreserved(
        in changes: StoreChanges, of model: ManagedObjectModel
    ) -> [(rootName: String, number: Int64)] {
        let greatest = changes.highestNumbers(in: model)
        let unreserved = ranges.withLock { ranges in
            greatest.filter { $0.value >= ranges[$0.key]?.upperBound ?? 1 }
        }
        return unreserved.sorted { $0.key < $1.key }.map { (rootName: $0.key, number: $0.value) }
    }
}
