import ColumnEngine
import FileAccess
import Foundation
import JSONTokens

/// Reads a transaction from its line in a history.
struct TransactionReader {
    let model: ManagedObjectModel
    let storeIdentifier: UUID

    /// - Parameter line: An intact line without its line feed.
    /// - Throws: `JSONError` for a line with other contents.
    func read(_ line: UnsafeRawBufferPointer) throws -> PersistentHistoryTransaction {
        var number: Int64?
        var timestamp = Date(timeIntervalSinceReferenceDate: 0)
        var author: String?
        var contextName: String?
        var processID = ""
        var changes: [PersistentHistoryChange] = []
        try JSONScanner.scan(line) { scanner in
            try scanner.readObject { scanner, key in
                switch key {
                case "transaction": number = try scanner.readInteger()
                case "date": timestamp = Date(timeIntervalSinceReferenceDate: try scanner.readDate())
                case "author": author = try scanner.readString()
                case "context": contextName = try scanner.readString()
                case "process": processID = try scanner.readString()
                case "changes": try scanner.readArray { changes.append(try readChange(&$0)) }
                default: try scanner.skipValue()
                }
            }
            guard number != nil else { throw scanner.error("the line is not a transaction") }
        }
        let token = PersistentHistoryToken(storeIdentifier: storeIdentifier, transactionNumber: Int(number ?? 0))
        return PersistentHistoryTransaction(
            token: token, timestamp: timestamp, author: author, contextName: contextName, processID: processID,
            changes: changes)
    }

    private func readChange(_ scanner: inout JSONScanner) throws -> PersistentHistoryChange {
        var kind: PersistentHistoryChange.ChangeType?
        var entityName = ""
        var number: Int64 = 0
        var properties: [String] = []
        var tombstone: [String: AttributeValue] = [:]
        try scanner.readObject { scanner, key in
            switch key {
            case "id": number = try scanner.readInteger()
            case "properties": try scanner.readArray { properties.append(try $0.readString()) }
            case "tombstone": tombstone = try readTombstone(&scanner, of: entityName)
            default:
                guard let type = PersistentHistoryChange.ChangeType(word: key) else {
                    try scanner.skipValue()
                    return
                }
                kind = type
                entityName = try scanner.readString()
            }
        }
        guard let kind, number > 0 else { throw scanner.error("a change names no object") }
        return PersistentHistoryChange(
            changedObjectID: ObjectID(storeIdentifier: storeIdentifier, entityName: entityName, number: number),
            changeType: kind, updatedProperties: properties, tombstone: tombstone)
    }

    /// Ignores values of attributes that the model no longer has, or has with a different type.
    private func readTombstone(_ scanner: inout JSONScanner, of entityName: String) throws -> [String: AttributeValue] {
        let entity = model.entitiesByName[entityName]
        var values: [String: AttributeValue] = [:]
        try scanner.readObject { scanner, name in
            let text = try scanner.captureValue()
            guard let entity, let attribute = entity.attribute(named: name) else { return }
            // A history contains large values in its text, because their files are removed with the objects.
            let external = ExternalData(folder: "")
            values[name] = try? JSONScanner.scan(text) { scanner in
                try AttributeReader.read(&scanner, attribute, of: entity, external)
            }
        }
        return values
    }
}
