import Foundation
import ObjectGraph

/// The names of the entities of requests about the history.
private enum HistoryEntity: String {
    case transaction = "TRANSACTION"
    case change = "CHANGE"

    /// The attributes for predicates and sort descriptors.
    private var attributes: [(String, NSAttributeType)] {
        switch self {
        case .transaction:
            [
                ("author", .stringAttributeType), ("contextName", .stringAttributeType),
                ("processID", .stringAttributeType), ("storeID", .stringAttributeType),
                ("timestamp", .dateAttributeType), ("token", .undefinedAttributeType),
                ("transactionNumber", .integer64AttributeType),
            ]
        case .change:
            [
                ("changedEntity", .undefinedAttributeType), ("changedObjectID", .objectIDAttributeType),
                ("changeType", .integer16AttributeType),
            ]
        }
    }

    /// The names of the attributes.
    var keys: [String] { attributes.map(\.0) }

    /// An entity with the attributes, which belongs to no model.
    var description: NSEntityDescription {
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
    /// The attributes for predicates on transactions and for their order: `author`, `contextName`, `processID`,
    /// `storeID`, `timestamp`, `token`, and `transactionNumber`. Tokens of one store are ordered.
    public class var entityDescription: NSEntityDescription? { HistoryEntity.transaction.description }

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
    /// The attributes for predicates on changes and for their order: `changedEntity`, `changedObjectID`, and
    /// `changeType`.
    public class var entityDescription: NSEntityDescription? { HistoryEntity.change.description }

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

    /// Returns the selected transactions or changes as a result, in the order of the request, and oldest first without
    /// one. Transactions with selected changes are oldest first, each with its changes in the order of the request.
    ///
    /// - Throws: An error with the code 134091 for an order by anything but an attribute.
    func result(
        of transactions: [PersistentHistoryTransaction], as type: PersistentHistoryResultType
    ) throws -> PersistentHistoryResult {
        switch entity {
        case .transaction:
            let selected = transactions.filter { matches(Self.values(of: $0)) }
            return PersistentHistoryResult(Array(part(of: try inOrder(selected, Self.values))), as: type)
        case .change:
            let changes = transactions.indices.flatMap { index in
                transactions[index].changes.filter { matches(Self.values(of: $0)) }.map { (index, $0) }
            }
            let selected = part(of: try inOrder(changes) { Self.values(of: $0.1) })
            func transaction(_ index: Int, _ changes: [PersistentHistoryChange]) -> PersistentHistoryTransaction {
                var transaction = transactions[index]
                transaction.changes = changes
                return transaction
            }
            guard type == .transactionsOnly || type == .transactionsAndChanges else {
                // The order of changes is not that of their transactions.
                return PersistentHistoryResult(selected.map { transaction($0.0, [$0.1]) }, as: type)
            }
            let groups = Dictionary(grouping: selected, by: \.0)
            return PersistentHistoryResult(
                groups.keys.sorted().map { transaction($0, groups[$0, default: []].map(\.1)) }, as: type)
        }
    }

    /// Returns elements in the order of the request. Those that are equal by it stay oldest first.
    private func inOrder<Element>(
        _ elements: [Element], _ attributes: (Element) -> [String: Any]
    ) throws -> [Element] {
        let descriptors = request.sortDescriptors ?? []
        guard !descriptors.isEmpty else { return elements }
        let order = try descriptors.map { descriptor in
            guard let key = descriptor.key, entity.keys.contains(key) else {
                throw NSError(
                    code: NSPersistentStoreUnsupportedRequestTypeError,
                    "the history can't be ordered by '\(descriptor.key ?? "a block")'; the attributes of "
                        + "\(entity.rawValue) are \(entity.keys.joined(separator: ", "))")
            }
            return (key: key, isAscending: descriptor.ascending)
        }
        let values = elements.map(attributes)
        return elements.indices.sorted { left, right in
            for (key, isAscending) in order {
                let (first, second) = (values[left][key], values[right][key])
                if Self.isOrdered(first, before: second) { return isAscending }
                if Self.isOrdered(second, before: first) { return !isAscending }
            }
            return left < right
        }.map { elements[$0] }
    }

    /// Whether a value is less than another one of the same attribute. No value is less than any.
    private static func isOrdered(_ first: Any?, before second: Any?) -> Bool {
        switch (first, second) {
        case (nil, .some): true
        case (let first as Date, let second as Date): first < second
        case (let first as String, let second as String): first < second
        case (let first as Int, let second as Int): first < second
        case (let first as NSManagedObjectID, let second as NSManagedObjectID): first.graphID < second.graphID
        case (let first as NSPersistentHistoryToken, let second as NSPersistentHistoryToken):
            first.token.transactionNumber < second.token.transactionNumber
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
