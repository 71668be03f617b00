extension ManagedObject {
    /// The object's present state: what is pending, else what is committed. The defaults where neither exists, as for
    /// an object whose context is gone.
    final var record: ObjectRecord {
        pending ?? managedObjectContext?.committedRecord(for: objectID) ?? ObjectRecord(newObjectOf: entity)
    }

    /// Changes the object's state, and tells its context that there is something to save.
    final func update(_ change: (inout ObjectRecord) -> Void) {
        if pending == nil {
            pending = record
            managedObjectContext?.noteUpdate(of: self)
        }
        guard var changed = pending else { return }
        // Out of the object while it is changed, so that the arrays inside are not copied.
        pending = nil
        change(&changed)
        pending = changed
    }

    final func attributeIndex(_ key: String) -> Int {
        guard let index = entity.attributeIndexes[key] else {
            preconditionFailure("the entity '\(entity.name)' has no attribute '\(key)'")
        }
        return index
    }

    final func relationshipDescription(_ key: String) -> RelationshipDescription {
        guard let relationship = entity.relationship(named: key) else {
            preconditionFailure("the entity '\(entity.name)' has no relationship '\(key)'")
        }
        return relationship
    }
}
