public import Foundation
public import ObjectGraph

/// The type of results of a history request, with Core Data's numbers.
public typealias NSPersistentHistoryResultType = PersistentHistoryResultType
/// The type of a change in the history, with Core Data's numbers.
public typealias NSPersistentHistoryChangeType = PersistentHistoryChange.ChangeType

/// A position in the history. Programs archive it securely to keep it between launches.
///
/// Archives of Apple's framework can't be read, and Apple's framework can't read those of this class.
///
/// ```swift
/// if let token = transactions.last?.token {
///     let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
///     try data.write(to: tokenURL, options: .atomic)
/// }
/// let saved = try NSKeyedUnarchiver.unarchivedObject(
///     ofClass: NSPersistentHistoryToken.self, from: Data(contentsOf: tokenURL))
/// ```
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, Sendable {
    let token: PersistentHistoryToken
    private static let archiveKey = "token"

    init(_ token: PersistentHistoryToken) { self.token = token }

    /// Reads a token from an archive; nil for an archive without one.
    public init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
            let token = try? JSONDecoder().decode(PersistentHistoryToken.self, from: Data(referencing: data))
        else { return nil }
        self.token = token
    }

    /// Writes the token into an archive with keys.
    public func encode(with coder: NSCoder) {
        // A token is a few UUIDs and integers, which can always be encoded.
        guard let data = try? JSONEncoder().encode(token) else { return }
        coder.encode(NSData(data: data), forKey: Self.archiveKey)
    }

    /// Tokens can be archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Returns the token itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    public override func isEqual(_ object: Any?) -> Bool { (object as? NSPersistentHistoryToken)?.token == token }

    public override var hash: Int { token.hashValue }
}

/// A save in the history (rule HIS-1).
///
/// ```swift
/// for transaction in transactions where transaction.author != "app" {
///     authors.insert(transaction.author ?? transaction.processID)
///     context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
/// }
/// ```
public final class NSPersistentHistoryTransaction: NSObject, NSCopying, Sendable {
    let transaction: PersistentHistoryTransaction

    init(_ transaction: PersistentHistoryTransaction) { self.transaction = transaction }

    /// The time of the save.
    public var timestamp: Date { transaction.timestamp }
    /// The number of the transaction in its store.
    public var transactionNumber: Int64 { Int64(transaction.token.transactionNumber) }
    /// The identifier of the store.
    public var storeID: String { transaction.storeIdentifier.uuidString }
    /// The ID of the process that saved.
    public var processID: String { transaction.processID }
    /// The name of the context that saved.
    public var contextName: String? { transaction.contextName }
    /// The author of the changes.
    public var author: String? { transaction.author }
    /// The position of the transaction in the history.
    public var token: NSPersistentHistoryToken { NSPersistentHistoryToken(transaction.token) }
    /// The insertions, then the updates, then the deletions; nil if the request omits them.
    public var changes: [NSPersistentHistoryChange]? {
        transaction.changes.isEmpty ? nil : transaction.changes.map { NSPersistentHistoryChange($0, self) }
    }

    /// Returns the transaction itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the transaction as a notification that contexts can merge (rule HIS-7).
    public func objectIDNotification() -> Notification {
        Notification(
            name: .NSManagedObjectContextDidSaveObjectIDs, object: nil,
            userInfo: NSManagedObjectContext.userInfo(of: transaction.objectIDs))
    }
}

/// The change of an object in the history (rule HIS-2).
///
/// ```swift
/// for change in transactions.flatMap({ $0.changes ?? [] }) {
///     switch change.changeType {
///     case .insert: changes.append("new")
///     case .update: changes.append("changed \(change.updatedProperties?.map(\.name).sorted() ?? [])")
///     default: changes.append("deleted \(change.tombstone ?? [:])")
///     }
/// }
/// ```
public final class NSPersistentHistoryChange: NSObject, NSCopying, Sendable {
    private let change: PersistentHistoryChange
    /// The transaction of the change; nil if the request omits transactions.
    public let transaction: NSPersistentHistoryTransaction?

    init(_ change: PersistentHistoryChange, _ transaction: NSPersistentHistoryTransaction?) {
        self.change = change
        self.transaction = transaction
    }

    /// Returns the change itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The object.
    public var changedObjectID: NSManagedObjectID { NSManagedObjectID(change.changedObjectID) }
    /// The type of the change.
    public var changeType: NSPersistentHistoryChangeType { change.changeType }
    /// The properties with new values; nil for an insertion or a deletion.
    public var updatedProperties: Set<NSPropertyDescription>? {
        guard changeType == .update else { return nil }
        let properties = changedObjectID.entity.propertiesByName
        return Set(change.updatedProperties.compactMap { properties[$0] })
    }
    /// The values of a deleted object in attributes that the model preserves in the history; nil for any other change
    /// (rule DRV-10).
    public var tombstone: [AnyHashable: Any]? {
        guard changeType == .delete, !change.tombstone.isEmpty else { return nil }
        let entity = changedObjectID.entity.graphEntity
        return change.tombstone.reduce(into: [:]) { members, member in
            members[member.key] = entity.representedValue(member.value, ofAttributeNamed: member.key)
        }
    }
}

/// A request that fetches or deletes a part of the history (rules HIS-3 to HIS-5).
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///     if transaction.author != "app" {
///         context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///     }
///     token = transaction.token
/// }
/// ```
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// The form of the result.
    open var resultType = NSPersistentHistoryResultType.transactionsAndChanges
    /// The transactions or changes to return, by its predicate, offset, and limit, and their order by its sort
    /// descriptors. Within transactions, a request for changes orders those of each.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?
    /// The position after which the request fetches the history; nil if none is specified.
    public final let token: NSPersistentHistoryToken?
    private let request: PersistentHistoryChangeRequest

    init(_ request: PersistentHistoryChangeRequest, after token: NSPersistentHistoryToken? = nil) {
        self.request = request
        self.token = token
    }

    /// Returns a request for the history after a date, oldest first.
    ///
    /// ```swift
    /// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date(timeIntervalSinceNow: -3600))
    /// let result = try context.execute(request) as? NSPersistentHistoryResult
    /// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    /// ```
    open class func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.fetchHistory(after: date))
    }

    /// Returns a request for the history after a position; nil for all.
    open class func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.fetchHistory(after: token?.token), after: token)
    }

    /// Returns a request for the history after a transaction; nil for all.
    open class func fetchHistory(
        after transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(
            .fetchHistory(after: transaction?.transaction.token), after: transaction?.token)
    }

    /// Returns a request for the part of the history that ``NSPersistentHistoryTransaction/fetchRequest`` or
    /// ``NSPersistentHistoryChange/fetchRequest`` selects.
    ///
    /// ```swift
    /// if let others = NSPersistentHistoryTransaction.fetchRequest {
    ///     others.predicate = NSPredicate(format: "author != %@", "app")
    ///     request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: others)
    /// }
    /// ```
    open class func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentHistoryChangeRequest {
        let none: PersistentHistoryToken? = nil
        let request = NSPersistentHistoryChangeRequest(.fetchHistory(after: none))
        request.fetchRequest = fetchRequest
        return request
    }

    /// Returns a request that deletes the history before a date.
    ///
    /// ```swift
    /// let lastWeek = Date(timeIntervalSinceNow: -7 * 86_400)
    /// try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: lastWeek))
    /// ```
    open class func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(.deleteHistory(before: date))
    }

    /// Returns a request that deletes the history before a position. The transaction at the position remains
    /// (rule HIS-5). Nil is the position before all history, so that nothing is deleted, such as before the first
    /// transaction that a program has processed.
    open class func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        guard let token else { return deleteHistory(before: Date.distantPast) }
        return NSPersistentHistoryChangeRequest(.deleteHistory(before: token.token))
    }

    /// Returns a request that deletes the history before a transaction, which remains (rule HIS-5). Nil deletes
    /// nothing.
    open class func deleteHistory(
        before transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        guard let transaction else { return deleteHistory(before: Date.distantPast) }
        return NSPersistentHistoryChangeRequest(.deleteHistory(before: transaction.transaction))
    }

    /// Returns a copy of the request.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentHistoryChangeRequest(request, after: token)
        copy.resultType = resultType
        copy.fetchRequest = fetchRequest
        return copied(as: copy)
    }

    /// Executes the request.
    func execute(in context: NSManagedObjectContext) throws -> NSPersistentHistoryResult {
        var request = request
        request.affectedStores = affectedStores?.map(\.graphStore)
        guard let filter = try fetchRequest.map(HistoryFilter.init) else {
            request.resultType = resultType
            return NSPersistentHistoryResult(try context.graph.execute(request), resultType)
        }
        guard !request.deletes else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "a fetch request can't choose which history is deleted, so nothing was; delete all before a date, a "
                    + "token, or a transaction")
        }
        request.resultType = .transactionsAndChanges
        guard case .transactionsAndChanges(let transactions) = try context.graph.execute(request) else {
            return NSPersistentHistoryResult(.statusOnly, resultType)
        }
        return NSPersistentHistoryResult(try filter.result(of: transactions, as: resultType), resultType)
    }
}

/// The result of a request for the history.
///
/// ```swift
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []  // With the usual result type
/// ```
open class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// An `NSNumber` for the status or a count, `[NSManagedObjectID]`, `[NSPersistentHistoryTransaction]`, or
    /// `[NSPersistentHistoryChange]`, depending on the result type of the request.
    public final let result: Any?
    /// The result type of the request.
    public final let resultType: NSPersistentHistoryResultType

    init(_ result: PersistentHistoryResult, _ resultType: NSPersistentHistoryResultType) {
        self.resultType = resultType
        self.result =
            switch result {
            case .statusOnly: NSNumber(value: true)
            case .objectIDs(let objectIDs): objectIDs.map(NSManagedObjectID.init)
            case .count(let count): NSNumber(value: count)
            case .transactionsOnly(let transactions), .transactionsAndChanges(let transactions):
                transactions.map(NSPersistentHistoryTransaction.init)
            case .changesOnly(let changes): changes.map { NSPersistentHistoryChange($0, nil) }
            }
    }
}
