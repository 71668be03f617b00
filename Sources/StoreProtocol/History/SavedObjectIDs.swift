/// The IDs of the objects that a save wrote, which you can pass to any task (rule NTF-6).
public struct SavedObjectIDs: Sendable, Hashable {
    /// The permanent IDs of new objects.
    public var inserted: Set<ObjectID>
    /// The IDs of changed objects.
    public var updated: Set<ObjectID>
    /// The IDs of deleted objects.
    public var deleted: Set<ObjectID>

    /// Creates a value from the saves of another process, or from a history.
    public init(inserted: Set<ObjectID> = [], updated: Set<ObjectID> = [], deleted: Set<ObjectID> = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}
