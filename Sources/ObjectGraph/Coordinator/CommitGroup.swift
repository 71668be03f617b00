/// Several requests that are committed together: each is checked against the state after those before it, and all are
/// written at once.
struct CommitGroup {
    /// In the order in which they are to be committed.
    private(set) var accepted: [CommitRequest] = []
    /// Those that are to be tried again when it is known what has become of the others: no one is to decide on a conflict
    /// with a state that may never be.
    private(set) var postponed: [CommitRequest] = []

    /// What waits for the medium longer than for another save gains nothing from a group.
    private static let greatestChangeCount = 1000

    /// Finds out which requests can be committed.
    ///
    /// - Parameters:
    ///   - requests: In the order of their coming. What conflicts with the state before all is settled.
    ///   - before: The latest committed state.
    ///   - uniqueness: Of that state; afterwards, of the one after the accepted requests.
    init(_ requests: [CommitRequest], before: GraphSnapshot, uniqueness: inout UniquenessIndex) {
        var state = before
        for request in requests {
            guard accepted.isEmpty || request.changes.isSmall(Self.greatestChangeCount) else {
                postponed.append(request)
                continue
            }
            do {
                let edits = try uniqueness.edits(for: request.changes, in: state)
                state = try state.applying(request.changes)
                uniqueness.apply(edits)
                accepted.append(request)
            } catch {
                if accepted.isEmpty { request.settle(.failure(error)) } else { postponed.append(request) }
            }
        }
    }
}

extension ChangeSet {
    fileprivate func isSmall(_ count: Int) -> Bool { inserted.count + updated.count + deleted.count <= count }
}
