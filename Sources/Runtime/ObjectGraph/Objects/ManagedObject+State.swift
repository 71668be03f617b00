// The state of an object without its values: nothing here fires a fault (rule FLT-2).
extension ManagedObject {
    final var isInserted: Bool { state == .inserted }
    final var isUpdated: Bool { state == .updated }
    final var isDeleted: Bool { state == .deleted || flags.contains(.isInaccessible) }
    final var hasChanges: Bool { state != .clean }
    final var isFault: Bool { !flags.isDisjoint(with: [.isFault, .isValuedFault]) }
    final var faultingState: Int { isFault ? 1 : 0 }

    /// The number of saves of the object when it was read; nil for an object that was never saved.
    package final var storedVersion: Int? {
        state == .inserted || isInaccessibleFault ? nil : heldRow.row.map { Int($0.version) }
    }

    /// Whether the store does not contain the object. Fires a fault.
    final var isInaccessibleFault: Bool {
        if flags.contains(.isFault) { _ = committedRow }
        return flags.contains(.isInaccessible)
    }

    /// Whether others are known to have deleted the object. Fires a fault.
    final var isGone: Bool { hasPending ? flags.contains(.isInaccessible) : isInaccessibleFault }
    /// The reference that the object is saved with.
    final var permanentOrOwnReference: ObjectReference { permanentReference.isNone ? reference : permanentReference }
    /// Whether the object was deleted before it was ever saved.
    package final var isDropped: Bool { flags.contains(.isDropped) }

    final var hasPersistentChangedValues: Bool {
        switch state {
        case .clean: false
        case .inserted, .deleted: true
        case .updated:
            entity.attributes.indices.contains { !entity.isTransient(attribute: $0) && isChanged(attribute: $0) }
                || entity.relationships.contains { !$0.schema.isTransient && isChanged(relationship: $0.index) }
        }
    }

    final func hasFault(forRelationshipNamed key: String) -> Bool {
        let relationship = relationshipDescription(key)
        if state == .inserted { return false }
        return isFault || !hasRead(relationship.index)
    }

    final func isChanged(attribute index: Int) -> Bool {
        hasPending && (heldRow.isNone || !pendingValues[index].isIdentical(to: baseValue(at: index)))
    }

    final func isChanged(relationship index: Int) -> Bool {
        hasPending && pendingLinks[index] != baseLinks(at: index)
    }

    /// The value before the unsaved changes.
    final func baseValue(at index: Int) -> AttributeValue {
        if entity.isTransient(attribute: index), let value = details?.transientValues[index] { return value }
        return heldRow.row?.value(at: index) ?? .null
    }

    /// Whether the destinations of a relationship have not been read from the store.
    final func hasUnreadLinks(at index: Int) -> Bool {
        guard hasPending, case .deferred(let deferred) = pendingLinks[index] else { return false }
        return deferred.known == nil
    }

    /// The destinations before the unsaved changes.
    final func baseLinks(at index: Int) -> Links {
        heldRow.row?.knownLinks(at: index) ?? Links(noneOf: entity.relationships[index])
    }
}

extension ManagedObject: Droppable {}

// The identity of an object. These are members of the protocol rather than of the class, so that a module with Core
// Data's names can give its subclass members of these names with its own types.
extension Fetchable where Self: ManagedObject {
    /// The entity of the object.
    public var entity: EntityDescription { (self as ManagedObject).entity }
    /// The ID of the object, which is temporary until the first save of a new object.
    public var objectID: ObjectID { (self as ManagedObject).objectID }
    /// The context of the object; nil after it has left the context, and for a new object that was deleted before it
    /// was saved. Objects do not retain their context (rule OBJ-34).
    public var managedObjectContext: ManagedObjectContext? {
        // A dropped object still leads to the context, which may undo the deletion.
        let object = self as ManagedObject
        return object.isDropped ? nil : object.context
    }
}
