/// The objects that recent commits to a store changed, for contexts that follow them.
struct CommitLog {
    /// Ascending by generation.
    private var commits: [Commit] = []

    private struct Commit {
        var generation: Int
        /// The number of the change set; nil for others' commits.
        var changeSet: Int?
        var inserted: [ObjectReference] = []
        var updated: [ObjectReference] = []
        var deleted: [ObjectReference] = []
        /// Whether these are all of its changes.
        var isComplete = true
    }

    /// What is known of some commits.
    struct Changes {
        var references = CommittedReferences()
        /// Whether these are all changes.
        var isComplete = true
        /// Whether some of the commits may still be recorded.
        var mayComeLater = false

        /// Adds the changes of another store.
        mutating func add(_ other: Changes) {
            references.inserted.formUnion(other.references.inserted)
            references.updated.formUnion(other.references.updated)
            references.deleted.formUnion(other.references.deleted)
            isComplete = isComplete && other.isComplete
        }
    }

    private static let capacity = 256

    mutating func append(_ changes: ChangeSet, generation: Int) {
        append(
            Commit(
                generation: generation, changeSet: changes.number,
                inserted: changes.inserted.indices.map { changes.inserted[$0].reference },
                updated: changes.updated.map(\.reference) + changes.indirectlyUpdated,
                deleted: changes.deleted.map(\.reference)))
    }

    /// Removes a change set whose commit has failed.
    mutating func remove(_ changes: ChangeSet) {
        if let place = commits.lastIndex(where: { $0.changeSet == changes.number }) { commits.remove(at: place) }
    }

    /// Adds what others have committed; nil if that is unknown.
    mutating func append(_ changes: CommittedReferences?, generation: Int) {
        guard let changes else { return append(Commit(generation: generation, isComplete: false)) }
        append(
            Commit(
                generation: generation, inserted: Array(changes.inserted), updated: Array(changes.updated),
                deleted: Array(changes.deleted)))
    }

    private mutating func append(_ commit: Commit) {
        if commits.count >= Self.capacity { commits.removeFirst(Self.capacity / 2) }
        commits.append(commit)
    }

    /// Returns what is known of the changes after a generation. Some may be unknown, because they are too old or
    /// another process's.
    ///
    /// - Parameter own: The numbers of change sets to leave out.
    func changes(after generation: Int, upTo latest: Int, without own: Set<Int>) -> Changes {
        var changes = Changes()
        var references = CommittedReferences()
        var count = 0
        for commit in commits where commit.generation > generation && commit.generation <= latest {
            count += 1
            if !commit.isComplete { changes.isComplete = false }
            if let number = commit.changeSet, own.contains(number) { continue }
            for reference in commit.inserted {
                // An object that was deleted in between, and stored again, has other values.
                if references.deleted.remove(reference) != nil {
                    references.updated.insert(reference)
                } else {
                    references.inserted.insert(reference)
                }
            }
            references.updated.formUnion(commit.updated)
            references.deleted.formUnion(commit.deleted)
            references.inserted.subtract(commit.deleted)
            references.updated.subtract(commit.deleted)
        }
        references.updated.subtract(references.inserted)
        changes.references = references
        if count < latest - generation {
            changes.isComplete = false
            // What was forgotten does not come again.
            let first = commits.first.map { max($0.generation, generation + 1) } ?? generation + 1
            changes.mayComeLater = count < latest - first + 1
        }
        return changes
    }
}
