import Logging
import Synchronization

/// Warns of rows whose entity number the model does not have for their table, once for each table of an open store.
///
/// In a table of one entity, such a row is read nevertheless, because the table says what it is. In a table of several
/// entities it cannot be read, so fetches, counts, and groups leave it out. A check of the store lists all of them.
package final class UnknownEntityWarning: Sendable {
    private let log: StoreLog
    private let warnedTables = Mutex<Set<String>>([])

    /// Creates an object that has not warned yet.
    package init(_ log: StoreLog) { self.log = log }

    /// Reports a row.
    ///
    /// - Parameter isRead: Whether the row is read as one of the table's only entity.
    package func note(_ number: Int64, table: String, isRead: Bool) {
        guard warnedTables.withLock({ $0.insert(table).inserted }) else { return }
        log.foundUnknownEntity(number, table: table, isRead: isRead)
    }
}

extension StoreLog {
    fileprivate func foundUnknownEntity(_ number: Int64, table: String, isRead: Bool) {
        let outcome = isRead ? "they are read as the table's only entity" : "they are left out"
        logger?.warning(
            "a table has rows with an unknown entity number; \(outcome); check the store to list them",
            metadata: ["table": "\(table)", "entityNumber": "\(number)"])
    }
}
