extension ManagedObjectContext {
    /// Writes all changes to the store, as a whole or not at all.
    ///
    /// Without changes nothing is written. When this throws, the context is as it was, changes and all. What the model
    /// does not allow can be mended and saved again; after a conflict, ``rollback()`` and another attempt are the way on.
    ///
    /// - Throws: ``ValidationErrors`` for objects that the model does not allow, ``MergeConflict`` for objects that
    ///   another context has saved meanwhile, or the store's error.
    public func save() throws {
        guard hasChanges else { return }
        try ChangeValidator(context: self).validate()
        let permanentIDs = try makePermanentIDs()
        let changes = changeSet(with: permanentIDs)
        let committed = try persistentStore.commit(changes)
        finishSave(with: permanentIDs, committed: committed)
    }

    private func makePermanentIDs() throws -> [ObjectID: ObjectID] {
        let inserted = Dictionary(grouping: changed.filter(\.isInserted), by: \.entity.rootName)
        var permanentIDs: [ObjectID: ObjectID] = [:]
        for (rootName, objects) in inserted.sorted(by: { $0.key < $1.key }) {
            let first = try persistentStore.reserveNumbers(objects.count, forRootEntityNamed: rootName)
            for (offset, object) in objects.enumerated() {
                permanentIDs[object.objectID] = ObjectID(
                    storeIdentifier: persistentStore.identifier, entityName: object.entity.name,
                    number: first + Int64(offset))
            }
        }
        return permanentIDs
    }

    private func changeSet(with permanentIDs: [ObjectID: ObjectID]) -> ChangeSet {
        var changes = ChangeSet()
        for object in changed {
            var record = object.record
            // New objects that were dropped again have no identity to be saved with.
            record.relationships = record.relationships.map { destinations in
                destinations.compactMap { $0.isTemporaryID ? permanentIDs[$0] : $0 }
            }
            switch object.state {
            case .inserted:
                let objectID = permanentIDs[object.objectID] ?? object.objectID
                changes.inserted.append(ChangeSet.Change(objectID: objectID, record: record))
            case .updated:
                changes.updated.append(ChangeSet.Change(objectID: object.objectID, record: record))
            case .deleted:
                changes.deleted.append(ChangeSet.Deletion(objectID: object.objectID, version: record.version))
            case .clean:
                break
            }
        }
        return changes
    }

    private func finishSave(with permanentIDs: [ObjectID: ObjectID], committed: any StoreSnapshot) {
        snapshot = committed
        for object in takeChanged() {
            let isDeleted = object.state == .deleted
            object.committed = object.pending.map { ($0, -1) }
            object.pending = nil
            object.state = .clean
            if let permanentID = permanentIDs[object.objectID] {
                let temporaryID = object.objectID
                object.objectID = permanentID
                register(object)
                unregister(temporaryID)
            }
            if isDeleted {
                object.managedObjectContext = nil
                object.hasLeft = true
                unregister(object.objectID)
            }
        }
    }
}
