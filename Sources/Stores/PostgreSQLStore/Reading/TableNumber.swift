import Synchronization

/// The number of a table on the server, to find out that someone has migrated the store since it was opened: a
/// migration recreates the tables under the same names.
///
/// Every result has the number of the table that it is from, so this costs no query.
final class TableNumber: Sendable {
    private let number: Atomic<UInt32>

    init(_ number: UInt32) { self.number = Atomic(number) }

    /// Whether a result is from the same table. Some engines give tables no numbers, and so 0.
    func matches(_ found: UInt32) -> Bool { found == 0 || number.load(ordering: .relaxed) == found }

    /// Expects another table from now on, which belongs to the same store.
    func expect(_ found: UInt32) { number.store(found, ordering: .relaxed) }
}
