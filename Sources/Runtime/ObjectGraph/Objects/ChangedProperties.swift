/// The properties of an object that has changes, or had some in this event. Most objects are only read.
final class ChangedProperties {
    /// All values to save, in the order of the entity's attributes.
    // The context's isolation keeps others away, and no access calls code that could come back here.
    @exclusivity(unchecked) var values: [AttributeValue] = []
    /// All destinations to save, in the order of the entity's relationships.
    @exclusivity(unchecked) var links: [Links] = []
    /// The object's state before the changes of this event; nil if it did not exist, or does not matter.
    var eventBase: ObjectState?
    /// The ID that the current save gives a new object.
    var permanentReference = ObjectReference.none
    /// The value of ``ManagedObject/changeCount`` when ``ManagedObject/willSave()`` was called.
    var countAtHook: Int32 = -1

    init(values: [AttributeValue] = [], links: [Links] = []) {
        self.values = values
        self.links = links
    }

    /// Whether an object without pending values needs nothing here.
    var isUnneeded: Bool { eventBase == nil && permanentReference.isNone }
}
