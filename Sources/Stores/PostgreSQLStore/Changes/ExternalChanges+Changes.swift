import ObjectGraph

extension ExternalChanges {
    /// The changes of a save.
    init(_ changes: StoreChanges) {
        self.init(
            inserted: Set(changes.inserted.map(\.objectID)), updated: Set(changes.updated.map(\.objectID)),
            deleted: Set(changes.deleted.map(\.objectID)))
    }

    /// Returns the union with other changes, if there are any.
    func adding(_ others: ExternalChanges?) -> ExternalChanges {
        guard let others else { return self }
        guard isComplete, others.isComplete else { return .unknown }
        let deleted = deleted.union(others.deleted)
        return ExternalChanges(
            inserted: inserted.union(others.inserted).subtracting(deleted),
            updated: updated.union(others.updated).subtracting(deleted), deleted: deleted)
    }
}
