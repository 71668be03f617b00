// Reading and changing what an object holds.
extension ManagedObject {
    /// The values of an unchanged object, read from the store when they are first asked for.
    final var committedRow: Row {
        if let row = heldRow.row, !flags.contains(.isFault) { return row }
        realize()
        guard let row = heldRow.row else { preconditionFailure("\(self) has no values after reading them") }
        return row
    }

    /// The value of an attribute: what is pending, else what is committed.
    final func value(at index: Int) -> AttributeValue {
        if flags.contains(.isObserved) { noteRead(ofAttribute: index) }
        if hasPending, let value = withChanges({ $0.values[index] }) { return value }
        let row = committedRow
        if flags.contains(.hasTransientValues), let value = details?.transientValues[index] { return value }
        return row.value(at: index)
    }

    /// Whether a changed object has a value in an attribute; false for one without changes.
    final func holdsValue(at index: Int) -> Bool {
        guard hasPending, !flags.contains(.isObserved) else { return false }
        return withChanges { $0.values[index].isNull } == false
    }

    /// The destinations of a relationship, deleted ones among them.
    final func links(at index: Int) -> Links {
        if flags.contains(.isObserved) { noteRead(ofRelationship: index) }
        if hasPending, let links = withChanges({ $0.links[index] }) { return resolved(links, at: index) }
        return resolved(committedRow.knownLinks(at: index), at: index)
    }

    /// Where links lead, read where they have not been.
    private func resolved(_ links: Links, at index: Int) -> Links {
        guard case .deferred(let deferred) = links else { return links }
        if let context, context.shouldDeleteUnreadableFaults {
            do {
                try DeferredLinks.read([deferred])
            } catch {
                flags.insert(.isInaccessible)
                return Links(noneOf: entity.relationships[index])
            }
        }
        return deferred.links
    }

    /// Changes the value of an attribute, and tells the context that there is something to save.
    final func setValue(_ value: AttributeValue, at index: Int) {
        if isAwakingUnchanged { return setCommittedValue(value, at: index) }
        noteChange()
        if flags.contains(.isObserved) { return observingChange(ofAttribute: index) { pendingValues[index] = value } }
        if withChanges({ $0.values[index] = value }) == nil { pendingValues[index] = value }
    }

    /// Changes the destinations of a relationship on this side only.
    final func changeLinks(at index: Int, _ body: (inout Links) -> Void) {
        noteReading(of: index)
        if isAwakingUnchanged { return changeCommittedLinks(at: index, body) }
        noteChange()
        if let deferred = withChanges({ $0.links[index].deferred }) ?? nil { pendingLinks[index] = deferred.links }
        if flags.contains(.isObserved) { return observingChange(ofRelationship: index) { body(&pendingLinks[index]) } }
        body(&pendingLinks[index])
    }

    /// Changes a value without that being a change of the object: what is committed reads otherwise in this context.
    final func setCommittedValue(_ value: AttributeValue, at index: Int) {
        if hasPending {
            pendingValues[index] = value
            return
        }
        heldRow = HeldRow(committedRow.setting(value, at: index))
    }

    /// Changes destinations without that being a change of the object, as ``setCommittedValue(_:at:)`` a value.
    final func changeCommittedLinks(at index: Int, _ body: (inout Links) -> Void) {
        flags.insert(.isOneSided)
        heldRow = HeldRow(committedRow.changingLinks(at: [index]) { _, links in body(&links) })
    }

    /// Whether a hook is running in which writing is not a change, and keeps no inverse (rule OBJ-24).
    final var isAwakingUnchanged: Bool { flags.contains(.isAwaking) && !hasPending }

    /// Prepares the object for a change: the first makes a copy of its values, and the context hold it.
    final func noteChange() {
        changeCount &+= 1
        if !isInEvent { beginEvent() }
        if !hasPending { copyCommitted() }
        if state == .clean { context?.noteUpdate(of: self) }
    }

    private func beginEvent() {
        guard let context else { return }
        isInEvent = true
        if !hasPending { copyCommitted() }
        eventBase = ObjectState(state: state, values: pendingValues, links: pendingLinks)
        context.appendToEvent(self)
    }

    /// What the object holds now; nil while it has no changes.
    final var currentState: ObjectState? {
        hasPending ? ObjectState(state: state, values: pendingValues, links: pendingLinks) : nil
    }

    /// Gives the object values to be changed: those that it has.
    final func copyCommitted() {
        let row = committedRow
        var values = entity.attributes.indices.map { row.value(at: $0) }
        if flags.contains(.hasTransientValues), let transientValues = details?.transientValues {
            for (index, value) in transientValues { values[index] = value }
        }
        setPending(values, entity.relationships.indices.map { row.knownLinks(at: $0) })
    }

    /// Keeps the values that no store does, as the object gives up its pending ones (rule OBJ-36).
    final func keepTransientValues() {
        guard hasPending, !entity.transientIndexes.isEmpty else { return }
        for index in entity.transientIndexes { ownDetails.transientValues[index] = pendingValues[index] }
        flags.insert(.hasTransientValues)
    }

    /// Reads the object's values. An object that the store does not hold reads as one without any (rule CTX-33).
    private func realize() {
        precondition(
            !flags.contains(.isReset), "\(self) belongs to a context that has been reset; fetch the object again")
        let isStored = takesStoredRow()
        flags.remove(.isFault)
        precondition(
            isStored || context?.shouldDeleteInaccessibleFaults != false,
            "the fault of \(self) cannot be fulfilled: the store no longer contains the object")
        guard isStored else {
            heldRow = HeldRow(Row(emptyOf: entity, reference))
            flags.insert(.isInaccessible)
            return
        }
        if !flags.isDisjoint(with: [.isAwaking, .isUnplaced]) { return }
        let found = heldRow
        flags.insert(.isAwaking)
        awakeFromFetch()
        flags.remove(.isAwaking)
        guard heldRow.isNone else { return }
        // The hook has turned the object into a fault again, and what asked for its values gets those that were found.
        heldRow = found
    }

    /// Reads the values of a fault, and says whether the object's row has what it holds then.
    @inline(never)
    final func realizesToRow() -> Bool {
        guard flags.contains(.isFault), !hasPending else { return false }
        realize()
        return flags.isDisjoint(with: .readsOtherThanRow)
    }

    /// Finds what is committed, and says whether there is anything.
    private func takesStoredRow() -> Bool {
        if !heldRow.isNone { return true }
        if flags.contains(.isUnplaced) {
            takeDefaultRow()
            return true
        }
        guard let row = storedRow else { return false }
        heldRow = HeldRow(row)
        return true
    }

    private var storedRow: Row? {
        guard let context else {
            preconditionFailure(
                "\(self) was never read, and its context no longer exists; keep the context while you use the object")
        }
        snapshotStamp = context.snapshotCount
        do {
            return try context.read(reference)
        } catch {
            guard context.shouldDeleteUnreadableFaults else {
                preconditionFailure(
                    "\(self) cannot be read from the store \(context.layout.storeName(of: reference)): \(error)")
            }
            return nil
        }
    }

    /// Lets the object read values that are at hand, from when it is asked for them. Without effect once it was.
    final func prefetch(_ row: Row, at snapshotCount: Int32) {
        guard flags.contains(.isFault) else { return }
        heldRow = HeldRow(row)
        snapshotStamp = snapshotCount
    }

    /// Lets the object have values that are committed.
    final func take(_ row: Row) {
        heldRow = HeldRow(row)
        flags.remove(.isFault)
    }

    /// The context, which relationships cannot be followed without.
    final var livingContext: ManagedObjectContext {
        guard let context else {
            precondition(
                !flags.contains(.isReset), "\(self) belongs to a context that has been reset; fetch the object again")
            preconditionFailure("the context of \(self) no longer exists; keep the context while you use its objects")
        }
        return context
    }

    @inline(never)
    final func attributeIndex(_ key: String) -> Int {
        guard let index = entity.attributeIndexes[key] else {
            preconditionFailure("the entity '\(entity.name)' has no attribute '\(key)'")
        }
        return index
    }

    /// The index that generated code gives, if it is right for the object's model.
    @inline(__always)
    final func attributeIndex(_ key: StaticString, _ index: Int) -> Int {
        entity.attributeKeys.contains(key, at: index, in: entity.attributeNames) ? index : attributeIndex(named: key)
    }

    @inline(never)
    private final func attributeIndex(named key: StaticString) -> Int { attributeIndex(key.description) }

    final func relationshipDescription(_ key: String) -> RelationshipDescription {
        guard let relationship = entity.relationship(named: key) else {
            preconditionFailure("the entity '\(entity.name)' has no relationship '\(key)'")
        }
        return relationship
    }

    final func relationshipDescription(_ key: StaticString, _ index: Int) -> RelationshipDescription {
        entity.relationshipKeys.contains(key, at: index, in: entity.relationshipNames)
            ? entity.relationships[index] : relationshipDescription(key.description)
    }
}
