import Foundation
import Synchronization

// Commits, each in a turn of the lane of every store that it concerns.
extension PersistentStoreCoordinator {
    /// How many saves wait for others to the same store.
    package var waitingCommitCount: Int {
        members.reduce(0) { $0 + $1.lane.waitingCount + $1.claims.waitingCount }
    }

    /// Commits a change set atomically.
    ///
    /// Saves to a store wait while another one's changes are written to it, unless it has many writers. If the store
    /// can write several change sets at once, the next saver commits for all that wait. Saves to other stores do not
    /// wait for it.
    ///
    /// - Parameter timestamp: The time for the history.
    /// - Throws: ``MergeConflictError``, ``ConstraintConflictError``, the store's error, or `CancellationError`. In
    ///   this case, nothing has changed.
    func commit(_ changes: ChangeSet, at timestamp: @autoclosure () -> Date) throws -> CommittedState {
        // On whatever thread.
        try RequestingContext.named(changes.contextName) {
            // An empty change set is checked, and creates no state (rules OBJ-11 and CTX-6).
            if changes.isEmpty {
                let state = committedState
                try state.checkConflicts(of: changes)
                return state
            }
            return try StoreActivity.measure(
                .saving(
                    inserted: changes.inserted.count, updated: changes.updated.count, deleted: changes.deleted.count,
                    in: systemName(), for: changes.contextName)
            ) {
                try commitInTurn(changes, at: timestamp)
            }
        }
    }

    private func commitInTurn(_ changes: ChangeSet, at timestamp: () -> Date) throws -> CommittedState {
        precedence.waitForOthers()
        do {
            while true {
                let (members, combined) = assembly.withLock { ($0.members, $0.combined) }
                let after =
                    if let combined {
                        try commit(changes, to: combined, at: timestamp)
                    } else {
                        try commit(changes, to: members[0], at: timestamp)
                    }
                // Otherwise, stores were added or removed before its turn.
                guard let after else { continue }
                tell(changes, after.layout)
                return after
            }
        } catch let partial as PartialCommitError {
            for part in partial.written { tell(part, partial.state.layout) }
            throw partial
        }
    }

    /// Waits for a turn in the lane of a store, to write one change set.
    private func beginTurn(in member: AttachedStore) throws -> CommitLane.Turn {
        guard member.hasManyWriters else {
            try member.lane.begin(.alone)
            return .alone
        }
        // The history numbers the commits, so they come one after the other.
        if try member.history.readTracking() {
            try member.lane.begin(.alone)
            return .alone
        }
        try member.lane.begin(.beside)
        do {
            // It may have been started before the turn began.
            guard try member.history.readTracking() else { return .beside }
        } catch {
            member.lane.end(.beside)
            throw error
        }
        member.lane.end(.beside)
        try member.lane.begin(.alone)
        return .alone
    }

    /// Commits to the only store.
    ///
    /// - Returns: The state after the commit; nil if stores were added or removed before, and nothing was written.
    private func commit(
        _ changes: ChangeSet, to member: AttachedStore, at timestamp: () -> Date
    ) throws -> CommittedState? {
        var turn = CommitLane.Turn.alone
        var request: CommitRequest?
        if member.hasManyWriters {
            turn = try beginTurn(in: member)
        } else if !member.lane.beginAtOnce(.alone) {
            let waiting = CommitRequest(changes, at: timestamp())
            guard try member.lane.begin(for: waiting) else { return try waiting.outcome?.get() }
            request = waiting
        }
        defer { member.lane.end(turn) }
        guard onlyMember === member else { return nil }
        switch turn {
        case .alone:
            if let request, commitWithOthers(request, to: member) { return try request.outcome?.get() }
            return try commitAlone(changes, to: member, at: timestamp)
        case .beside: return try commitBesideOthers(changes, to: member)
        }
    }

    /// Commits to a store with many writers.
    private func commitBesideOthers(_ changes: ChangeSet, to member: AttachedStore) throws -> CommittedState {
        let values = try member.valuesToClaim(for: changes, in: member.state)
        if !values.isEmpty {
            // Between the search and the commit, no other context may save an equal value.
            try member.claims.claim(values)
        }
        defer { if !values.isEmpty { member.claims.release(values) } }
        if !values.isEmpty { _ = try member.uniquenessEdits(for: changes, in: member.state) }
        let after = try findingAllConflicts(of: changes, in: member) { try member.commit(changes) }
        changeCount.add(1, ordering: .acquiringAndReleasing)
        return after
    }

    private func commitAlone(
        _ changes: ChangeSet, to member: AttachedStore, at timestamp: () -> Date
    ) throws -> CommittedState {
        let (before, edits) = try comparingWithOthers([member], { member.state }) {
            [try member.uniquenessEdits(for: changes, in: $0)]
        }
        let after = try findingAllConflicts(of: changes, in: member) {
            try member.commit(changes, before: before, at: timestamp)
        }
        for edits in edits where !edits.isEmpty { member.apply(edits) }
        changeCount.add(1, ordering: .acquiringAndReleasing)
        return after
    }

    /// Compares unique values in the latest state. If there are any, and others can have committed something since the
    /// known state, it is compared again: the stores do not keep these values unique themselves.
    ///
    /// - Parameters:
    ///   - members: The stores with the values. No commit runs in them.
    ///   - compare: Returns the edits of the indexes for the commit after a state.
    /// - Returns: The state, and the edits for it.
    private func comparingWithOthers(
        _ members: [AttachedStore], _ state: () -> CommittedState,
        _ compare: (CommittedState) throws -> [[UniquenessIndex.Edit]]
    ) throws -> (state: CommittedState, edits: [[UniquenessIndex.Edit]]) {
        let known = state()
        let found = Result { try compare(known) }
        let behind = members.filter(\.mayBeBehind)
        guard !behind.isEmpty, (try? found.get().allSatisfy(\.isEmpty)) != true else { return (known, try found.get()) }
        for member in behind { processExternalChanges(of: member) }
        let latest = state()
        return (latest, latest.generation == known.generation ? try found.get() : try compare(latest))
    }

    /// Runs a commit. If a store that enforces uniqueness refuses it, all conflicts of the changes are found.
    private func findingAllConflicts(
        of changes: ChangeSet, in member: AttachedStore, _ commit: () throws -> CommittedState
    ) throws -> CommittedState {
        do {
            return try commit()
        } catch let conflicts as ConstraintConflictError {
            processExternalChanges(of: member)
            _ = try member.uniquenessEdits(for: changes, in: member.state, isRefused: true)
            // The other object has just been deleted or changed.
            throw conflicts
        }
    }

    /// Commits a request together with those that wait, if there are any and the store can write several at once: not
    /// if it records a history, whose transactions are written one by one.
    ///
    /// - Returns: Whether the request is settled.
    private func commitWithOthers(_ request: CommitRequest, to member: AttachedStore) -> Bool {
        guard member.lane.waitingCount > 0, member.commitsGroups else { return false }
        // Values that may have to be compared with others' are committed alone in any case.
        if member.mayBeBehind {
            let values = try? member.valuesToClaim(for: request.changes, in: member.state)
            guard values?.isEmpty == true else { return false }
        }
        let others = member.lane.takeRequests()
        guard !others.isEmpty else { return false }
        // Canceling the task of one saver does not cancel the others' saves.
        StoreCancellation.ignoringCancellation { commit([request] + others, to: member) }
        member.lane.settle(others)
        return request.outcome != nil
    }

    /// Commits the requests that can be committed together, and settles them.
    private func commit(_ requests: [CommitRequest], to member: AttachedStore) {
        let group = member.group(requests)
        guard !group.accepted.isEmpty else { return }
        do {
            let states = try member.commit(group)
            changeCount.add(1, ordering: .acquiringAndReleasing)
            for (request, state) in zip(group.accepted, states) { request.settle(.success(state)) }
        } catch  where error is MergeConflictError || error is GroupCommitError {
            // Others have changed something, or one of the change sets cannot be written:
            // each saver receives its own outcome.
            member.forgetValues()
            for request in group.accepted {
                request.settle(Result { try commitAlone(request.changes, to: member, at: { request.date }) })
            }
        } catch {
            // The index has seen states that will never exist.
            member.forgetValues()
            for request in group.accepted { request.settle(.failure(error)) }
        }
    }

    // MARK: - Commits to several stores

    /// Commits to the stores that the changes concern.
    ///
    /// - Returns: The state after the commit; nil if stores were added or removed before, and nothing was written.
    private func commit(
        _ changes: ChangeSet, to combined: CombinedStores, at timestamp: () -> Date
    ) throws -> CommittedState? {
        var parts: [CombinedStores.Part] = []
        defer { for part in parts { part.member.lane.end(part.turn) } }
        // In the order of the stores, so that no two saves wait for each other.
        for (member, part) in zip(combined.members, try StoreParts(changes, of: combined.layout).parts)
        where !part.concernsNothing {
            parts.append(CombinedStores.Part(member: member, turn: try beginTurn(in: member), changes: part))
        }
        guard assembly.withLock({ $0.combined === combined }) else { return nil }
        var claims: [(claims: ValueClaims, values: Set<UniquenessIndex.Slot>)] = []
        defer { for claim in claims { claim.claims.release(claim.values) } }
        for part in parts where part.turn == .beside {
            let values = try part.member.valuesToClaim(for: part.changes, in: combined.state)
            guard !values.isEmpty else { continue }
            try part.member.claims.claim(values)
            claims.append((part.member.claims, values))
        }
        // Those that are alone may be behind others.
        let alone = parts.filter { $0.turn == .alone }.map(\.member)
        let edits = try comparingWithOthers(alone, { combined.state }) {
            try uniquenessEdits(for: parts, in: $0)
        }.edits
        do {
            let after = try combined.commit(parts, at: timestamp)
            for (part, edits) in zip(parts, edits) where !edits.isEmpty { part.member.apply(edits) }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            return after
        } catch let conflicts as ConstraintConflictError {
            for part in parts { processExternalChanges(of: part.member) }
            _ = try uniquenessEdits(for: parts, in: combined.state, isRefused: true)
            // The other object has just been deleted or changed.
            throw conflicts
        } catch let partial as PartialCommitError {
            // The indexes know nothing of what some of the stores have written.
            for part in parts { part.member.forgetValues() }
            changeCount.add(1, ordering: .acquiringAndReleasing)
            throw partial
        }
    }

    /// The edits of the indexes for the parts of a save, in their order.
    ///
    /// - Throws: ``ConstraintConflictError`` with the conflicts of all parts.
    private func uniquenessEdits(
        for parts: [CombinedStores.Part], in state: CommittedState, isRefused: Bool = false
    ) throws -> [[UniquenessIndex.Edit]] {
        var edits: [[UniquenessIndex.Edit]] = []
        var conflicts: [ConstraintConflict] = []
        for part in parts {
            do {
                edits.append(try part.member.uniquenessEdits(for: part.changes, in: state, isRefused: isRefused))
            } catch let error as ConstraintConflictError {
                conflicts += error.conflicts
            }
        }
        guard !conflicts.isEmpty else { return edits }
        // Those that the other stores would find are found as well.
        if !isRefused, parts.count > 1 { _ = try uniquenessEdits(for: parts, in: state, isRefused: true) }
        throw ConstraintConflictError(conflicts: conflicts)
    }
}
