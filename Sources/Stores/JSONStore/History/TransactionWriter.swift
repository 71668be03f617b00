import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Writes a transaction as a line of a history.
struct TransactionWriter {
    let model: ManagedObjectModel

    private static let kinds: [PersistentHistoryChange.ChangeType: String] = [
        .insert: "insert", .update: "update", .delete: "delete",
    ]

    /// The line with its line feed.
    func bytes(of transaction: PersistentHistoryTransaction) -> [UInt8] {
        JournalLine.bytes { writer in
            writer.writeKey("transaction")
            writer.writeInteger(Int64(transaction.token.transactionNumber))
            writer.writeMember("date")
            writer.writeDate(transaction.timestamp.timeIntervalSinceReferenceDate)
            write("author", transaction.author, to: &writer)
            write("context", transaction.contextName, to: &writer)
            write("process", transaction.processID, to: &writer)
            writer.writeMember("changes")
            writer.writeRaw("[")
            for (position, change) in transaction.changes.enumerated() {
                if position > 0 { writer.writeRaw(", ") }
                write(change, to: &writer)
            }
            writer.writeRaw("]")
        }
    }

    private func write(_ key: String, _ text: String?, to writer: inout JSONWriter) {
        guard let text else { return }
        writer.writeRaw(", ")
        writer.writeKey(key)
        writer.writeString(text)
    }

    private func write(_ change: PersistentHistoryChange, to writer: inout JSONWriter) {
        writer.writeRaw("{")
        writer.writeKey(Self.kinds[change.changeType] ?? "update")
        writer.writeString(change.changedObjectID.entityName)
        writer.writeRaw(", ")
        writer.writeKey("id")
        writer.writeInteger(change.changedObjectID.number)
        if !change.updatedProperties.isEmpty {
            writer.writeRaw(", ")
            writer.writeKey("properties")
            writer.writeRaw("[")
            for (position, name) in change.updatedProperties.enumerated() {
                if position > 0 { writer.writeRaw(", ") }
                writer.writeString(name)
            }
            writer.writeRaw("]")
        }
        if !change.tombstone.isEmpty { write(change.tombstone, of: change.changedObjectID.entityName, to: &writer) }
        writer.writeRaw("}")
    }

    private func write(_ tombstone: [String: AttributeValue], of entityName: String, to writer: inout JSONWriter) {
        guard let entity = model.entitiesByName[entityName] else { return }
        writer.writeRaw(", ")
        writer.writeKey("tombstone")
        writer.writeRaw("{")
        var isFirst = true
        for (name, value) in tombstone.sorted(by: { $0.key < $1.key }) {
            guard let attribute = entity.attribute(named: name) else { continue }
            if !isFirst { writer.writeRaw(", ") }
            isFirst = false
            writer.writeKey(name)
            ObjectWriter().write(value, of: attribute, in: entity, to: &writer)
        }
        writer.writeRaw("}")
    }
}
