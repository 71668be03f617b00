/// The objects that recent commits changed, for contexts that follow them.
struct CommitLog {
    /// Ascending by generation.
    private var commits: [Commit] = []

    private struct Commit {
        var generation: Int
        var inserted: [ObjectReference]
        var updated: [ObjectReference]
        var deleted: [ObjectReference]
    }

    private static let capacity = 256

    mutating func append(_ changes: ChangeSet, generation: Int) {
        append(
            Commit(
                generation: generation, inserted: changes.inserted.indices.map { changes.inserted[$0].reference },
                updated: changes.updated.map(\.reference) + changes.touched,
                deleted: changes.deleted.map(\.reference)))
    }

    /// Adds what others have committed.
    mutating func append(_ changes: CommittedReferences, generation: Int) {
        append(
            Commit(
                generation: generation, inserted: Array(changes.inserted), updated: Array(changes.updated),
                deleted: Array(changes.deleted)))
    }

    private mutating func append(_ commit: Commit) {
        if commits.count >= Self.capacity { commits.removeFirst(Self.capacity / 2) }
        commits.append(commit)
    }

    /// Returns the changes after a generation; nil if some are unknown, because they are too old or another process's.
    func changes(after generation: Int, upTo latest: Int) -> CommittedReferences? {
        let later = commits.filter { $0.generation > generation && $0.generation <= latest }
        guard later.count == latest - generation else { return nil }
        var merged = CommittedReferences()
        for commit in later {
            for reference in commit.inserted {
                // An object that was deleted in between, and stored again, has other values.
                if merged.deleted.remove(reference) != nil {
                    merged.updated.insert(reference)
                } else {
                    merged.inserted.insert(reference)
                }
            }
            merged.updated.formUnion(commit.updated)
            merged.deleted.formUnion(commit.deleted)
            merged.inserted.subtract(commit.deleted)
            merged.updated.subtract(commit.deleted)
        }
        merged.updated.subtract(merged.inserted)
        return merged
    }
}
