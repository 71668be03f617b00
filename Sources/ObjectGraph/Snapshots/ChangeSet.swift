/// What a save changes, for a store to commit as a whole or not at all. All identities are permanent.
public struct ChangeSet: Sendable, Hashable {
    /// An object that is inserted or updated.
    public struct Change: Sendable, Hashable {
        public var objectID: ObjectID
        /// The whole new state. Of an update, its version is the one the change began with.
        public var record: ObjectRecord

        public init(objectID: ObjectID, record: ObjectRecord) {
            self.objectID = objectID
            self.record = record
        }
    }

    /// An object that is removed.
    public struct Deletion: Sendable, Hashable {
        public var objectID: ObjectID
        /// The version the deletion began with.
        public var version: Int

        public init(objectID: ObjectID, version: Int) {
            self.objectID = objectID
            self.version = version
        }
    }

    /// In the order of insertion.
    public var inserted: [Change]
    /// In the order of their first change.
    public var updated: [Change]
    /// In the order of their first change.
    public var deleted: [Deletion]

    public init(inserted: [Change] = [], updated: [Change] = [], deleted: [Deletion] = []) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }

    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// A save met objects that were saved by another context in the meantime. Nothing was written.
public struct MergeConflict: Error, Sendable, Hashable, CustomStringConvertible {
    /// The objects, in order.
    public var objectIDs: [ObjectID]

    public init(objectIDs: [ObjectID]) {
        self.objectIDs = objectIDs
    }

    public var description: String {
        let list = objectIDs.map(\.description).joined(separator: ", ")
        return "changed or deleted by another context since they were read: \(list)"
    }
}
