// Changes by the names of properties.
extension ManagedObject {
    final func changedValues() -> [String: Any] {
        guard hasPending, state != .clean else { return [:] }
        var changed: [String: Any] = [:]
        for index in entity.attributes.indices where hasNewValue(attribute: index) {
            changed[entity.attributeNames[index]] = anyValue(pendingValues[index], at: index)
        }
        for relationship in entity.relationships where isChanged(relationship: relationship.index) {
            changed[relationship.name] = anyValue(pendingLinks[relationship.index], of: relationship)
        }
        return changed
    }

    /// Whether an attribute has a value to report: a new object is written as a whole, but its default values are not
    /// changes.
    private func hasNewValue(attribute index: Int) -> Bool {
        state == .inserted
            ? !pendingValues[index].isIdentical(to: entity.defaultValues[index]) : isChanged(attribute: index)
    }

    final func committedValues(forKeys keys: [String]?) -> [String: Any] {
        guard state != .inserted else { return [:] }
        if !hasPending { _ = committedRow }
        var committed: [String: Any] = [:]
        for name in keys ?? entity.storedPropertyNames {
            if let index = entity.attributeIndexes[name] {
                committed[name] = anyValue(baseValue(at: index), at: index)
            } else if let relationship = entity.relationship(named: name) {
                committed[name] = anyValue(baseLinks(at: relationship.index), of: relationship)
            }
        }
        return committed
    }

    final func changedValuesForCurrentEvent() -> [String: Any] {
        guard isInEvent, hasPending else { return [:] }
        guard let eventBase else { return changedValues() }
        var changed: [String: Any] = [:]
        for index in entity.attributes.indices where !pendingValues[index].isIdentical(to: eventBase.values[index]) {
            changed[entity.attributeNames[index]] = anyValue(pendingValues[index], at: index)
        }
        for relationship in entity.relationships
        where pendingLinks[relationship.index] != eventBase.links[relationship.index] {
            changed[relationship.name] = anyValue(pendingLinks[relationship.index], of: relationship)
        }
        return changed
    }

    private func anyValue(_ value: AttributeValue, at index: Int) -> Any {
        entity.represent(entity.anyValue(of: value, for: entity.attributes[index])) ?? entity.nothing
    }

    private func anyValue(_ links: Links, of relationship: RelationshipDescription) -> Any {
        let objects = context.map { context in links.references.map(context.object(for:)) } ?? []
        if !relationship.isToMany { return objects.first ?? entity.nothing }
        return entity.represent(objects, isOrdered: relationship.isOrdered)
    }
}

extension EntityDescription {
    /// The names of the stored attributes, then of the stored relationships.
    fileprivate var storedPropertyNames: [String] {
        let attributes = attributes.filter { !$0.isTransient }
        let relationships = relationships.filter { !$0.schema.isTransient }
        return attributes.map(\.name) + relationships.map(\.name)
    }
}

extension ManagedObject {
    /// All values to save, in the order of the entity's attributes; empty unless ``hasPending``.
    final var pendingValues: [AttributeValue] {
        get { changes?.values ?? [] }
        _modify { yield &ownChanges.values }
    }

    /// All destinations to save, in the order of the entity's relationships.
    final var pendingLinks: [Links] {
        get { changes?.links ?? [] }
        _modify { yield &ownChanges.links }
    }

    /// The object's state before the changes of this event; nil if it did not exist, or does not matter.
    final var eventBase: ObjectState? {
        get { changes?.eventBase }
        set {
            if newValue != nil { return ownChanges.eventBase = newValue }
            guard withChanges({ $0.eventBase != nil }) == true else { return }
            changes?.eventBase = nil
            dropUnneededChanges()
        }
    }

    /// The ID that the current save gives a new object.
    final var permanentReference: ObjectReference {
        get { withChanges(\.permanentReference) ?? .none }
        set {
            if !newValue.isNone { return ownChanges.permanentReference = newValue }
            changes?.permanentReference = .none
            dropUnneededChanges()
        }
    }

    /// The value of ``changeCount`` when ``willSave()`` was called.
    final var changeCountAtHook: Int32 {
        get { changes?.countAtHook ?? -1 }
        set { ownChanges.countAtHook = newValue }
    }

    /// Sets all values to save.
    final func setPending(_ values: [AttributeValue], _ links: [Links]) {
        if let changes {
            changes.values = values
            changes.links = links
        } else {
            changes = ChangedProperties(values: values, links: links)
        }
        hasPending = true
    }

    @inline(__always)
    final func dropPending() {
        flags.subtract([.hasPending, .isValuedFault])
        guard let changes else { return }
        if changes.isUnneeded {
            self.changes = nil
        } else {
            changes.values = []
            changes.links = []
        }
    }

    private final var ownChanges: ChangedProperties {
        if let changes { return changes }
        let made = ChangedProperties()
        changes = made
        return made
    }

    private final func dropUnneededChanges() {
        if !hasPending, changes?.isUnneeded == true { changes = nil }
    }

    /// Reads the properties of a changed object, which `body` must not remove.
    @inline(__always)
    final func withChanges<Result>(_ body: (ChangedProperties) -> Result) -> Result? {
        heldChanges?._withUnsafeGuaranteedRef(body)
    }
}

extension [AttributeValue] {
    /// A copy with separate storage, for an object that is about to change. Copying immediately costs less than to find
    /// out at the first change that the storage is shared.
    var separateCopy: [AttributeValue] {
        var copy: [AttributeValue] = []
        // Appended one by one, because the library's other ways determine the type of the memory each time.
        copy.reserveCapacity(count)
        for value in self { copy.append(value) }
        return copy
    }
}
