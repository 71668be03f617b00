// Making objects as Core Data does: there, one initializer is told an entity and a context, and a class may override it.
extension ManagedObject {
    // Whoever makes an object holds its entity and its context: to count them for each object would cost more than the identity.

    /// An identity for an object that is about to be made in a context.
    ///
    /// - Precondition: The entity is not abstract.
    package static func newObjectID(for entity: Unmanaged<EntityDescription>) -> ObjectID {
        entity._withUnsafeGuaranteedRef { ManagedObjectContext.makeTemporaryID(for: $0) }
    }

    /// What stands in for the identity of an object that is about to be made in no context: most are instances of stored objects
    /// a moment later, and need none of their own.
    ///
    /// Its space is not counted for it. ``beginUnplaced()`` tells the object so, and must be called at once.
    ///
    /// - Precondition: The entity is not abstract.
    package static func unplacedObjectID(for entity: Unmanaged<EntityDescription>) -> ObjectID {
        entity._withUnsafeGuaranteedRef { entity in
            precondition(!entity.isAbstract, "the entity '\(entity.name)' is abstract and has no objects of its own")
            let space = Unmanaged.passUnretained(entity.temporarySpace).takeRetainedValue()
            return ObjectID(space, number: ObjectReference.greatestNumber)
        }
    }

    /// Says that an object has been made which is in no context. Its attributes are the model's default values once someone
    /// asks for them, and so is its identity.
    package final func beginUnplaced() {
        flags.insert(.isUnplaced)
        borrowSpace()
    }

    /// Gives an object in no context an identity of its own, unless it has one.
    final func takeOwnIdentity() {
        guard flags.contains(.isUnplaced), reference.number == ObjectReference.greatestNumber else { return }
        let number = ManagedObjectContext.makeTemporaryID(for: entity).number
        reference = ObjectReference(entity: entity.ordinal, number: number, isTemporary: true)
    }

    /// Makes the object that was made last one of a context: new, with the model's default values.
    ///
    /// - Precondition: The object is of the context's model.
    package final func beginInserted(in context: Unmanaged<ManagedObjectContext>) {
        context._withUnsafeGuaranteedRef { context in
            precondition(
                context.hasEntity(entity), "\(self) is of another model than '\(context.managedObjectModel.name)'")
            context.adopt(inserted: self)
        }
    }

    /// Turns an object that was made in no context into the instance for an identity. What its class has set meanwhile is
    /// dropped: the object is a fault.
    package final func becomeInstance(for objectID: __owned ObjectID) {
        if hasPending { dropPending() }
        heldRow = .none
        flags = .isFault
        reference = ObjectReference(
            entity: entity.ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
        space = objectID.space
    }

    /// Lets the object have the model's default values, as ones that are not changes.
    final func takeDefaultRow() {
        heldRow = HeldRow(
            Row(of: entity, reference, values: entity.defaultValues, links: entity.noLinks, version: 0))
    }
}
