// Making objects as Core Data does: there, one initializer is told an entity and a context, and a class may override it.
extension ManagedObject {
    /// An identity for an object that is about to be made, and that is in no context so far.
    ///
    /// - Precondition: The entity is not abstract.
    package static func newObjectID(for entity: EntityDescription) -> ObjectID {
        ManagedObjectContext.makeTemporaryID(for: entity)
    }

    /// Says that an object has been made which is in no context. Its attributes are the model's default values once someone
    /// asks for them.
    package final func beginUnplaced() {
        flags.insert(.isUnplaced)
    }

    /// Makes the object that was made last one of a context: new, with the model's default values.
    ///
    /// - Precondition: The object is of the context's model.
    package final func beginInserted(in context: ManagedObjectContext) {
        precondition(context.hasEntity(entity), "\(self) is of another model than '\(context.managedObjectModel.name)'")
        context.adopt(inserted: self)
    }

    /// Creates an object that was made in no context the instance for an identity. What its class has set meanwhile no longer exists:
    /// the object is a fault.
    package final func becomeInstance(for objectID: ObjectID) {
        if hasPending { dropPending() }
        chunk = nil
        flags = .isFault
        space = objectID.space
        reference = ObjectReference(
            entity: entity.ordinal, number: objectID.number, isTemporary: objectID.isTemporaryID)
    }

    /// Lets the object have the model's default values, as ones that are not changes.
    final func takeDefaultRow() {
        chunk = RowChunk(
            RowContents(of: entity, reference, values: entity.defaultValues, links: entity.noLinks, version: 0))
        rowIndex = 0
    }
}
