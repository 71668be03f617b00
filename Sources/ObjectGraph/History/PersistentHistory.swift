public import Foundation

/// One save as the history has it (rule HIS-1).
public struct PersistentHistoryTransaction: Sendable, Hashable {
    /// The place after the transaction; greater numbers are later.
    public var token: PersistentHistoryToken
    /// When the save was made, by the clock of the machine that made it.
    public var timestamp: Date
    /// ``ManagedObjectContext/transactionAuthor`` of the context that saved.
    public var author: String?
    /// ``ManagedObjectContext/name`` of the context that saved.
    public var contextName: String?
    /// The number of the process that saved, as text.
    public var processID: String
    /// Inserts, then updates, then deletions, each in the order in which they were made.
    public var changes: [PersistentHistoryChange]

    /// A transaction as a store has read it.
    ///
    /// - Parameters:
    ///   - token: The place after it.
    ///   - timestamp: When it was made.
    ///   - author: Who made it.
    ///   - contextName: The name of the context that made it.
    ///   - processID: The number of the process that made it.
    ///   - changes: Inserts, then updates, then deletions.
    public init(
        token: PersistentHistoryToken, timestamp: Date, author: String?, contextName: String?, processID: String,
        changes: [PersistentHistoryChange]
    ) {
        self.token = token
        self.timestamp = timestamp
        self.author = author
        self.contextName = contextName
        self.processID = processID
        self.changes = changes
    }

    /// The store that was saved to.
    public var storeIdentifier: UUID { token.storeIdentifier }

    /// The objects of the transaction, to be merged into contexts (rule HIS-7).
    public var objectIDs: SavedObjectIDs {
        func objectIDs(_ type: PersistentHistoryChange.ChangeType) -> Set<ObjectID> {
            Set(changes.lazy.filter { $0.changeType == type }.map(\.changedObjectID))
        }
        return SavedObjectIDs(
            inserted: objectIDs(.insert), updated: objectIDs(.update), deleted: objectIDs(.delete))
    }
}

/// What a transaction did to one object (rule HIS-2).
public struct PersistentHistoryChange: Sendable, Hashable {
    /// The raw values are Core Data's.
    public enum ChangeType: Int, Sendable, Hashable {
        /// The object was inserted.
        case insert = 0
        /// Properties of the object were changed.
        case update = 1
        /// The object was deleted.
        case delete = 2
    }

    /// The object; there may be none of this identity any more.
    public var changedObjectID: ObjectID
    /// What was done to it.
    public var changeType: ChangeType
    /// The names of the properties that were changed, of an update; sorted.
    public var updatedProperties: [String]
    /// The values that a deleted object had in attributes that the model keeps in the history (rule DRV-10).
    public var tombstone: [String: AttributeValue]

    /// A change as a store has read it.
    ///
    /// - Parameters:
    ///   - changedObjectID: The object.
    ///   - changeType: What was done to it.
    ///   - updatedProperties: The names of changed properties, sorted; of an update only.
    ///   - tombstone: The values that are kept of a deleted object.
    public init(
        changedObjectID: ObjectID, changeType: ChangeType, updatedProperties: [String] = [],
        tombstone: [String: AttributeValue] = [:]
    ) {
        self.changedObjectID = changedObjectID
        self.changeType = changeType
        self.updatedProperties = updatedProperties
        self.tombstone = tombstone
    }
}

/// The history asked for does not reach back so far (rule HIS-5).
public struct PersistentHistoryTokenExpired: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 134301

    /// There is nothing more to be said of it.
    public init() {}

    public var description: String {
        "the history before the token has been deleted, or belongs to another store; begin anew with no token"
    }
}
