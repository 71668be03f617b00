/// What only an object has that is changed, or was in this event: most objects are only read.
final class ObjectChanges {
    /// All values as they are to be saved, in the order of the entity's attributes.
    // The context's isolation keeps others away, and no access calls code that could come back here.
    @exclusivity(unchecked) var values: [AttributeValue] = []
    /// All destinations as they are to be saved, in the order of the entity's relationships.
    @exclusivity(unchecked) var links: [Links] = []
    /// What the object was before the changes of this event; nil when it did not exist, or does not matter.
    var eventBase: ObjectState?
    /// The identity that the save under way gives a new object.
    var permanentReference = ObjectReference.none
    /// What ``ManagedObject/changeCount`` was when ``ManagedObject/willSave()`` was called.
    var countAtHook: Int32 = -1

    init(values: [AttributeValue] = [], links: [Links] = []) {
        self.values = values
        self.links = links
    }

    /// Whether an object that has no pending values has nothing here.
    var isUnneeded: Bool { eventBase == nil && permanentReference.isNone }
}

extension ManagedObject {
    /// All values as they are to be saved, in the order of the entity's attributes; empty unless ``hasPending``.
    final var pendingValues: [AttributeValue] {
        get { changes?.values ?? [] }
        _modify { yield &ownChanges.values }
    }

    /// All destinations as they are to be saved, in the order of the entity's relationships.
    final var pendingLinks: [Links] {
        get { changes?.links ?? [] }
        _modify { yield &ownChanges.links }
    }

    /// What the object was before the changes of this event; nil when it did not exist, or does not matter.
    final var eventBase: ObjectState? {
        get { changes?.eventBase }
        set {
            if newValue != nil { return ownChanges.eventBase = newValue }
            guard withChanges({ $0.eventBase != nil }) == true else { return }
            changes?.eventBase = nil
            dropUnneededChanges()
        }
    }

    /// The identity that the save under way gives a new object.
    final var permanentReference: ObjectReference {
        get { withChanges(\.permanentReference) ?? .none }
        set {
            if !newValue.isNone { return ownChanges.permanentReference = newValue }
            changes?.permanentReference = .none
            dropUnneededChanges()
        }
    }

    /// What ``changeCount`` was when ``willSave()`` was called.
    final var changeCountAtHook: Int32 {
        get { changes?.countAtHook ?? -1 }
        set { ownChanges.countAtHook = newValue }
    }

    /// Gives the object values to be saved, in place of those it has.
    final func setPending(_ values: [AttributeValue], _ links: [Links]) {
        if let changes {
            changes.values = values
            changes.links = links
        } else {
            changes = ObjectChanges(values: values, links: links)
        }
        hasPending = true
    }

    final func dropPending() {
        hasPending = false
        guard let changes else { return }
        if changes.isUnneeded {
            self.changes = nil
        } else {
            changes.values = []
            changes.links = []
        }
    }

    private final var ownChanges: ObjectChanges {
        if let changes { return changes }
        let made = ObjectChanges()
        changes = made
        return made
    }

    private final func dropUnneededChanges() {
        if !hasPending, changes?.isUnneeded == true { changes = nil }
    }

    /// Looks at what is held because of changes, which `body` must not take away.
    @inline(__always)
    final func withChanges<Result>(_ body: (ObjectChanges) -> Result) -> Result? {
        heldChanges?._withUnsafeGuaranteedRef(body)
    }
}

extension [AttributeValue] {
    /// The same values in memory of their own, for an object that is about to change some: to make it at once costs less
    /// than to find out at the first change that it is shared.
    var separateCopy: [AttributeValue] {
        var copy: [AttributeValue] = []
        // Appended one by one, since the library's other ways find out the type of the memory each time.
        copy.reserveCapacity(count)
        for value in self { copy.append(value) }
        return copy
    }
}
