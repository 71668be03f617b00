extension ManagedObjectContext {
    /// Writes all changes to the store, or hands them to the parent, as a whole or not at all.
    ///
    /// The order is Core Data's (rule CTX-8): changes are processed, ``ManagedObject/willSave()`` is called until nothing
    /// changes any more, objects are validated, new ones get their identities, conflicts are looked for, the store
    /// writes, ``ManagedObject/didSave()`` is called. Without changes nothing is written. When this throws, the context is as
    /// it was, changes and all: what is wrong can be mended and saved again.
    ///
    /// - Throws: ``ValidationError`` or ``ValidationErrors`` for objects that the model does not allow, ``MergeConflict`` or
    ///   ``ConstraintConflicts`` for those that others have saved meanwhile where the ``mergePolicy`` is to say so,
    ///   ``SaveWithoutEnd``, what an override throws, or the store's error.
    public func save() throws {
        processPendingChanges()
        guard hasChanges else { return }
        post(.willSave)
        try callWillSave()
        try validateChanges()
        if let parent {
            push(to: parent)
        } else {
            try commitChanges()
        }
    }

    /// Calls the hook until a pass changes nothing, a thousand times at most (rules OBJ-27 and OBJ-28).
    private func callWillSave() throws {
        var asked: [ObjectIdentifier: Int] = [:]
        for _ in 0..<1000 {
            let waiting = changed.filter { asked[ObjectIdentifier($0)] != $0.changeCount }
            guard !waiting.isEmpty else { return processPendingChanges() }
            for object in waiting {
                asked[ObjectIdentifier(object)] = object.changeCount
                object.willSave()
            }
        }
        throw SaveWithoutEnd()
    }

    private func validateChanges() throws {
        var errors: [(error: any Error, object: ManagedObject)] = []
        for object in changed {
            do {
                switch object.state {
                case .inserted: try object.validateForInsert()
                case .updated: try object.validateForUpdate()
                case .deleted: try object.validateForDelete()
                case .clean: break
                }
            } catch let several as ValidationErrors {
                errors += several.errors.map { ($0, object) }
            } catch {
                errors.append((error, object))
            }
        }
        guard let first = errors.first else { return }
        // One failure is thrown as it is (rules VAL-6 and VAL-18).
        if errors.count == 1 { throw first.error }
        throw ValidationErrors(errors: errors.map { ValidationError($0.error, of: $0.object) })
    }

    private func commitChanges() throws {
        let inserted = changed.filter { $0.state == .inserted && $0.reference.isTemporary }
        let names = try makePermanentReferences(for: inserted)
        let undone = MergeAttempt(context: self)
        for _ in 0..<100 {
            do {
                let committed = try persistentStoreCoordinator.commit(changeSet(as: names))
                finishSave(as: names, committed: committed, saved: savedObjects())
                return
            } catch let conflict as MergeConflict where !mergePolicy.isError {
                try undone.resolve(conflict, as: names)
            } catch let conflict as ConstraintConflicts where !mergePolicy.isError {
                try undone.resolve(conflict, as: names)
            }
        }
        throw SaveWithoutEnd()
    }

    func savedObjects() -> SavedObjects {
        var saved = SavedObjects()
        for object in changed {
            switch object.state {
            case .inserted: saved.inserted.insert(object)
            case .updated: saved.updated.insert(object)
            case .deleted: saved.deleted.insert(object)
            case .clean: break
            }
        }
        return saved
    }

    /// What a save is to write: of updated objects only what differs from what is committed.
    private func changeSet(as names: [ObjectReference: ObjectReference]) -> ChangeSet {
        var changes = ChangeSet()
        changes.author = transactionAuthor
        changes.contextName = name
        for object in changed {
            switch object.state {
            case .inserted: changes.inserted.append(insertion(of: object, as: names))
            case .updated:
                let update = update(of: object, as: names)
                if update.values.isEmpty && update.links.isEmpty {
                    changes.touched.append(object.reference)
                } else {
                    changes.updated.append(update)
                }
            case .deleted:
                let base = object.chunk.map { Row($0, object.rowIndex) }
                changes.deleted.append(ChangeSet.Deletion(reference: object.reference, base: base))
            case .clean: break
            }
        }
        changes.checked = objectsToCheck.compactMap { object in
            guard object.state == .clean, let chunk = object.chunk else { return nil }
            return ChangeSet.Version(reference: object.reference, version: chunk.contents.versions[object.rowIndex])
        }
        return changes
    }

    private func insertion(
        of object: ManagedObject, as names: [ObjectReference: ObjectReference]
    ) -> ChangeSet.Insertion {
        let entity = object.entity
        var values = object.pendingValues
        for index in entity.transientIndexes { values[index] = .null }
        let links = entity.relationships.map { relationship in
            relationship.isStored && !relationship.schema.isTransient
                ? permanent(object.pendingLinks[relationship.index], of: relationship, as: names)
                : entity.noLinks[relationship.index]
        }
        return ChangeSet.Insertion(
            reference: names[object.reference] ?? object.reference, values: values, links: links)
    }

    private func update(of object: ManagedObject, as names: [ObjectReference: ObjectReference]) -> ChangeSet.Update {
        let entity = object.entity
        let version = object.chunk?.contents.versions[object.rowIndex] ?? 0
        var update = ChangeSet.Update(reference: object.reference, version: version)
        for index in entity.attributes.indices
        where !entity.isTransient(attribute: index) && object.isChanged(attribute: index) {
            update.values.append((index, object.pendingValues[index]))
        }
        for relationship in entity.relationships
        where relationship.isStored && !relationship.schema.isTransient
            && object.isChanged(relationship: relationship.index)
        {
            let links = permanent(object.pendingLinks[relationship.index], of: relationship, as: names)
            update.links.append((relationship.index, links))
        }
        return update
    }

    /// Destinations as they are saved. New objects that were dropped again have no identity to be saved with.
    private func permanent(
        _ links: Links, of relationship: RelationshipDescription, as names: [ObjectReference: ObjectReference]
    ) -> Links {
        switch links {
        case .toOne(let reference) where !reference.isTemporary: return links
        case .toMany(let list) where !list.contains(where: \.isTemporary): return links
        default:
            return links.mapping(isOrdered: relationship.isOrdered) { $0.isTemporary ? names[$0] : $0 }
        }
    }

    private func finishSave(
        as names: [ObjectReference: ObjectReference], committed: GraphSnapshot, saved: SavedObjects
    ) {
        let previous = snapshot.generation
        snapshot = committed
        if mergedGeneration == previous, committed.generation == previous + 1 {
            mergedGeneration = committed.generation
        }
        let written = takeChanged()
        for object in written {
            object.isInEvent = false
            object.eventBase = nil
            if let name = names[object.reference] {
                if undoHistory != nil { permanentReferences[object.reference] = name }
                rename(object, to: name)
            }
            if object.state == .deleted {
                object.state = .clean
                release(object)
            } else {
                object.keepTransientValues()
                settle(object)
            }
        }
        eventObjects = []
        objectsToCheck = []
        for object in written { object.didSave() }
        post(.didSave(saved))
    }

    /// Lets an object read what is committed.
    private func settle(_ object: ManagedObject) {
        guard let row = snapshot.row(of: object.reference) else { return }
        object.take(row)
        object.snapshotStamp = snapshotCount
        object.dropPending()
        object.state = .clean
    }
}

/// Hooks changed objects at each of a thousand attempts to save them. Nothing was written (rule OBJ-28).
public struct SaveWithoutEnd: Error, Sendable, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "saving was given up: willSave() changes objects each time it is called; compare before setting a value"
    }
}
