import Foundation

extension PersistentHistoryTransaction {
    /// What a save is about to do.
    ///
    /// - Parameters:
    ///   - token: The place after the transaction.
    ///   - before: The state that the save begins with, for what deleted objects leave behind.
    init(_ changes: ChangeSet, token: PersistentHistoryToken, before: GraphSnapshot, at timestamp: Date) {
        let layout = before.layout
        self.init(
            token: token, timestamp: timestamp, author: changes.author, contextName: changes.contextName,
            processID: String(ProcessInfo.processInfo.processIdentifier),
            changes: changes.inserted.map { PersistentHistoryChange($0, in: layout) }
                + changes.updated.map { PersistentHistoryChange($0, in: layout) }
                + changes.deleted.map { PersistentHistoryChange($0, before: before) })
    }
}

extension PersistentHistoryChange {
    fileprivate init(_ insertion: ChangeSet.Insertion, in layout: GraphLayout) {
        self.init(changedObjectID: layout.objectID(for: insertion.reference), changeType: .insert)
    }

    fileprivate init(_ update: ChangeSet.Update, in layout: GraphLayout) {
        let entity = layout.entities[update.reference.entityOrdinal]
        let names =
            update.values.map { entity.attributeNames[$0.index] }
            + update.links.map { entity.relationshipNames[$0.index] }
        self.init(
            changedObjectID: layout.objectID(for: update.reference), changeType: .update,
            updatedProperties: names.sorted())
    }

    fileprivate init(_ deletion: ChangeSet.Deletion, before: GraphSnapshot) {
        let entity = before.layout.entities[deletion.reference.entityOrdinal]
        var tombstone: [String: AttributeValue] = [:]
        if let row = before.row(of: deletion.reference) {
            for (index, attribute) in entity.attributes.enumerated() where attribute.preservesValueInHistoryOnDeletion {
                tombstone[attribute.name] = row.value(at: index)
            }
        }
        self.init(
            changedObjectID: before.layout.objectID(for: deletion.reference), changeType: .delete,
            tombstone: tombstone)
    }
}
