import Foundation

/// The transactions of a store since its history is kept.
struct HistoryLog {
    let layout: GraphLayout
    private var transactions: [PersistentHistoryTransaction] = []
    private var lastNumber = 0

    init(layout: GraphLayout) {
        self.layout = layout
    }

    var lastToken: PersistentHistoryToken {
        PersistentHistoryToken(storeIdentifier: layout.storeIdentifier, transactionNumber: lastNumber)
    }

    mutating func append(_ changes: ChangeSet, before: GraphSnapshot, at timestamp: Date) {
        lastNumber += 1
        transactions.append(
            PersistentHistoryTransaction(
                token: lastToken, timestamp: timestamp, author: changes.author, contextName: changes.contextName,
                processID: String(ProcessInfo.processInfo.processIdentifier),
                changes: changes.inserted.map(insertion) + changes.updated.map(update)
                    + changes.deleted.map { deletion($0, before: before) }))
    }

    /// The transactions after a token, the oldest first; nil for all (rule HIS-3).
    func transactions(after token: PersistentHistoryToken?) throws(PersistentHistoryTokenExpired)
        -> [PersistentHistoryTransaction]
    {
        guard let token else { return transactions }
        let first = transactions.first?.token.transactionNumber ?? lastNumber + 1
        guard token.storeIdentifier == layout.storeIdentifier, token.transactionNumber >= first - 1 else {
            throw PersistentHistoryTokenExpired()
        }
        return Array(transactions.drop { $0.token.transactionNumber <= token.transactionNumber })
    }

    mutating func remove(while isOld: (PersistentHistoryTransaction) -> Bool) {
        transactions = Array(transactions.drop(while: isOld))
    }

    private func insertion(_ insertion: ChangeSet.Insertion) -> PersistentHistoryChange {
        PersistentHistoryChange(
            changedObjectID: layout.objectID(for: insertion.reference), changeType: .insert, updatedProperties: [],
            tombstone: [:])
    }

    private func update(_ update: ChangeSet.Update) -> PersistentHistoryChange {
        let entity = layout.entities[update.reference.entityOrdinal]
        let names =
            update.values.map { entity.attributeNames[$0.index] }
            + update.links.map { entity.relationshipNames[$0.index] }
        return PersistentHistoryChange(
            changedObjectID: layout.objectID(for: update.reference), changeType: .update,
            updatedProperties: names.sorted(), tombstone: [:])
    }

    private func deletion(_ deletion: ChangeSet.Deletion, before: GraphSnapshot) -> PersistentHistoryChange {
        let entity = layout.entities[deletion.reference.entityOrdinal]
        var tombstone: [String: AttributeValue] = [:]
        if let row = before.row(of: deletion.reference) {
            for (index, attribute) in entity.attributes.enumerated() where attribute.preservesValueInHistoryOnDeletion {
                tombstone[attribute.name] = row.value(at: index)
            }
        }
        return PersistentHistoryChange(
            changedObjectID: layout.objectID(for: deletion.reference), changeType: .delete, updatedProperties: [],
            tombstone: tombstone)
    }
}
