import Foundation
import ObjectGraph

/// The names of the entities of requests about the history.
private enum HistoryEntity: String {
    case transaction = "TRANSACTION"
    case change = "CHANGE"

    /// Returns an entity with attributes for predicates, which belongs to no model.
    func description(_ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let description = NSEntityDescription()
        description.name = rawValue
        description.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        return description
    }

    func request(of entity: NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        return request
    }
}

extension NSPersistentHistoryTransaction {
    /// The attributes for predicates on transactions: `author`, `contextName`, `processID`, `storeID`, `timestamp`,
    /// `token`, and `transactionNumber`. Tokens of one store are ordered.
    public class var entityDescription: NSEntityDescription? {
        HistoryEntity.transaction.description([
            ("author", .stringAttributeType), ("contextName", .stringAttributeType),
            ("processID", .stringAttributeType), ("storeID", .stringAttributeType), ("timestamp", .dateAttributeType),
            ("token", .undefinedAttributeType), ("transactionNumber", .integer64AttributeType),
        ])
    }

    /// Returns the same entity for any context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        entityDescription
    }

    /// A request for transactions. Add a predicate, and pass it to
    /// ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        entityDescription.map(HistoryEntity.transaction.request)
    }
}

extension NSPersistentHistoryChange {
    /// The attributes for predicates on changes: `changedEntity`, `changedObjectID`, and `changeType`.
    public class var entityDescription: NSEntityDescription? {
        HistoryEntity.change.description([
            ("changedEntity", .undefinedAttributeType), ("changedObjectID", .objectIDAttributeType),
            ("changeType", .integer16AttributeType),
        ])
    }

    /// Returns the same entity for any context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        entityDescription
    }

    /// A request for changes. Add a predicate, and pass it to
    /// ``NSPersistentHistoryChangeRequest/fetchHistory(withFetch:)``.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        entityDescription.map(HistoryEntity.change.request)
    }
}

/// The part of the history that a request selects.
struct HistoryFilter {
    private let request: NSFetchRequest<any NSFetchRequestResult>
    private let entity: HistoryEntity

    /// - Throws: An error with the code 134091 for a request of any other entity.
    init(_ request: NSFetchRequest<any NSFetchRequestResult>) throws {
        guard let name = request.entityName, let entity = HistoryEntity(rawValue: name) else {
            throw NSError(
                code: NSPersistentStoreUnsupportedRequestTypeError,
                "the history has no entity '\(request.entityName ?? "")'; use the fetchRequest of "
                    + "NSPersistentHistoryTransaction or NSPersistentHistoryChange")
        }
        self.request = request
        self.entity = entity
    }

    /// Returns the transactions with the selected changes: in the order of a request for transactions, and oldest first
    /// without one.
    func filtered(_ transactions: [PersistentHistoryTransaction]) throws -> [PersistentHistoryTransaction] {
        switch entity {
        case .transaction:
            return Array(part(of: inOrder(transactions.filter { matches(Self.values(of: $0)) })))
        case .change:
            let changes = transactions.indices.flatMap { index in
                transactions[index].changes.filter { matches(Self.values(of: $0)) }.map { (index, $0) }
            }
            let wanted = Dictionary(grouping: part(of: changes), by: \.0)
            return wanted.keys.sorted().map { index in
                var transaction = transactions[index]
                transaction.changes = wanted[index, default: []].map(\.1)
                return transaction
            }
        }
    }

    /// Returns transactions in the order of the request. Those that are equal by it stay oldest first.
    private func inOrder(_ transactions: [PersistentHistoryTransaction]) -> [PersistentHistoryTransaction] {
        guard let descriptors = request.sortDescriptors, !descriptors.isEmpty else { return transactions }
        let values = transactions.map(Self.values)
        let order = transactions.indices.sorted { left, right in
            for descriptor in descriptors {
                guard let key = descriptor.key else { continue }
                let (first, second) = (values[left][key], values[right][key])
                if Self.isOrdered(first, before: second) { return descriptor.ascending }
                if Self.isOrdered(second, before: first) { return !descriptor.ascending }
            }
            return left < right
        }
        return order.map { transactions[$0] }
    }

    /// Whether a value of a transaction is less than another one. No value is less than any.
    private static func isOrdered(_ first: Any?, before second: Any?) -> Bool {
        switch (first, second) {
        case (nil, .some): true
        case (let first as Date, let second as Date): first < second
        case (let first as String, let second as String): first < second
        case (let first as Int, let second as Int): first < second
        default: false
        }
    }

    private func part<Element>(of elements: [Element]) -> ArraySlice<Element> {
        let rest = elements.dropFirst(max(request.fetchOffset, 0))
        return request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest
    }

    private func matches(_ values: [String: Any]) -> Bool { request.predicate?.evaluate(with: values) ?? true }

    private static func values(of transaction: PersistentHistoryTransaction) -> [String: Any] {
        var values: [String: Any] = [
            "processID": transaction.processID, "storeID": transaction.storeIdentifier.uuidString,
            "timestamp": transaction.timestamp, "transactionNumber": transaction.token.transactionNumber,
            "token": NSPersistentHistoryToken(transaction.token),
        ]
        values["author"] = transaction.author
        values["contextName"] = transaction.contextName
        return values
    }

    private static func values(of change: PersistentHistoryChange) -> [String: Any] {
        [
            "changedEntity": change.changedObjectID.entityName,
            "changedObjectID": NSManagedObjectID(change.changedObjectID), "changeType": change.changeType.rawValue,
        ]
    }
}
