import ObjectGraph

extension ChangesByOthers {
    /// What a save has written.
    init(_ changes: StoreChanges) {
        self.init(
            inserted: Set(changes.inserted.map(\.objectID)), updated: Set(changes.updated.map(\.objectID)),
            deleted: Set(changes.deleted.map(\.objectID)))
    }

    /// These and others, where there are others.
    func adding(_ others: ChangesByOthers?) -> ChangesByOthers {
        guard let others else { return self }
        guard isComplete, others.isComplete else { return .unknown }
        let deleted = deleted.union(others.deleted)
        return ChangesByOthers(
            inserted: inserted.union(others.inserted).subtracting(deleted),
            updated: updated.union(others.updated).subtracting(deleted), deleted: deleted)
    }
}
