/// What happened to an object or a section of a result (rule FRC-19).
public enum FetchedResultsChangeType: UInt, Sendable, Hashable, CaseIterable {
    case insert = 1
    case delete = 2
    case move = 3
    case update = 4
}
