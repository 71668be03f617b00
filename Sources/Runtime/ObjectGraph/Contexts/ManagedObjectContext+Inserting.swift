import Synchronization

extension ManagedObjectContext {
    /// Inserts a new object of an entity with the model's default values.
    ///
    /// ```swift
    /// let robin = context.insertNewObject(forEntityName: "Hero")
    /// robin.setValue("Robin", forKey: "name")
    /// ```
    ///
    /// - Precondition: The model has the entity, and it is not abstract (rules OBJ-2 and MOD-9).
    @discardableResult
    public func insertNewObject(forEntityName name: String) -> ManagedObject {
        guard let entity = managedObjectModel.entitiesByName[name] else {
            endProgram("the model '\(managedObjectModel.name)' has no entity '\(name)'")
        }
        let object = objectClass(of: entity).init(entity: entity, objectID: Self.makeTemporaryID(for: entity))
        adopt(inserted: object)
        return object
    }

    static func makeTemporaryID(for entity: EntityDescription) -> ObjectID {
        require(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
        let number = lastTemporaryNumber.add(1, ordering: .relaxed).newValue
        return ObjectID(entity.temporarySpace, number: number)
    }

    func adopt(inserted object: ManagedObject, awaking: Bool = true) {
        completeSaveInProgress()
        if !object.hasPending { object.takeDefaultValues(layout.noLinks(of: object.entity)) }
        object.state = .inserted
        // An object that was dropped before it left the context would be dropped again, or listed twice.
        object.flags.remove(.isDropped)
        object.isInEvent = true
        register(object)
        changes.append(object)
        appendToEvent(object)
        if awaking { object.awakeFromInsert() }
    }

    /// Inserts an object that is in no context (rule OBJ-4), with its attributes, or restores one that the next save
    /// would delete (rule DEL-29). Relationships that the deletion changed stay changed.
    ///
    /// - Precondition: The object has the context's model, and belongs to no other context.
    public func insert(_ object: ManagedObject) {
        completeSaveInProgress()
        if object.context === self { return takeBackDeletion(of: object) }
        if object.isDropped { object.context?.letGo(ofDropped: object) }
        require(object.context == nil, "\(object) belongs to another context")
        require(!object.flags.contains(.isReset), "\(object) belongs to a context that has been reset")
        require(
            managedObjectModel.entitiesByName[object.entity.name] === object.entity,
            "\(object) belongs to a model other than '\(managedObjectModel.name)'")
        if object.flags.contains(.hasLeft) || !object.reference.isTemporary { object.becomeNew() }
        // After Core Data's initializer, it may have read default values that are not its own.
        object.takeOwnIdentity()
        object.flags.remove(.isUnplaced)
        object.heldRow = .none
        adopt(inserted: object)
    }

    private func takeBackDeletion(of object: ManagedObject) {
        guard object.state == .deleted else { return }
        object.noteChange()
        departures.note()
        guard object.isDropped else {
            object.state = .updated
            if !object.hasPersistentChangedValues { unnote(object) }
            return
        }
        noteInsertion(ofDropped: object)
    }

    /// Lets an object that was inserted and deleted again go to another context: for the program, it has already left.
    private func letGo(ofDropped object: ManagedObject) {
        completeSaveInProgress()
        // Its changes of this event are not undone here.
        processPendingChanges()
        // Removes it from the list, which leaves out dropped objects.
        _ = changed
        object.flags.remove(.isDropped)
        object.state = .clean
        release(object)
    }

    /// Makes an object that was inserted and deleted again a new one.
    func noteInsertion(ofDropped object: ManagedObject) {
        // Removes it from the list, which leaves out dropped objects.
        _ = changed
        object.flags.remove(.isDropped)
        object.state = .inserted
        note(object)
    }

    /// Makes the next save check an unchanged object for conflicts: if another context saved the object in the
    /// meantime, the save fails as for a changed object (rule CTX-29).
    ///
    /// If the object has not been read, and its store cannot be read now, the next save doesn't check it, and observers
    /// receive ``ContextEvent/didFailToRead(_:)``.
    ///
    /// ```swift
    /// team.name = "\(hero.name) and friends"
    /// context.detectConflicts(for: hero)  // The name must still be right when the team is saved.
    /// ```
    ///
    /// - Precondition: The object belongs to this context.
    public func detectConflicts(for object: ManagedObject) {
        require(object.context === self, "\(object) belongs to another context")
        completeSaveInProgress()
        // That save may have found that others have deleted it.
        guard object.context === self, object.state == .clean else { return }
        if !object.hasPending {
            do {
                // An accessor that reads it would end the program.
                try StoreCancellation.ignoringCancellation { try loadValues(of: [object]) }
            } catch {
                return report(error)
            }
            _ = object.committedRow
        }
        changes.checked.insert(object)
    }
}

extension ManagedObject {
    /// Gives an object that has left its context a new ID. Its attributes stay, and it has no destinations.
    fileprivate func becomeNew() {
        if !hasPending, !heldRow.isNone {
            let row = committedRow
            pendingValues = entity.attributes.indices.map { row.value(at: $0) }
            hasPending = true
        }
        if hasPending { pendingLinks = entity.noLinks }
        takeTemporaryReference()
        heldRow = .none
        flags.remove([.hasLeft, .isInaccessible, .isFault])
    }

    /// Gives the object a new temporary ID. The caller updates the registry.
    final func takeTemporaryReference() {
        let number = ManagedObjectContext.makeTemporaryID(for: entity).number
        reference = ObjectReference(entity: entity.ordinal, number: number, isTemporary: true)
        space = entity.temporarySpace
    }
}
