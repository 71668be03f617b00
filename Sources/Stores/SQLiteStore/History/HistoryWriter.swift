import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Writes and removes transactions of the history.
struct HistoryWriter {
    let connection: SQLiteConnection
    let core: StoreCore

    /// Creates the tables.
    func begin() throws {
        let counts = core.layout.model.entities.map { $0.attributes.filter(\.preservesValueInHistoryOnDeletion).count }
        for statement in HistoryTables.statements(tombstoneCount: counts.max() ?? 0) { try connection.run(statement) }
        for (number, name) in HistoryTables.entities {
            try connection.run(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (\(number), \(SQLQuotes.quoted(name, by: "'")), 0, 0)")
        }
    }

    /// Removes the tables. If the history starts again, the numbers continue.
    func end() throws {
        for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
            try connection.run("DROP TABLE IF EXISTS \(table)")
        }
    }

    // MARK: Transactions

    /// Writes a transaction within that of its save.
    func write(_ transaction: PersistentHistoryTransaction) throws {
        let number = try reserve(1, of: HistoryTables.transaction, in: "ATRANSACTION")
        let statement = try connection.statement(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHORTS, ZCONTEXTNAMETS, ZPROCESSIDTS) "
                + "VALUES (?, \(HistoryTables.transaction), ?, ?, ?, ?)")
        let names = try [transaction.author, transaction.contextName, transaction.processID].map(string)
        statement.reset()
        statement.bind(number, at: 1)
        statement.bind(transaction.timestamp.timeIntervalSinceReferenceDate, at: 2)
        for (place, name) in zip(Int32(3)..., names) {
            if let name { statement.bind(name, at: place) } else { statement.bindNull(at: place) }
        }
        try statement.run()
        guard !transaction.changes.isEmpty else { return }
        var key = try reserve(transaction.changes.count, of: HistoryTables.change, in: "ACHANGE")
        for change in transaction.changes {
            try write(change, key: key, transaction: number)
            key += 1
        }
    }

    private func write(_ change: PersistentHistoryChange, key: Int64, transaction: Int64) throws {
        guard let entity = core.layout.entities[change.changedObjectID.entityName] else { return }
        let kept = entity.entity.tombstoneAttributes
        let hasTombstone = change.changeType == .delete && !kept.isEmpty
        let columns = hasTombstone ? kept.indices.map { ", ZTOMBSTONE\($0)" }.joined() : ""
        let places = hasTombstone ? String(repeating: ", ?", count: kept.count) : ""
        let statement = try insertion(
            "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(columns)) "
                + "VALUES (?, \(HistoryTables.change), ?, ?, ?, ?, ?\(places))",
            tombstoneCount: hasTombstone ? kept.count : 0)
        statement.bind(key, at: 1)
        statement.bind(Int64(change.changeType.rawValue), at: 2)
        statement.bind(entity.number, at: 3)
        statement.bind(change.changedObjectID.number, at: 4)
        statement.bind(transaction, at: 5)
        if change.changeType == .update {
            statement.bind(ChangedColumns(of: entity.entity).bits(of: change.updatedProperties), at: 6)
        }
        if hasTombstone {
            // A value in its own file is deleted with its row. The history keeps only values that fit into it.
            let writer = ValueWriter(external: core.external, writesFiles: false)
            for (place, attribute) in zip(Int32(7)..., kept) {
                _ = try writer.bind(
                    change.tombstone[attribute.name] ?? .null, of: .column("", attribute), to: statement, at: place)
            }
        }
        try statement.run()
    }

    /// Returns a statement that inserts a change. Adds the columns of preserved values that the table lacks: the
    /// history can be of a program whose model preserved fewer.
    private func insertion(_ text: String, tombstoneCount: Int) throws -> SQLiteStatement {
        do {
            return try connection.statement(text)
        } catch {
            guard error.code == .database, tombstoneCount > 0 else { throw error }
            let present = try connection.tableColumns()["ACHANGE"] ?? []
            for column in (0..<tombstoneCount).map({ "ZTOMBSTONE\($0)" }) where !present.contains(column) {
                try connection.run("ALTER TABLE ACHANGE ADD COLUMN \(column)")
            }
            return try connection.statement(text)
        }
    }

    /// Removes the transactions up to and including a number.
    func removeTransactions(upTo number: Int) throws {
        try connection.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID <= \(number)")
        try connection.run("DELETE FROM ATRANSACTION WHERE Z_PK <= \(number)")
    }

    /// The key of a text in the table of shared texts.
    private func string(_ text: String?) throws -> Int64? {
        guard let text else { return nil }
        let known = try connection.statement("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?")
        known.bind(text, at: 1)
        defer { known.reset() }
        if try known.step() { return known.integer(at: 0) }
        let key = try reserve(1, of: HistoryTables.string, in: "ATRANSACTIONSTRING")
        let statement = try connection.statement(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(HistoryTables.string), ?)")
        statement.bind(key, at: 1)
        statement.bind(text, at: 2)
        try statement.run()
        return key
    }

    /// Reserves some unused keys, and returns the first.
    private func reserve(_ count: Int, of entity: Int64, in table: String) throws -> Int64 {
        try connection.reserve(Int64(count), ofEntity: entity, in: table, upTo: HistoryTables.maximumKey)
    }
}
