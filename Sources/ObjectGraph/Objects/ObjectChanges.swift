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
            changes?.eventBase = nil
            dropUnneededChanges()
        }
    }

    /// The identity that the save under way gives a new object.
    final var permanentReference: ObjectReference {
        get { changes?.permanentReference ?? .none }
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
        changes?.values = []
        changes?.links = []
        hasPending = false
        dropUnneededChanges()
    }

    private final var ownChanges: ObjectChanges {
        if let changes { return changes }
        let made = ObjectChanges()
        changes = made
        return made
    }

    private final func dropUnneededChanges() {
        if !hasPending, eventBase == nil, permanentReference.isNone { changes = nil }
    }
}
