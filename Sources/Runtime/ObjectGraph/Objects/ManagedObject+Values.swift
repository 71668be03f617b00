// Reading and changing the values of an object.
extension ManagedObject {
    /// The values of an unchanged object, read from the store on first use.
    final var committedRow: Row { committedRow(toRead: nil) }

    /// - Parameter property: The property that is read, as in ``noteRead(ofProperty:)``; nil for no particular one.
    final func committedRow(toRead property: Int?) -> Row {
        if let row = heldRow.row, !flags.contains(.isFault) { return row }
        realize(toRead: property)
        guard let row = heldRow.row else { endProgram("\(self) has no values after reading them") }
        return row
    }

    /// Returns the value of an attribute, including unsaved changes.
    final func value(at index: Int) -> AttributeValue {
        if flags.contains(.isObserved) { noteRead(ofProperty: index) }
        if hasPending, let value = withChanges({ $0.values[index] }) {
            if flags.contains(.isValuedFault) { flags.remove(.isValuedFault) }
            return value
        }
        let row = committedRow(toRead: index)
        if flags.contains(.hasTransientValues), let value = details?.transientValues[index] { return value }
        return row.value(at: index)
    }

    /// Whether a changed object has a value in an attribute; false for one without changes.
    final func holdsValue(at index: Int) -> Bool {
        guard hasPending, !flags.contains(.isObserved) else { return false }
        return withChanges { $0.values[index].isNull } == false
    }

    /// Returns the destinations of a relationship, including deleted ones.
    final func links(at index: Int) -> Links {
        if flags.contains(.isObserved) { noteRead(ofProperty: -1 - index) }
        if hasPending, let links = withChanges({ $0.links[index] }) {
            if flags.contains(.isValuedFault) { flags.remove(.isValuedFault) }
            return resolved(links, at: index)
        }
        return resolved(committedRow(toRead: -1 - index).knownLinks(at: index), at: index)
    }

    /// Reads links that have not been read yet.
    private func resolved(_ links: Links, at index: Int) -> Links {
        guard case .deferred(let deferred) = links else { return links }
        if let known = deferred.known { return known }
        if let context, context.faulting == .explicit { endForLackOf(-1 - index) }
        if let context, context.shouldDeleteUnreadableFaults {
            do {
                try context.reading(.fault, of: entity) {
                    try StoreCancellation.ignoringCancellation { try DeferredLinks.read([deferred]) }
                }
            } catch {
                flags.insert(.isInaccessible)
                return Links(noneOf: entity.relationships[index])
            }
        }
        return read(deferred)
    }

    /// Reads links for an accessor, or for a change.
    private func read(_ deferred: DeferredLinks) -> Links {
        guard let context, deferred.known == nil else { return deferred.links }
        return context.reading(.fault, of: entity) { deferred.links }
    }

    /// Changes the value of an attribute, and informs the context.
    final func setValue(_ value: AttributeValue, at index: Int) {
        if isAwakingUnchanged { return setCommittedValue(value, at: index) }
        noteChange()
        if flags.contains(.isObserved) { return observingChange(ofProperty: index) { pendingValues[index] = value } }
        if withChanges({ $0.values[index] = value }) == nil { pendingValues[index] = value }
    }

    /// Changes the destinations of a relationship on this side only.
    final func changeLinks(at index: Int, _ body: (inout Links) -> Void) {
        noteReading(of: index)
        if isAwakingUnchanged { return changeCommittedLinks(at: index, body) }
        noteChange()
        if let deferred = withChanges({ $0.links[index].deferred }) ?? nil { pendingLinks[index] = read(deferred) }
        if flags.contains(.isObserved) { return observingChange(ofProperty: -1 - index) { body(&pendingLinks[index]) } }
        body(&pendingLinks[index])
    }

    /// Changes a value without a change of the object: it replaces the committed value in this context.
    final func setCommittedValue(_ value: AttributeValue, at index: Int) {
        if hasPending { return pendingValues[index] = value }
        heldRow = HeldRow(committedRow.setting(value, at: index))
    }

    /// Changes destinations without a change of the object, like ``setCommittedValue(_:at:)``.
    final func changeCommittedLinks(at index: Int, _ body: (inout Links) -> Void) {
        flags.insert(.isOneSided)
        heldRow = HeldRow(committedRow.changingLinks(at: [index]) { _, links in body(&links) })
    }

    /// Whether a hook is running in which setting values is not a change, and does not update inverses (rule OBJ-24).
    final var isAwakingUnchanged: Bool { flags.contains(.isAwaking) && !hasPending }

    /// Prepares the object for a change. The first one copies its values, and makes the context retain it.
    final func noteChange() {
        changeCount &+= 1
        if !isInEvent { beginEvent() }
        if !hasPending { copyCommitted() }
        if flags.contains(.isValuedFault) { flags.remove(.isValuedFault) }
        if state == .clean { context?.noteUpdate(of: self) }
    }

    private func beginEvent() {
        context?.completeSaveInProgress()
        // That save may have deleted the object.
        guard let context else { return }
        isInEvent = true
        if !hasPending { copyCommitted() }
        eventBase = ObjectState(state: state, values: pendingValues, links: pendingLinks)
        context.appendToEvent(self)
    }

    /// The object's values; nil without changes.
    final var currentState: ObjectState? {
        hasPending ? ObjectState(state: state, values: pendingValues, links: pendingLinks) : nil
    }

    /// Copies the object's values, so that they can change. A save that fails restores the object.
    final func copyCommitted() {
        // Only while a save merges, whose hooks and policies may change any object.
        if let context, context.memento != nil { context.memento?.keep(self) }
        let row = committedRow
        var values = entity.attributes.indices.map { row.value(at: $0) }
        if flags.contains(.hasTransientValues), let transientValues = details?.transientValues {
            for (index, value) in transientValues { values[index] = value }
        }
        setPending(values, entity.relationships.indices.map { row.knownLinks(at: $0) })
    }

    /// Keeps the values of transient attributes when the object discards its pending ones (rule OBJ-36).
    final func keepTransientValues() {
        guard hasPending, !entity.transientIndexes.isEmpty else { return }
        for index in entity.transientIndexes { ownDetails.transientValues[index] = pendingValues[index] }
        flags.insert(.hasTransientValues)
    }

    /// Ends the program because an accessor needs what was not loaded.
    ///
    /// - Parameter property: The property that is read, as in ``noteRead(ofProperty:)``; nil for no particular one.
    private func endForLackOf(_ property: Int?) -> Never {
        guard let property else {
            endProgram("\(self) was not loaded; call load(_:_:) with it before reading its properties")
        }
        guard property < 0 else {
            let name = entity.attributeNames[property]
            endProgram("'\(name)' of \(self) was not loaded; call load(_:_:) with the object before reading it")
        }
        let name = entity.relationshipNames[-1 - property]
        endProgram("'\(name)' of \(self) was not loaded; call load(_:_:) with [\\.\(name)] before reading it")
    }

    /// Fires a fault. An object that the store does not contain reads as one without values (rule CTX-33).
    ///
    /// - Parameter property: The property that is read; nil for no particular one.
    private func realize(toRead property: Int?) {
        if flags.contains(.isReset) { return realizeAfterReset() }
        guard takesStoredRow(toRead: property) else {
            require(
                context?.shouldDeleteInaccessibleFaults != false,
                "the fault of \(self) cannot be fulfilled: the store no longer contains the object")
            return realizeWithoutRow()
        }
        flags.remove(.isFault)
        takeTransientDefaults()
        if !flags.isDisjoint(with: [.isAwaking, .isUnplaced]) { return }
        let found = heldRow
        flags.insert(.isAwaking)
        awakeFromFetch()
        flags.remove(.isAwaking)
        guard heldRow.isNone else { return }
        // The hook has turned the object into a fault again, but the caller needs the values.
        heldRow = found
    }

    /// Fires a fault whose store does not contain the object.
    final func realizeWithoutRow() {
        flags.remove(.isFault)
        heldRow = HeldRow(Row(emptyOf: entity, reference))
        flags.insert(.isInaccessible)
    }

    /// Core Data's objects read as ones without values. In this module, this is a mistake of the program (rule CTX-18).
    private func realizeAfterReset() {
        require(
            entity.adapter != nil, "\(self) belongs to a context that has been reset; fetch the object again")
        flags.remove(.isFault)
        heldRow = HeldRow(Row(emptyOf: entity, reference))
        takeTransientDefaults()
    }

    /// Gives transient attributes, which no store keeps, the model's default values.
    /// A child context reads those of its parent.
    private func takeTransientDefaults() {
        for index in entity.transientIndexes {
            let defaultValue = entity.defaultValues[index]
            guard !defaultValue.isNull, heldRow.row?.value(at: index).isNull == true,
                details?.transientValues[index] == nil
            else { continue }
            ownDetails.transientValues[index] = defaultValue
            flags.insert(.hasTransientValues)
        }
    }

    /// Fires a fault, and returns whether the object's values are then those of its row.
    ///
    /// - Parameter attribute: The index of the attribute that is read.
    @inline(never)
    final func realizesToRow(toRead attribute: Int) -> Bool {
        guard flags.contains(.isFault), !hasPending else { return false }
        realize(toRead: attribute)
        return flags.isDisjoint(with: .readsOtherThanRow)
    }

    /// Finds the committed row, and returns whether there is one.
    private func takesStoredRow(toRead property: Int?) -> Bool {
        if !heldRow.isNone { return true }
        if flags.contains(.isUnplaced) {
            takeDefaultRow()
            return true
        }
        guard let row = storedRow(toRead: property) else { return false }
        heldRow = HeldRow(row)
        return true
    }

    private func storedRow(toRead property: Int?) -> Row? {
        guard let context else {
            endProgram(
                "\(self) was never read, and its context no longer exists; keep the context while you use the object")
        }
        snapshotStamp = context.committed.stamp
        if context.faulting == .explicit, context.contextOfStores.snapshot.reader(of: reference) != nil {
            endForLackOf(property)
        }
        do {
            guard context.contextOfStores.isQueried else { return try context.read(reference) }
            // An accessor cannot throw the cancellation.
            return try StoreCancellation.ignoringCancellation { try context.readTouched(self) }
        } catch {
            guard context.shouldDeleteUnreadableFaults else {
                endProgram(
                    "\(self) cannot be read from the store \(context.layout.storeName(of: reference)): \(error)")
            }
            return nil
        }
    }

    /// Stores the row of a fault for its first access. This has no effect on an object that was already accessed.
    final func prefetch(_ row: Row, at stamp: Int32) {
        guard flags.contains(.isFault) else { return }
        heldRow = HeldRow(row)
        snapshotStamp = stamp
    }

    /// Gives the object committed values.
    final func take(_ row: Row) {
        // Few objects have details, and a check is cheaper than the access to them.
        if details != nil { details?.livingReferences = nil }
        heldRow = HeldRow(row)
        flags.subtract([.isFault, .isValuedFault])
    }

    /// The context, which relationships require.
    final var livingContext: ManagedObjectContext {
        guard let context else {
            require(
                !flags.contains(.isReset), "\(self) belongs to a context that has been reset; fetch the object again")
            endProgram("the context of \(self) no longer exists; keep the context while you use its objects")
        }
        return context
    }

    @inline(never)
    final func attributeIndex(_ key: String) -> Int {
        guard let index = entity.attributeIndexes[key] else {
            endProgram("the entity '\(entity.name)' has no attribute '\(key)'")
        }
        return index
    }

    /// Returns the index from generated code if it is right for the object's model,
    /// or else finds the attribute by name.
    @inline(__always)
    final func attributeIndex(_ key: StaticString, _ index: Int) -> Int {
        entity.attributeKeys.knows(key, at: index) ? index : attributeIndex(named: key, expected: index)
    }

    @inline(never)
    private final func attributeIndex(named key: StaticString, expected index: Int) -> Int {
        entity.attributeKeys.contains(key, at: index, in: entity.attributeNames)
            ? index : attributeIndex(key.description)
    }

    final func relationshipDescription(_ key: String) -> RelationshipDescription {
        guard let relationship = entity.relationship(named: key) else {
            endProgram("the entity '\(entity.name)' has no relationship '\(key)'")
        }
        return relationship
    }

    final func relationshipDescription(_ key: StaticString, _ index: Int) -> RelationshipDescription {
        entity.relationshipKeys.contains(key, at: index, in: entity.relationshipNames)
            ? entity.relationships[index] : relationshipDescription(key.description)
    }
}
