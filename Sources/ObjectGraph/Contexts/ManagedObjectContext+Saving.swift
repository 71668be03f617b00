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
            try updateDerivedAttributes()
            try commitChanges()
        }
    }

    /// Calls the hook until a pass changes nothing, a thousand times at most (rules OBJ-27 and OBJ-28).
    private func callWillSave() throws {
        for object in changed { object.changeCountAtHook = -1 }
        for _ in 0..<1000 {
            var isDone = true
            for object in changed where object.changeCountAtHook != object.changeCount {
                isDone = false
                object.changeCountAtHook = object.changeCount
                object.willSave()
            }
            if isDone { return processPendingChanges() }
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

    /// Writes what has changed, as it is.
    ///
    /// - Returns: The objects that were written, in the order of their changes; see ``WrittenObject``.
    @discardableResult
    func commitChanges() throws -> [WrittenObject] {
        try givePermanentReferences(to: changed.filter { $0.state == .inserted && $0.reference.isTemporary })
        let attempt = MergeAttempt(context: self)
        for _ in 0..<100 {
            do {
                return finishSave(committed: try persistentStoreCoordinator.commit(changeSet(), at: now()))
            } catch let conflict as MergeConflict where !mergePolicy.isError {
                try attempt.resolve(conflict)
            } catch let conflict as ConstraintConflicts where !mergePolicy.isError {
                try attempt.resolve(conflict)
            }
        }
        throw SaveWithoutEnd()
    }

    func savedObjects() -> SavedObjects {
        SavedObjects(changed.map { WrittenObject(object: $0, state: $0.state, objectID: $0.objectID) })
    }

    /// What a save is to write: of updated objects only what differs from what is committed.
    private func changeSet() -> ChangeSet {
        var changes = ChangeSet()
        changes.author = transactionAuthor
        changes.contextName = name
        for object in changed {
            switch object.state {
            case .inserted: changes.inserted.append(insertion(of: object))
            case .updated:
                let update = update(of: object)
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

    private func insertion(of object: ManagedObject) -> ChangeSet.Insertion {
        let entity = object.entity
        var values = object.pendingValues
        for index in entity.transientIndexes { values[index] = .null }
        var links = entity.noLinks
        for index in entity.storedLinkIndexes where !object.pendingLinks[index].isEmpty {
            links[index] = permanent(object.pendingLinks[index], of: entity.relationships[index])
        }
        return ChangeSet.Insertion(reference: object.permanentOrOwnReference, values: values, links: links)
    }

    private func update(of object: ManagedObject) -> ChangeSet.Update {
        let entity = object.entity
        let version = object.chunk?.contents.versions[object.rowIndex] ?? 0
        var update = ChangeSet.Update(reference: object.reference, version: version)
        for index in entity.attributes.indices
        where !entity.isTransient(attribute: index) && object.isChanged(attribute: index) {
            update.values.append((index, object.pendingValues[index]))
        }
        for index in entity.storedLinkIndexes where object.isChanged(relationship: index) {
            update.links.append((index, permanent(object.pendingLinks[index], of: entity.relationships[index])))
        }
        return update
    }

    /// Destinations as they are saved. New objects that were dropped again have no identity to be saved with.
    private func permanent(_ links: Links, of relationship: RelationshipDescription) -> Links {
        switch links {
        case .toOne(let reference) where !reference.isTemporary: return links
        case .toMany(let list) where !list.contains(where: \.isTemporary): return links
        default:
            return links.mapping(isOrdered: relationship.isOrdered) { reference in
                guard reference.isTemporary else { return reference }
                let permanent = registry[reference]?.permanentReference ?? .none
                return permanent.isNone ? nil : permanent
            }
        }
    }

    private func finishSave(committed: GraphSnapshot) -> [WrittenObject] {
        let previous = snapshot.generation
        snapshot = committed
        if mergedGeneration == previous, committed.generation == previous + 1 {
            mergedGeneration = committed.generation
        }
        var written: [WrittenObject] = []
        for object in takeChanged() {
            object.isInEvent = false
            object.eventBase = nil
            takePermanentReference(object)
            written.append(WrittenObject(object: object, state: object.state, objectID: object.objectID))
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
        for object in written { object.object.didSave() }
        if !observers.isEmpty { post(.didSave(SavedObjects(written))) }
        return written
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

/// An object that a save has written, and what it was before.
struct WrittenObject {
    var object: ManagedObject
    var state: ManagedObject.State
    /// The identity it is saved under.
    var objectID: ObjectID
}

extension SavedObjects {
    init(_ written: [WrittenObject]) {
        for object in written {
            switch object.state {
            case .inserted: inserted.insert(object.object)
            case .updated: updated.insert(object.object)
            case .deleted: deleted.insert(object.object)
            case .clean: break
            }
        }
    }
}

/// Hooks changed objects at each of a thousand attempts to save them. Nothing was written (rule OBJ-28).
public struct SaveWithoutEnd: Error, Sendable, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String {
        "saving was given up: willSave() changes objects each time it is called; compare before setting a value"
    }
}
