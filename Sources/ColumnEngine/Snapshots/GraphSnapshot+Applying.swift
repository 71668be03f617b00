extension GraphSnapshot {
    /// The state after a change set. O(*c* log *n*) for *c* changes, plus the affected chunks.
    ///
    /// - Throws: ``MergeConflict`` if an object was changed or deleted since the change started, or ``GraphViolation``
    ///   if the state would be inconsistent.
    public func applying(_ changes: ChangeSet) throws -> GraphSnapshot {
        do {
            guard let editor = try edited(by: changes) else { return self }
            let next = editor.finish()
            if changes.mayChangeLinks {
                var law = GraphLaw(changes, appliedBy: editor, before: self, after: next)
                try law.check()
            }
            var derivationLaw = DerivationLaw(changes, appliedBy: editor, before: self, after: next)
            try derivationLaw.check()
            return next
        } catch let error as StaleObjects {
            throw conflict(over: error)
        }
    }

    /// Checks whether a commit of a change set would be rejected, as far as that is known in advance.
    ///
    /// - Throws: As ``applying(_:)`` does, or the error of a store that is asked.
    package func checkConflicts(of changes: ChangeSet) throws {
        guard asksStores else {
            _ = try applying(changes)
            return
        }
        try readAhead(
            changes.updated.map(\.reference) + changes.touched + changes.checked.map(\.reference)
                + changes.deleted.map(\.reference) + changes.inserted.map(\.reference))
        do throws(StaleObjects) {
            try check(changes)
        } catch {
            throw conflict(over: error)
        }
    }

    /// The state after a change set from a journal, whose reader checks the result as a whole.
    ///
    /// - Throws: ``MergeConflict`` if the change set does not fit the state.
    package func replaying(_ changes: ChangeSet) throws -> GraphSnapshot {
        do throws(StaleObjects) {
            return try edited(by: changes)?.finish() ?? self
        } catch {
            throw conflict(over: error)
        }
    }

    /// The editor for the state after a change set; nil if the state stays the same, because only written changes
    /// create another one (rules OBJ-11 and CTX-6).
    private func edited(by changes: ChangeSet) throws(StaleObjects) -> GraphEditor? {
        try check(changes)
        if changes.isEmpty { return nil }
        var editor = GraphEditor(self)
        try editor.apply(changes)
        return editor
    }

    private func conflict(over stale: StaleObjects) -> MergeConflict {
        MergeConflict(objectIDs: Set(stale.references).sorted().map(layout.objectID))
    }

    private func check(_ changes: ChangeSet) throws(StaleObjects) {
        var stale = changes.updated.filter { row(of: $0.reference)?.version != $0.version }.map(\.reference)
        stale += changes.touched.filter { row(of: $0) == nil }
        stale += changes.checked.filter { row(of: $0.reference)?.version != $0.version }.map(\.reference)
        stale += changes.deleted.filter(isStale).map(\.reference)
        for place in changes.inserted.indices where row(of: changes.inserted[place].reference) != nil {
            stale.append(changes.inserted[place].reference)
        }
        guard stale.isEmpty else { throw StaleObjects(references: stale) }
    }

    /// Whether an object has changed, or links to it were added, since the decision to delete it. The delete rules
    /// would then have missed objects.
    private func isStale(_ deletion: ChangeSet.Deletion) -> Bool {
        guard let row = row(of: deletion.reference) else { return true }
        guard let base = deletion.base, base.chunk !== row.chunk else { return false }
        if base.version != row.version { return true }
        return tables[deletion.reference.entityOrdinal].entity.relationships.contains { relationship in
            guard !relationship.isStored, relationship.inverseName != nil else { return false }
            return !base.links(at: relationship.index).difference(to: row.links(at: relationship.index)).added.isEmpty
        }
    }
}
