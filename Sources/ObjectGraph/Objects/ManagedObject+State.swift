// What is known about an object without reading its values: nothing here fires a fault (rule FLT-2).
extension ManagedObject {
    /// Whether the object is new and has not been saved.
    public final var isInserted: Bool { state == .inserted }
    /// Whether the object was stored before and has changes that have not been saved.
    public final var isUpdated: Bool { state == .updated }
    /// Whether the object will be gone after the next save, or the store was found not to hold it (rule CTX-33).
    public final var isDeleted: Bool { state == .deleted || flags.contains(.isInaccessible) }
    /// Whether the object has changes that have not been saved.
    public final var hasChanges: Bool { state != .clean }
    /// Whether the object's values have not been read yet.
    public final var isFault: Bool { flags.contains(.isFault) }
    /// 0 exactly when the object is not a fault (rule FLT-17).
    public final var faultingState: Int { isFault ? 1 : 0 }

    /// The number that the store counts saves of the object by, as it was read; nil for an object that was never saved.
    package final var storedVersion: Int? {
        state == .inserted || isInaccessibleFault ? nil : heldRow.row.map { Int($0.version) }
    }

    /// Whether the store turns out not to hold the object. Reads the values of a fault.
    final var isInaccessibleFault: Bool {
        if isFault { _ = committedRow }
        return flags.contains(.isInaccessible)
    }

    /// Whether others have deleted the object, as far as can be known: a fault is looked up.
    final var isGone: Bool { hasPending ? flags.contains(.isInaccessible) : isInaccessibleFault }

    /// The identity that the object is saved under.
    final var permanentOrOwnReference: ObjectReference { permanentReference.isNone ? reference : permanentReference }

    /// Whether the object was deleted before it was ever saved.
    final var isDropped: Bool { flags.contains(.isDropped) }

    /// Whether the object has changes that a save would write: not for transient properties, nor for values set to what
    /// they were (rules OBJ-11 and OBJ-12).
    public final var hasPersistentChangedValues: Bool {
        switch state {
        case .clean: false
        case .inserted, .deleted: true
        case .updated:
            entity.attributes.indices.contains { !entity.isTransient(attribute: $0) && isChanged(attribute: $0) }
                || entity.relationships.contains { !$0.schema.isTransient && isChanged(relationship: $0.index) }
        }
    }

    /// Whether a relationship has not been read since the object was (rule FLT-5).
    ///
    /// - Precondition: The entity has the relationship.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
        let relationship = relationshipDescription(key)
        if state == .inserted { return false }
        return isFault || !hasRead(relationship.index)
    }

    final func isChanged(attribute index: Int) -> Bool {
        hasPending && (heldRow.isNone || pendingValues[index] != baseValue(at: index))
    }

    final func isChanged(relationship index: Int) -> Bool {
        hasPending && pendingLinks[index] != baseLinks(at: index)
    }

    /// The value before the changes that have not been saved.
    final func baseValue(at index: Int) -> AttributeValue {
        if entity.isTransient(attribute: index), let value = details?.transientValues[index] { return value }
        return heldRow.row?.value(at: index) ?? .null
    }

    /// Whether where a relationship leads has not been read from the store.
    final func hasUnreadLinks(at index: Int) -> Bool {
        guard hasPending, case .deferred(let deferred) = pendingLinks[index] else { return false }
        return deferred.known == nil
    }

    /// The destinations before the changes that have not been saved.
    final func baseLinks(at index: Int) -> Links {
        heldRow.row?.knownLinks(at: index) ?? Links(noneOf: entity.relationships[index])
    }
}
