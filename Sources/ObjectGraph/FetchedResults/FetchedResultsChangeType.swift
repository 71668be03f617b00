/// The kind of change of an object or a section of a result (rule FRC-19).
public enum FetchedResultsChangeType: UInt, Sendable, Hashable, CaseIterable {
    /// The object or section was inserted.
    case insert = 1
    /// The object or section was deleted.
    case delete = 2
    /// The object changed and moved to another position.
    case move = 3
    /// The object changed and kept its position.
    case update = 4
}
