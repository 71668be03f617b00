extension ManagedObjectContext {
    /// Undoes the changes since the last event, or those of the last event. This method has no effect without an
    /// ``undoHistory`` (rule UND-1). If a store cannot be read, nothing is undone, and observers receive
    /// ``ContextEvent/didFailToRead(_:)``.
    ///
    /// ```swift
    /// context.undoHistory = UndoHistory(levelsOfUndo: 20)
    /// hero.name = "Oracle"
    /// context.processPendingChanges()  // Ends the undo group.
    /// hero.universe = 2
    /// context.undo()  // The old universe
    /// context.undo()  // The old name
    /// ```
    public func undo() {
        completeSaveInProgress()
        processPendingChanges()
        do { try undoHistory?.undo(in: self) } catch { report(error) }
    }

    /// Redoes the last undone changes.
    ///
    /// ```swift
    /// hero.name = "Oracle"
    /// context.processPendingChanges()
    /// context.undo()
    /// context.redo()  // Oracle again
    /// ```
    public func redo() {
        completeSaveInProgress()
        processPendingChanges()
        do { try undoHistory?.redo(in: self) } catch { report(error) }
    }

    /// Restores earlier states of objects, in this order, and keeps what others have changed since.
    ///
    /// - Parameter changes: The objects, each with the earlier state, and the state after the change; nil if the object
    ///   did not exist or did not change.
    func restore(_ changes: [(object: ManagedObject, state: ObjectState?, other: ObjectState?)]) {
        // The program may have inserted an object into another context in the meantime.
        let changes = changes.filter { $0.object.context == nil || $0.object.context === self }
        // First, so that links use the IDs that the objects then have.
        for change in changes where change.state != nil { bringBack(change.object) }
        let shownLinks = changes.map { $0.state == nil ? nil : $0.object.shownLinks }
        let events = changes.map { ($0.object, restore($0.object, to: $0.state, from: $0.other)) }
        let others = restoreOtherSides(of: changes.map(\.object), that: shownLinks)
        let changed = events.lazy.filter { $0.1 != nil }.map(\.0)
        for object in changed + others
        where object.state == .updated && !object.hasPersistentChangedValues && !object.hasTransientChanges {
            unnote(object)
        }
        for (object, event) in events {
            if let event { object.awake(fromSnapshotEvents: event) }
        }
    }

    /// Returns what has happened to the object.
    private func restore(
        _ object: ManagedObject, to state: ObjectState?, from other: ObjectState?
    ) -> SnapshotEventType? {
        guard let state else { return removeRestored(object) }
        if state.state == .deleted, object.state == .deleted {
            object.pendingLinks = renamed(state.links, of: object)
            return nil
        }
        let wasThere = object.state != .deleted && !(object.state == .inserted && state.state != .inserted)
        // A change of a fault needs the committed values.
        if object.flags.contains(.isFault) { _ = object.committedRow }
        if object.state != .inserted { beginEvent(of: object) }
        if object.isDropped {
            noteInsertion(ofDropped: object)
        } else if object.state == .deleted {
            object.state = .updated
        } else if object.state == .clean {
            noteUpdate(of: object)
        }
        let present =
            !wasThere
            ? nil
            : object.hasPending
                ? (object.pendingValues, object.pendingLinks) : (object.committedValues, object.committedLinks)
        // A new object that was deleted in a store, and whose values were not known there, keeps those that it has.
        if !state.values.isEmpty {
            object.pendingValues = state.values
            object.pendingLinks = renamed(state.links, of: object)
        } else if object.state != .inserted || !object.heldRow.isNone {
            object.pendingValues = object.committedValues
            object.pendingLinks = object.committedLinks
        }
        object.hasPending = true
        // The state may be from before a save, which has computed them since.
        if object.state != .inserted {
            for index in object.entity.derivedIndexes { object.pendingValues[index] = object.baseValue(at: index) }
        }
        if let present, let other, !state.values.isEmpty, !other.values.isEmpty {
            keepChangesOfOthers(in: object, present, since: other, wanted: state)
        }
        if !wasThere { leadBackFromDeletedObjects(to: object) }
        // It may point to deleted objects again.
        object.details?.livingReferences = nil
        object.snapshotStamp = -1
        object.changeCount &+= 1
        object.noteRefresh()
        return wasThere ? .undoUpdate : .undoDeletion
    }

    /// Changes the other sides of restored links that are not among the restored objects, or that have kept what others
    /// have changed since. The change did not contain the first because they already had the link: others had deleted
    /// the destination, and this context stored it again.
    ///
    /// - Parameter shownLinks: The links of each object before it was restored; nil for those that did not exist.
    /// - Returns: The objects that have changed.
    private func restoreOtherSides(of objects: [ManagedObject], that shownLinks: [[Links]?]) -> [ManagedObject] {
        let restored = Set(objects)
        var changed: [ManagedObject] = []
        for (object, shown) in zip(objects, shownLinks) where object.hasPending && object.state != .deleted {
            guard let shown else { continue }
            for relationship in object.entity.relationships where relationship.inverseIndex != nil {
                let index = relationship.index
                let (removed, added) = shown[index].difference(to: object.pendingLinks[index])
                for (references, isAdded) in [(removed, false), (added, true)] {
                    for other in references.compactMap({ registry[$0] }) where !other.isDeleted {
                        guard let inverse = other.inverse(of: relationship),
                            // Of the restored objects, one may have kept what others have linked it to since.
                            !restored.contains(other) || !isAdded && !inverse.isToMany,
                            let back = other.shownReferences(of: inverse),
                            back.contains(object.reference) != isAdded, !isAdded || inverse.isToMany || back.isEmpty
                        else { continue }
                        if isAdded {
                            other.append(object, to: inverse)
                        } else {
                            other.remove(object.reference, from: inverse)
                        }
                        changed.append(other)
                    }
                }
            }
        }
        return changed
    }

    /// Restores the links of deleted objects to a restored object that points to them,
    /// which a refresh in between removed.
    private func leadBackFromDeletedObjects(to object: ManagedObject) {
        for relationship in object.entity.relationships {
            for reference in object.pendingLinks[relationship.index].references {
                guard let other = registry[reference], other.state == .deleted, other.hasPending,
                    let inverse = other.inverse(of: relationship),
                    !other.pendingLinks[inverse.index].contains(object.reference, isOrdered: inverse.isOrdered)
                else { continue }
                other.pendingLinks[inverse.index].add(object.reference, isOrdered: inverse.isOrdered)
                other.details?.livingReferences = nil
            }
        }
    }

    /// Keeps values that differ from those after the change, if the change did not set them.
    private func keepChangesOfOthers(
        in object: ManagedObject, _ present: (values: [AttributeValue], links: [Links]), since other: ObjectState,
        wanted: ObjectState
    ) {
        for index in present.values.indices where other.values[index].isIdentical(to: wanted.values[index]) {
            object.pendingValues[index] = present.values[index]
        }
        let (after, before) = (renamed(other.links, of: object), renamed(wanted.links, of: object))
        for relationship in object.entity.relationships
        where present.links[relationship.index] != after[relationship.index] {
            let index = relationship.index
            guard relationship.isToMany else {
                if after[index] == before[index] { object.pendingLinks[index] = present.links[index] }
                continue
            }
            let (removed, added) = after[index].difference(to: before[index])
            var links = present.links[index]
            for reference in removed { links.remove(reference, isOrdered: relationship.isOrdered) }
            for reference in added where !links.contains(reference, isOrdered: relationship.isOrdered) {
                links.add(reference, isOrdered: relationship.isOrdered)
            }
            if relationship.isOrdered {
                let order = MergedOrder(
                    base: after[index].references, own: before[index].references,
                    other: present.links[index].references, prefersOwn: true)
                links = .toMany(ReferenceList(order.merged(links.references)))
            }
            object.pendingLinks[index] = links
        }
    }

    private func removeRestored(_ object: ManagedObject) -> SnapshotEventType? {
        guard object.context === self, object.state != .deleted else { return nil }
        beginEvent(of: object)
        if object.state == .inserted { drop(object) } else { markDeleted(object) }
        return .undoInsertion
    }

    /// Makes an object whose deletion was saved new again. This has no effect on other objects.
    func bringBack(_ object: ManagedObject) {
        guard object.context !== self else { return }
        let old = object.reference
        object.takeTemporaryReference()
        object.heldRow = .none
        object.flags.remove([.hasLeft, .isInaccessible])
        undoHistory?.note(object.reference, replacing: old)
        adopt(inserted: object, awaking: false)
    }

    /// Returns earlier links with the current IDs of the objects.
    private func renamed(_ links: [Links], of object: ManagedObject) -> [Links] {
        guard let undoHistory, !undoHistory.referencesAreUnchanged else { return links }
        return zip(links, object.entity.relationships).map { links, relationship in
            links.mapping(isOrdered: relationship.isOrdered) { reference in
                // Others may have stored an object again with its earlier ID.
                undoHistory.presentReference(reference) {
                    registry[$0] == nil && registry[$1]?.isDropped != true
                }
            }
        }
    }
}

extension ManagedObject {
    final var committedValues: [AttributeValue] { values(in: committedRow) }

    final var committedLinks: [Links] { links(in: committedRow) }

    /// The links that the object shows, as far as they have been read; nil if it does not exist, or has not been read.
    fileprivate final var shownLinks: [Links]? {
        if isDeleted || isDropped { return nil }
        return hasPending ? pendingLinks : heldRow.row.map(links)
    }

    /// All values of one of the object's rows.
    final func values(in row: Row) -> [AttributeValue] { entity.attributes.indices.map { row.value(at: $0) } }

    /// All links of one of the object's rows, as far as they have been read.
    final func links(in row: Row) -> [Links] { entity.relationships.indices.map { row.knownLinks(at: $0) } }

    /// Whether a transient attribute has another value than before the unsaved changes.
    final var hasTransientChanges: Bool { entity.transientIndexes.contains { isChanged(attribute: $0) } }
}
