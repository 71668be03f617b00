import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Writes a transaction as a line of a history.
struct TransactionWriter {
    let model: ManagedObjectModel

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
            writer.writeArray(transaction.changes) { write($1, to: &$0) }
        }
    }

    private func write(_ key: String, _ text: String?, to writer: inout JSONWriter) {
        guard let text else { return }
        writer.writeMember(key)
        writer.writeString(text)
    }

    private func write(_ change: PersistentHistoryChange, to writer: inout JSONWriter) {
        writer.writeRaw("{")
        writer.writeKey(change.changeType.word)
        writer.writeString(change.changedObjectID.entityName)
        writer.writeMember("id")
        writer.writeInteger(change.changedObjectID.number)
        if !change.updatedProperties.isEmpty {
            writer.writeMember("properties")
            writer.writeArray(change.updatedProperties) { $0.writeString($1) }
        }
        if !change.tombstone.isEmpty { write(change.tombstone, of: change.changedObjectID.entityName, to: &writer) }
        writer.writeRaw("}")
    }

    private func write(_ tombstone: [String: AttributeValue], of entityName: String, to writer: inout JSONWriter) {
        guard let entity = model.entitiesByName[entityName] else { return }
        let members = tombstone.sorted { $0.key < $1.key }.compactMap { name, value in
            entity.attribute(named: name).map { (attribute: $0, value: value) }
        }
        writer.writeMember("tombstone")
        writer.writeObject(members) { writer, member in
            writer.writeKey(member.attribute.name)
            ObjectWriter().write(member.value, of: member.attribute, in: entity, to: &writer)
        }
    }
}
