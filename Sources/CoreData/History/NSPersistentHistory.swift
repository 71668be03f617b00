public import Foundation
import ObjectGraph

/// The type of results of a history request, with Core Data's numbers.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it was done.
    case statusOnly = 0
    /// The identities of the changed objects.
    case objectIDs = 1
    /// The number of transactions.
    case count = 2
    /// The transactions, without their changes.
    case transactionsOnly = 3
    /// The changes.
    case changesOnly = 4
    /// The transactions with their changes.
    case transactionsAndChanges = 5
}

/// The type of a change in the history, with Core Data's numbers.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// An object was inserted.
    case insert = 0
    /// An object was updated.
    case update = 1
    /// An object was deleted.
    case delete = 2
}

/// A place in the history.
public final class NSPersistentHistoryToken: NSObject, NSCopying, Sendable {
    let token: PersistentHistoryToken

    init(_ token: PersistentHistoryToken) { self.token = token }

    /// The token itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool { (object as? NSPersistentHistoryToken)?.token == token }

    public override var hash: Int { token.hashValue }
}

/// One save in the history (rule HIS-1).
public final class NSPersistentHistoryTransaction: NSObject, Sendable {
    let transaction: PersistentHistoryTransaction

    init(_ transaction: PersistentHistoryTransaction) { self.transaction = transaction }

    /// When it was made.
    public var timestamp: Date { transaction.timestamp }
    /// Its number in its store.
    public var transactionNumber: Int64 { Int64(transaction.token.transactionNumber) }
    /// The identity of its store.
    public var storeID: String { transaction.storeIdentifier.uuidString }
    /// The process that saved it.
    public var processID: String { transaction.processID }
    /// The context's name.
    public var contextName: String? { transaction.contextName }
    /// Its author.
    public var author: String? { transaction.author }
    /// Its place in the history.
    public var token: NSPersistentHistoryToken { NSPersistentHistoryToken(transaction.token) }
    /// Its changes; nil if the request omits them.
    public var changes: [NSPersistentHistoryChange]? {
        transaction.changes.isEmpty ? nil : transaction.changes.map { NSPersistentHistoryChange($0, self) }
    }

    /// The transaction as a notification that contexts merge (rule HIS-7).
    public func objectIDNotification() -> Notification {
        Notification(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
            userInfo: NSManagedObjectContext.userInfo(of: transaction.objectIDs))
    }
}

/// One change of an object in the history (rule HIS-2).
public final class NSPersistentHistoryChange: NSObject, Sendable {
    private let change: PersistentHistoryChange
    /// Its transaction; nil if the request omits transactions.
    public let transaction: NSPersistentHistoryTransaction?

    init(_ change: PersistentHistoryChange, _ transaction: NSPersistentHistoryTransaction?) {
        self.change = change
        self.transaction = transaction
    }

    /// The object.
    public var changedObjectID: NSManagedObjectID { NSManagedObjectID(change.changedObjectID) }
    /// The type of the change.
    public var changeType: NSPersistentHistoryChangeType {
        NSPersistentHistoryChangeType(rawValue: change.changeType.rawValue) ?? .update
    }
    /// The properties with new values; nil for an insertion or a deletion.
    public var updatedProperties: Set<NSPropertyDescription>? {
        guard changeType == .update else { return nil }
        let properties = changedObjectID.entity.propertiesByName
        return Set(change.updatedProperties.compactMap { properties[$0] })
    }
    /// The values that a deleted object had, of the attributes that the model keeps in the history; nil for another change
    /// (rule DRV-10).
    public var tombstone: [AnyHashable: Any]? {
        guard changeType == .delete, !change.tombstone.isEmpty else { return nil }
        let entity = changedObjectID.entity.graphEntity
        return change.tombstone.reduce(into: [:]) { members, member in
            members[member.key] = entity.representedValue(member.value, ofAttributeNamed: member.key)
        }
    }
}

/// A request that fetches the history, or deletes a part of it (rules HIS-3 to HIS-5).
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// What is returned.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
    /// Which transactions, or which changes, are returned: what its predicate, offset and limit say. The order stays that of
    /// the history.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?
    /// The place after which the request fetches the history; nil if none is specified.
    public final let token: NSPersistentHistoryToken?
    private let request: PersistentHistoryChangeRequest

    init(_ request: PersistentHistoryChangeRequest, after token: NSPersistentHistoryToken? = nil) {
        self.request = request
        self.token = token
    }

    /// The history after a date, oldest first.
    open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.fetchHistory(after: date))
    }

    /// The history after a place; all for nil.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.fetchHistory(after: token?.token), after: token)
    }

    /// The history after a transaction; all for nil.
    open class func fetchHistory(
        after transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(
            .fetchHistory(after: transaction?.transaction.token), after: transaction?.token)
    }

    /// The part of the history that a request says: one of ``NSPersistentHistoryTransaction/fetchRequest`` or
    /// ``NSPersistentHistoryChange/fetchRequest``.
    open class func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentHistoryChangeRequest {
        let none: PersistentHistoryToken? = nil
        let request = NSPersistentHistoryChangeRequest(.fetchHistory(after: none))
        request.fetchRequest = fetchRequest
        return request
    }

    /// Deletes the history before a date.
    open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.deleteHistory(before: date))
    }

    /// Deletes the history before a place.
    ///
    /// - Precondition: There is a token.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        guard let token else { preconditionFailure("history is deleted before a token; there is none") }
        return NSPersistentHistoryChangeRequest(.deleteHistory(before: token.token))
    }

    /// Deletes the history before a transaction.
    ///
    /// - Precondition: There is a transaction.
    open class func deleteHistory(
        before transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        guard let transaction else { preconditionFailure("history is deleted before a transaction; there is none") }
        return NSPersistentHistoryChangeRequest(.deleteHistory(before: transaction.transaction))
    }

    /// Does what the request asks for.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentHistoryResult {
        var request = request
        request.affectedStores = affectedStores?.map(\.graphStore)
        let type = PersistentHistoryResultType(rawValue: resultType.rawValue) ?? .transactionsAndChanges
        guard let filter = try fetchRequest.map(HistoryFilter.init) else {
            request.resultType = type
            return NSPersistentHistoryResult(try context.graph.execute(request), resultType)
        }
        request.resultType = .transactionsAndChanges
        guard case .transactionsAndChanges(let transactions) = try context.graph.execute(request) else {
            return NSPersistentHistoryResult(.statusOnly, resultType)
        }
        return NSPersistentHistoryResult(
            PersistentHistoryResult(try filter.filtered(transactions), as: type), resultType)
    }
}

/// What a request about the history returns.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// As the request wants it: a `Bool`, `[NSManagedObjectID]`, a number, `[NSPersistentHistoryTransaction]` or
    /// `[NSPersistentHistoryChange]`.
    public final let result: Any?
    /// The result type of the request.
    public final let resultType: NSPersistentHistoryResultType

    init(_ result: PersistentHistoryResult, _ resultType: NSPersistentHistoryResultType) {
        self.resultType = resultType
        self.result =
            switch result {
            case .statusOnly: true
            case .objectIDs(let objectIDs): objectIDs.map(NSManagedObjectID.init)
            case .count(let count): count
            case .transactionsOnly(let transactions), .transactionsAndChanges(let transactions):
                transactions.map(NSPersistentHistoryTransaction.init)
            case .changesOnly(let changes): changes.map { NSPersistentHistoryChange($0, nil) }
            }
    }
}

extension NSPersistentStoreCoordinator {
    /// The current place in the history of some stores; nil if they keep no history (rule HIS-8).
    public func currentPersistentHistoryToken(fromStores stores: [NSPersistentStore]?) -> NSPersistentHistoryToken? {
        graphCoordinator.currentPersistentHistoryToken(fromStores: stores?.map(\.graphStore))
            .map(NSPersistentHistoryToken.init)
    }
}
