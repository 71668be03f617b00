// Creating objects as Core Data does: one initializer takes an entity and a context, and a class may override it.
extension ManagedObject {
    // The caller retains the entity and the context. Counting references for each object would cost more than the ID.

    /// Returns an ID for an object that is about to be created in a context.
    ///
    /// - Precondition: The entity is not abstract.
    package static func newObjectID(for entity: Unmanaged<EntityDescription>) -> ObjectID {
        entity._withUnsafeGuaranteedRef { ManagedObjectContext.makeTemporaryID(for: $0) }
    }

    /// Returns a placeholder for the ID of an object that is about to be created in no context. Most such objects soon
    /// become instances of stored objects, and never need an ID of their own.
    ///
    /// The ID does not retain its space. The caller must immediately call ``beginUnplaced()``.
    ///
    /// - Precondition: The entity is not abstract.
    package static func unplacedObjectID(for entity: Unmanaged<EntityDescription>) -> ObjectID {
        entity._withUnsafeGuaranteedRef { entity in
            require(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
            let space = Unmanaged.passUnretained(entity.temporarySpace).takeRetainedValue()
            return ObjectID(space, number: ObjectReference.maximumNumber)
        }
    }

    /// Marks a new object as one in no context. It gets the model's default values and its ID on first use.
    package final func beginUnplaced() {
        flags.insert(.isUnplaced)
        borrowSpace()
    }

    /// Gives an object in no context an ID of its own, unless it has one.
    final func takeOwnIdentity() {
        guard flags.contains(.isUnplaced), reference.number == ObjectReference.maximumNumber else { return }
        let number = ManagedObjectContext.makeTemporaryID(for: entity).number
        reference = ObjectReference(entity: entity.ordinal, number: number, isTemporary: true)
    }

    /// Inserts an object that was just created into a context, with the model's default values.
    ///
    /// - Precondition: The object is of the context's model.
    package final func beginInserted(in context: Unmanaged<ManagedObjectContext>) {
        context._withUnsafeGuaranteedRef { context in
            require(
                context.hasEntity(entity), "\(self) belongs to a model other than '\(context.managedObjectModel.name)'")
            context.adopt(inserted: self)
        }
    }

    /// Turns an object that was created in no context into the instance for an ID. Values that its class has set are
    /// discarded: the object is a fault.
    package final func becomeInstance(for objectID: __owned ObjectID) {
        if hasPending { dropPending() }
        heldRow = .none
        flags = .isFault
        reference = ObjectReference(
            entity: entity.ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
        space = objectID.space
    }

    /// Gives the object the model's default values, which are not changes.
    final func takeDefaultRow() {
        heldRow = HeldRow(Row(of: entity, reference, values: entity.defaultValues, links: entity.noLinks, version: 0))
    }
}
