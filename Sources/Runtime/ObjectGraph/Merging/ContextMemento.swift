/// The state of a context before a save computed derived values or merged its changes, which a failed save restores.
final class ContextMemento {
    private struct Kept {
        let object: ManagedObject
        let reference: ObjectReference
        let space: IdentitySpace
        let context: ManagedObjectContext?
        let heldRow: HeldRow
        let flags: ManagedObject.Flags
        let state: ManagedObject.State
        let values: [AttributeValue]
        let links: [Links]
        let permanentReference: ObjectReference
    }

    private unowned let context: ManagedObjectContext
    private var kept: [Kept] = []
    private var known: Set<ObjectIdentifier> = []
    /// New objects that have become stored ones, with what the context had read of these.
    private var successors: [EarlierObject] = []
    /// The new objects that the save has given up, each with the one that has taken its place, or none.
    private(set) var replacements: [ObjectReference: ObjectReference] = [:]
    /// Whether the changed objects are stored.
    private(set) var hasChangedObjects = false
    private var changes: PendingChanges
    private let snapshot: CommittedState
    private let pinnedViews: PinnedViews?
    private let followed: FollowedCommits
    private let event: CurrentEvent
    /// The bases of the event's objects, which an asynchronous save forgets.
    private let eventBases: [ObjectState?]
    private let retained: Set<ManagedObject>

    /// Stores a context, but none of its objects.
    init(of context: ManagedObjectContext) {
        self.context = context
        changes = context.changes
        snapshot = context.snapshot
        pinnedViews = context.queryGeneration.views
        followed = context.followed
        event = context.event
        eventBases = context.event.objects.map(\.eventBase)
        retained = context.retained.all
    }

    /// Stores the changed objects, which a merge may change. Others are stored before they change.
    ///
    /// Later calls have no effect: what has changed since is not what the save began with.
    func keepChangedObjects() {
        guard !hasChangedObjects else { return }
        hasChangedObjects = true
        for object in context.changed { keep(object) }
    }

    /// Stores the state of an object, unless it is already stored.
    func keep(_ object: ManagedObject) {
        guard known.insert(ObjectIdentifier(object)).inserted else { return }
        kept.append(
            Kept(
                object: object, reference: object.reference, space: object.space, context: object.context,
                heldRow: object.heldRow, flags: object.flags, state: object.state,
                values: object.pendingValues, links: object.pendingLinks,
                permanentReference: object.permanentReference))
    }

    /// The stored objects as they were at that time.
    var earlierObjects: [EarlierObject] {
        kept.compactMap { kept in
            kept.heldRow.row.map { EarlierObject(object: kept.object, row: $0, changedLinks: kept.links) }
        } + successors
    }

    /// Notes that a new object has become a stored one.
    ///
    /// - Parameter present: The object that was the stored one here; nil if there was none.
    func note(_ object: ManagedObject, became present: ManagedObject?) {
        let row = present?.heldRow.row ?? Row(emptyOf: object.entity, object.reference)
        successors.append(EarlierObject(object: object, row: row))
    }

    /// Notes that the save has given up a new object.
    ///
    /// - Parameter replacement: The object that has taken its place; ``ObjectReference/none`` for none.
    func note(givenUp reference: ObjectReference, for replacement: ObjectReference) {
        replacements[reference] = replacement
    }

    /// Restores the context.
    func restore() {
        for object in context.event.objects where !event.objects.contains(where: { $0 === object }) {
            context.endEvent(of: object)
        }
        let unchanged = known.union(changes.objects.lazy.map { ObjectIdentifier($0) })
        for object in context.changed where !unchanged.contains(ObjectIdentifier(object)) { discardChanges(of: object) }
        let renamed = kept.filter { $0.object.reference != $0.reference }.map(\.object)
        for kept in kept { context.registry.remove(kept.object, at: kept.object.reference) }
        for kept in kept { restore(kept) }
        context.take(snapshot)
        if let pinnedViews, context.queryGeneration.views == nil { context.queryGeneration.keep(pinnedViews) }
        context.followed = followed
        context.changes.restore(changes)
        context.event.restore(event)
        for (object, base) in zip(event.objects, eventBases) {
            object.isInEvent = true
            object.eventBase = base
        }
        if context.observers.showResults { context.event.change.renamed += renamed }
        context.retained.restore(retained)
        context.departures.note()
    }

    /// Discards what the save alone has changed: hooks and policies may have inserted the object.
    private func discardChanges(of object: ManagedObject) {
        if object.state == .inserted {
            object.state = .clean
            context.release(object)
        } else {
            object.dropPending()
            object.state = .clean
            object.noteRefresh()
        }
    }

    private func restore(_ kept: Kept) {
        let object = kept.object
        if object.reference != kept.reference {
            let objectID = ObjectID(kept.space, number: kept.reference.number)
            context.trackedIdentities.follow(object.reference, to: kept.reference, objectID)
        }
        object.reference = kept.reference
        object.space = kept.space
        object.context = kept.context
        if kept.context === context { context.registry.insert(object, at: kept.reference) }
        object.heldRow = kept.heldRow
        object.dropPending()
        object.flags = kept.flags
        if kept.flags.contains(.hasPending) { object.setPending(kept.values, kept.links) }
        object.state = kept.state
        object.permanentReference = kept.permanentReference
        object.snapshotStamp = -1
        object.details?.livingReferences = nil
        object.noteRefresh()
    }
}

/// What an object was before a save.
struct EarlierObject {
    let object: ManagedObject
    /// What it was read as.
    let row: Row
    /// The destinations that it showed, if a merge may have replaced them; else empty.
    var changedLinks: [Links] = []

    /// The destinations that only one of two states has: the earlier one, read or shown, and the one with some links.
    ///
    /// - Throws: The error of the store that is queried for destinations that have not been read.
    func difference(to links: Links, at index: Int) throws -> [ObjectReference] {
        let (removed, added) = try row.readLinks(at: index).difference(to: links)
        guard !changedLinks.isEmpty else { return removed + added }
        let shown = try changedLinks[index].read().difference(to: links)
        return removed + added + shown.removed + shown.added
    }
}
