/// What has been changed and not saved, on top of a snapshot: queries look at it before they look at what is stored.
package protocol UnsavedChanges: AnyObject {
    /// The object as it has been changed, if only to be deleted; nil for one without changes.
    func unsavedObject(for reference: ObjectReference) -> UnsavedObject?

    /// What ``unsavedObject(for:)`` has in an attribute, without the rest of it; nil where it has no values of its own.
    func unsavedValue(at attribute: Int, of reference: ObjectReference) -> AttributeValue?

    /// All objects with changes, in the order of their first change.
    var unsavedObjects: [UnsavedObject] { get }

    /// The table that a new object will be in when it is saved; nil if no store has its entity, and for an object that is not
    /// among these.
    func table(ofNew reference: ObjectReference) -> Int?
}

/// An object that has been inserted, updated or deleted, and not saved.
package struct UnsavedObject {
    /// What a save would do.
    package enum Change {
        case insertion
        case update
        case deletion
    }

    /// The object.
    package var reference: ObjectReference
    /// What a save would do.
    package var change: Change
    /// All values and all destinations as they are to be saved, in the order of the entity's properties; nil for those of the
    /// stored row.
    package var contents: (values: [AttributeValue], links: [Links])?

    /// An object with its changes.
    package init(
        reference: ObjectReference, change: Change, contents: (values: [AttributeValue], links: [Links])?
    ) {
        self.reference = reference
        self.change = change
        self.contents = contents
    }
}
