/// What happened to an object or a section of a result (rule FRC-19).
public enum FetchedResultsChangeType: UInt, Sendable, Hashable, CaseIterable {
    /// The object or section has come in.
    case insert = 1
    /// The object or section has gone.
    case delete = 2
    /// The object has changed and stands at another place.
    case move = 3
    /// The object has changed and stands where it stood.
    case update = 4
}
