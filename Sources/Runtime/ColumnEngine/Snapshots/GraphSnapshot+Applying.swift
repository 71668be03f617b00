extension GraphSnapshot {
    /// The state after a change set. O(*c* log *n*) for *c* changes, plus the affected chunks.
    ///
    /// - Throws: ``MergeConflictError`` if an object was changed or deleted since the change started, or
    ///   ``GraphIntegrityError`` if the state would be inconsistent.
    public func applying(_ changes: ChangeSet) throws -> GraphSnapshot {
        do {
            guard let editor = try edited(by: changes) else { return self }
            let next = editor.finish()
            if changes.mayChangeLinks {
                var rules = GraphCommitRules(changes, appliedBy: editor, before: self, after: next)
                try rules.check()
            }
            if !next.layout.derivations.isEmpty {
                var rule = DerivationCommitRule(changes, appliedBy: editor, before: self, after: next)
                try rule.check()
            }
            return next
        } catch let error as StaleObjectsError {
            throw conflict(over: error)
        }
    }

    /// The state after a change set from a journal, whose reader checks the result as a whole.
    ///
    /// - Throws: ``MergeConflictError`` if the change set does not fit the state.
    package func replaying(_ changes: ChangeSet) throws -> GraphSnapshot {
        do throws(StaleObjectsError) {
            return try edited(by: changes)?.finish() ?? self
        } catch {
            throw conflict(over: error)
        }
    }

    /// The editor for the state after a change set; nil if the state stays the same, because only written changes
    /// create another one (rules OBJ-11 and CTX-6).
    private func edited(by changes: ChangeSet) throws(StaleObjectsError) -> GraphEditor? {
        try check(changes)
        if changes.isEmpty { return nil }
        var editor = GraphEditor(self)
        try editor.apply(changes)
        return editor
    }

    private func conflict(over stale: StaleObjectsError) -> MergeConflictError {
        MergeConflictError(objectIDs: Set(stale.references).sorted().map(layout.objectID))
    }

    private func check(_ changes: ChangeSet) throws(StaleObjectsError) {
        let stale = changes.staleReferences(in: self)
        guard stale.isEmpty else { throw StaleObjectsError(references: stale) }
    }
}

/// The rows that a change set is compared with.
protocol ComparedState {
    associatedtype ReadingError: Error
    var layout: GraphLayout { get }

    /// An object; nil if there is none.
    func row(of reference: ObjectReference) throws(ReadingError) -> Row?

    /// The destinations of an object that may not have been read.
    func links(of row: Row, at relationship: Int) throws(ReadingError) -> Links
}

extension GraphSnapshot: ComparedState {
    func links(of row: Row, at relationship: Int) -> Links { row.links(at: relationship) }
}

extension ChangeSet {
    /// The objects that are not in a state as the changes have read them.
    func staleReferences<State: ComparedState>(in state: State) throws(State.ReadingError) -> [ObjectReference] {
        var stale: [ObjectReference] = []
        for update in updated where try state.row(of: update.reference)?.version != update.version {
            stale.append(update.reference)
        }
        for reference in indirectlyUpdated where try state.row(of: reference) == nil { stale.append(reference) }
        for object in expectedVersions where try state.row(of: object.reference)?.version != object.version {
            stale.append(object.reference)
        }
        for deletion in deleted where try isStale(deletion, in: state) { stale.append(deletion.reference) }
        for place in inserted.indices where try state.row(of: inserted[place].reference) != nil {
            stale.append(inserted[place].reference)
        }
        return stale
    }

    /// Whether an object has changed, or links to it were added, since the decision to delete it. The delete rules
    /// would then have missed objects.
    private func isStale<State: ComparedState>(
        _ deletion: Deletion, in state: State
    ) throws(State.ReadingError) -> Bool {
        guard let row = try state.row(of: deletion.reference) else { return true }
        guard let base = deletion.base, base.chunk !== row.chunk else { return false }
        if base.version != row.version { return true }
        for relationship in state.layout.entities[deletion.reference.entityOrdinal].relationships
        where !relationship.isStored && relationship.inverseName != nil {
            let known = try state.links(of: base, at: relationship.index)
            let difference = known.difference(to: try state.links(of: row, at: relationship.index))
            if !difference.added.isEmpty { return true }
        }
        return false
    }
}
