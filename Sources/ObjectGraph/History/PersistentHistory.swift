public import Foundation

/// A place in the history of a store: after some transaction.
public struct PersistentHistoryToken: Sendable, Hashable, Codable {
    /// The store whose history it is.
    public var storeIdentifier: UUID
    /// The number of the transaction, from 1.
    public var transactionNumber: Int

    public init(storeIdentifier: UUID, transactionNumber: Int) {
        self.storeIdentifier = storeIdentifier
        self.transactionNumber = transactionNumber
    }
}

/// One save as the history has it (rule HIS-1).
public struct PersistentHistoryTransaction: Sendable, Hashable {
    public var token: PersistentHistoryToken
    public var timestamp: Date
    /// ``ManagedObjectContext/transactionAuthor`` of the context that saved.
    public var author: String?
    /// ``ManagedObjectContext/name`` of the context that saved.
    public var contextName: String?
    public var processID: String
    /// Inserts, then updates, then deletions, each in the order in which they were made.
    public var changes: [PersistentHistoryChange]

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
        case insert = 0
        case update = 1
        case delete = 2
    }

    public var changedObjectID: ObjectID
    public var changeType: ChangeType
    /// The names of the properties that were changed, of an update; sorted.
    public var updatedProperties: [String]
    /// The values that a deleted object had in attributes that the model keeps in the history (rule DRV-10).
    public var tombstone: [String: AttributeValue]
}

/// The history asked for does not reach back so far (rule HIS-5).
public struct PersistentHistoryTokenExpired: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 134301

    public init() {}

    public var description: String {
        "the history before the token has been deleted, or belongs to another store; begin anew with no token"
    }
}
