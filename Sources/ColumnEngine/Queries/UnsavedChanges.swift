/// Unsaved changes on top of a snapshot, which take precedence over the stored values in queries.
package protocol UnsavedChanges: AnyObject {
    /// The object with its changes, which can be its deletion; nil for one without changes.
    func unsavedObject(for reference: ObjectReference) -> UnsavedObject?

    /// The value of one attribute of ``unsavedObject(for:)``, without the others; nil if the object has no values of
    /// its own.
    func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue?

    /// All objects with changes, in the order of their first change.
    var unsavedObjects: [UnsavedObject] { get }

    /// The table that a new object will be in when it is saved; nil if no store has its entity, and for an object that is not
    /// among these.
    func table(ofNew reference: ObjectReference) -> Int?
}

/// An object that has been inserted, updated or deleted, and not saved.
package struct UnsavedObject {
    /// The effect of a save.
    package enum Change {
        case insertion
        case update
        case deletion
    }

    /// The object.
    package var reference: ObjectReference
    /// The effect of a save.
    package var change: Change
    /// All values and destinations that a save would write, in the order of the entity's properties; nil for those of
    /// the stored row.
    package var contents: (values: [AttributeValue], links: [Links])?

    /// An object with its changes.
    package init(reference: ObjectReference, change: Change, contents: (values: [AttributeValue], links: [Links])?) {
        self.reference = reference
        self.change = change
        self.contents = contents
    }
}
