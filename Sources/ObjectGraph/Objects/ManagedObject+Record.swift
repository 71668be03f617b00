extension ManagedObject {
    /// The object's present state: what is pending, else what is committed.
    ///
    /// An object that outlives its context keeps the values it had. An object that the context's state does not hold
    /// may be newer, so it is looked for in the latest one; an identity the store does not know reads as a new object.
    final var record: ObjectRecord {
        if let pending { return pending }
        guard let context = managedObjectContext else {
            guard let committed else {
                preconditionFailure("\(self) was never read, and its context is gone; keep the context while using it")
            }
            return committed.record
        }
        if let committed, committed.generation == context.snapshot.generation { return committed.record }
        var found = context.committedRecord(for: objectID)
        if found == nil, committed == nil {
            context.moveOn()
            found = context.committedRecord(for: objectID)
        }
        let record = found ?? ObjectRecord(newObjectOf: entity)
        committed = (record, context.snapshot.generation)
        return record
    }

    /// The context, which relationships cannot be followed without.
    final var livingContext: ManagedObjectContext {
        guard let managedObjectContext else {
            preconditionFailure("the context of \(self) is gone; keep the context while using its objects")
        }
        return managedObjectContext
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
