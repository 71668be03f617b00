public import Foundation

/// A save in the history of a store (rule HIS-1).
///
/// ```swift
/// for transaction in transactions {
///     if transaction.author != "app" { context.mergeChanges(from: transaction.objectIDs) }
///     token = transaction.token  // Where the next request begins
/// }
/// ```
public struct PersistentHistoryTransaction: Sendable, Hashable {
    /// The position after the transaction. Greater numbers are later.
    public var token: PersistentHistoryToken
    /// The time of the save, by the clock of its machine.
    public var timestamp: Date
    /// The `transactionAuthor` of the context that saved.
    public var author: String?
    /// The `name` of the context that saved.
    public var contextName: String?
    /// The ID of the process that saved, as text.
    public var processID: String
    /// The insertions, then updates, then deletions, each in the order of their occurrence.
    public var changes: [PersistentHistoryChange]

    /// Creates a transaction that a store has read.
    ///
    /// - Parameters:
    ///   - token: The position after the transaction.
    ///   - timestamp: The time of the save.
    ///   - author: The author of the changes.
    ///   - contextName: The name of the context that saved.
    ///   - processID: The ID of the process that saved.
    ///   - changes: The insertions, then updates, then deletions.
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

    /// The store that received the save.
    public var storeIdentifier: UUID { token.storeIdentifier }

    /// The objects of the transaction, for merging into contexts (rule HIS-7).
    public var objectIDs: SavedObjectIDs {
        func objectIDs(_ type: PersistentHistoryChange.ChangeType) -> Set<ObjectID> {
            Set(changes.lazy.filter { $0.changeType == type }.map(\.changedObjectID))
        }
        return SavedObjectIDs(inserted: objectIDs(.insert), updated: objectIDs(.update), deleted: objectIDs(.delete))
    }
}

/// The change of an object in a transaction (rule HIS-2).
///
/// ```swift
/// for change in transactions.flatMap(\.changes) {
///     switch change.changeType {
///     case .insert: print("new:", change.changedObjectID)
///     case .update: print("changed:", change.changedObjectID, change.updatedProperties)
///     case .delete: print("deleted:", change.changedObjectID, change.tombstone)  // What the model preserves
///     }
/// }
/// ```
public struct PersistentHistoryChange: Sendable, Hashable {
    /// The raw values are Core Data's.
    public enum ChangeType: Int, Sendable, Hashable {
        /// The object was inserted.
        case insert = 0
        /// Properties of the object changed.
        case update = 1
        /// The object was deleted.
        case delete = 2

        /// The word for the type in the histories that stores write.
        package var word: String {
            switch self {
            case .insert: "insert"
            case .update: "update"
            case .delete: "delete"
            }
        }

        /// Returns nil for another word.
        package init?(word: String) {
            guard let type = [Self.insert, .update, .delete].first(where: { $0.word == word }) else { return nil }
            self = type
        }
    }

    /// The ID of the object, which might no longer exist.
    public var changedObjectID: ObjectID
    /// The type of the change.
    public var changeType: ChangeType
    /// The sorted names of the properties that an update changed.
    public var updatedProperties: [String]
    /// The values of a deleted object in attributes that the model preserves in the history (rule DRV-10).
    public var tombstone: [String: AttributeValue]

    /// Creates a change that a store has read.
    ///
    /// - Parameters:
    ///   - changedObjectID: The object.
    ///   - changeType: The type of the change.
    ///   - updatedProperties: The sorted names of changed properties, for an update.
    ///   - tombstone: The preserved values of a deleted object.
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

/// An error that occurs if the requested part of the history no longer exists (rule HIS-5).
///
/// ```swift
/// do {
///     _ = try context.execute(.fetchHistory(after: token))
/// } catch is PersistentHistoryTokenExpiredError {
///     token = coordinator.currentPersistentHistoryToken
///     context.refreshAllObjects()  // Any object may have changed.
/// }
/// ```
public struct PersistentHistoryTokenExpiredError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Core Data's code.
    public static let code = 134301

    /// Creates an error.
    public init() {}

    public var description: String {
        "the history before the token has been deleted, or belongs to another store; start over without a token"
    }
}

/// A position in the history of a store, after a transaction, or in the histories of several stores.
///
/// ```swift
/// let token = container.persistentStoreCoordinator.currentPersistentHistoryToken
/// try JSONEncoder().encode(token).write(to: tokenURL)
/// let saved = try JSONDecoder().decode(PersistentHistoryToken?.self, from: Data(contentsOf: tokenURL))
/// let changes = try context.execute(PersistentHistoryChangeRequest.fetchHistory(after: saved))
/// ```
public struct PersistentHistoryToken: Sendable, Hashable {
    /// The store of the history, or the first of several.
    public var storeIdentifier: UUID
    /// The number of the transaction, from 1; 0 for the position before the first.
    public var transactionNumber: Int
    /// The positions in the histories of the other stores.
    public var otherTransactionNumbers: [UUID: Int]

    /// - Parameters:
    ///   - storeIdentifier: The store of the history.
    ///   - transactionNumber: The number of the transaction; 0 for the position before the first.
    ///   - otherTransactionNumbers: The positions in the histories of other stores.
    public init(storeIdentifier: UUID, transactionNumber: Int, otherTransactionNumbers: [UUID: Int] = [:]) {
        self.storeIdentifier = storeIdentifier
        self.transactionNumber = transactionNumber
        self.otherTransactionNumbers = otherTransactionNumbers
    }

    /// Returns the position in the history of a store; nil if the token does not include it.
    public func transactionNumber(ofStore identifier: UUID) -> Int? {
        identifier == storeIdentifier ? transactionNumber : otherTransactionNumbers[identifier]
    }
}

extension PersistentHistoryToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case storeIdentifier, transactionNumber, otherTransactionNumbers
    }

    /// Decodes a token of one or several stores.
    ///
    /// - Throws: `DecodingError` for anything but a token.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            storeIdentifier: try container.decode(UUID.self, forKey: .storeIdentifier),
            transactionNumber: try container.decode(Int.self, forKey: .transactionNumber),
            otherTransactionNumbers: try container.decodeIfPresent(
                [UUID: Int].self, forKey: .otherTransactionNumbers) ?? [:])
    }

    /// Encodes the positions in other stores' histories if there are any.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(transactionNumber, forKey: .transactionNumber)
        if !otherTransactionNumbers.isEmpty {
            try container.encode(otherTransactionNumbers, forKey: .otherTransactionNumbers)
        }
    }
}

/// The IDs of the objects that a save wrote, which you can pass to any task (rule NTF-6).
///
/// ```swift
/// let observation = context.observe { event in
///     guard case .didSave(let saved) = event else { return }
///     let objectIDs = saved.objectIDs  // Unlike objects, IDs can go to any task.
///     tasks.append(Task { await background.perform { $0.mergeChanges(from: objectIDs) } })
/// }
/// ```
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
