import Foundation
import ModelSchema
import ObjectGraph
import SQLStore

/// Reads the history of a store.
struct HistoryReader {
    let connection: SQLiteConnection
    let core: StoreCore

    /// The number of the last transaction.
    func lastNumber() throws -> Int {
        let stored =
            try connection.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transaction)") ?? 0
        // A history that has ended has no table, but its numbers are not used again.
        guard try HistoryTables.arePresent(in: connection) else { return try checked(stored) }
        let greatest = try connection.number("SELECT MAX(Z_PK) FROM ATRANSACTION") ?? 0
        return try checked(max(stored, greatest))
    }

    /// The number up to which transactions have been removed.
    func lastRemovedNumber() throws -> Int {
        try connection.number("SELECT MIN(Z_PK) FROM ATRANSACTION").map { try checked($0) - 1 } ?? lastNumber()
    }

    /// Rejects a number that no transaction can have, or that none can follow.
    private func checked(_ number: Int64) throws -> Int {
        guard (0...HistoryTables.maximumKey).contains(number) else {
            throw StoreError(
                .malformed, location: core.path, table: "ATRANSACTION", row: number,
                "a transaction must have a number from 1 to \(HistoryTables.maximumKey) (Z_PK)")
        }
        return Int(number)
    }

    /// The transactions after a number, oldest first.
    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        try transactions(
            where: "t.Z_PK > ?", changes: try changes(where: "ZTRANSACTIONID > ?", [Int64(number)]), [Int64(number)])
    }

    /// The last transactions that changed an object, latest first, with only the changes of that object.
    func transactions(
        changing objectID: ObjectID, before number: Int?, limit: Int
    ) throws -> [PersistentHistoryTransaction] {
        guard let entity = core.layout.entities[objectID.entityName] else { return [] }
        let own = [entity.number, objectID.number]
        let statement = try connection.statement(
            "SELECT DISTINCT ZTRANSACTIONID FROM ACHANGE WHERE ZENTITY = ? AND ZENTITYPK = ? AND ZTRANSACTIONID < ? "
                + "ORDER BY ZTRANSACTIONID DESC LIMIT ?")
        defer { statement.reset() }
        statement.bind(own + [Int64(number ?? .max), Int64(max(limit, 0))])
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(at: 0)) }
        guard let first = keys.last, let last = keys.first else { return [] }
        let changes = try changes(
            where: "ZENTITY = ? AND ZENTITYPK = ? AND ZTRANSACTIONID BETWEEN ? AND ?", own + [first, last])
        // Only transactions of the object are read.
        return try keys.flatMap { try transactions(where: "t.Z_PK = ?", changes: changes, [$0]) }
    }

    /// The transactions that match a condition, oldest first.
    private func transactions(
        where condition: String, changes: [Int64: [PersistentHistoryChange]], _ values: [Int64]
    ) throws -> [PersistentHistoryTransaction] {
        let statement = try connection.statement(
            """
            SELECT t.Z_PK, t.ZTIMESTAMP, IFNULL(a.ZNAME, t.ZAUTHOR), IFNULL(c.ZNAME, t.ZCONTEXTNAME), \
            IFNULL(p.ZNAME, t.ZPROCESSID) FROM ATRANSACTION t \
            LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
            LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
            LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
            WHERE \(condition) ORDER BY t.Z_PK
            """)
        defer { statement.reset() }
        statement.bind(values)
        var transactions: [PersistentHistoryTransaction] = []
        while try statement.step() {
            let key = statement.integer(at: 0)
            transactions.append(
                PersistentHistoryTransaction(
                    token: PersistentHistoryToken(storeIdentifier: core.identifier, transactionNumber: Int(key)),
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.real(at: 1)),
                    author: statement.isNull(at: 2) ? nil : statement.text(at: 2),
                    contextName: statement.isNull(at: 3) ? nil : statement.text(at: 3),
                    processID: statement.text(at: 4), changes: changes[key] ?? []))
        }
        return transactions
    }

    /// The changes that match a condition, by their transactions' keys.
    private func changes(where condition: String, _ values: [Int64]) throws -> [Int64: [PersistentHistoryChange]] {
        // In addition to the columns of every store, a store has one for each preserved value of deleted objects.
        let statement = try connection.statement(
            "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS, * FROM ACHANGE "
                + "WHERE \(condition) ORDER BY ZTRANSACTIONID, Z_PK")
        defer { statement.reset() }
        statement.bind(values)
        let tombstones = statement.columns(named: "ZTOMBSTONE")
        var changes: [Int64: [PersistentHistoryChange]] = [:]
        while try statement.step() {
            guard let entity = core.layout.entity(numbered: statement.integer(at: 2)),
                let space = core.spaces[entity.entity.name],
                let type = PersistentHistoryChange.ChangeType(rawValue: Int(statement.integer(at: 1)))
            else { continue }
            changes[statement.integer(at: 0), default: []].append(
                PersistentHistoryChange(
                    changedObjectID: ObjectID(space, number: statement.integer(at: 3)), changeType: type,
                    updatedProperties: type == .update
                        ? ChangedColumns(of: entity.entity).names(in: statement.data(at: 4)) : [],
                    tombstone: type == .delete ? try tombstone(of: entity, statement, tombstones) : [:]))
        }
        return changes
    }

    private func tombstone(
        of entity: EntityLayout, _ statement: SQLiteStatement, _ columns: [String: Int32]
    ) throws -> [String: AttributeValue] {
        var values: [String: AttributeValue] = [:]
        for (index, attribute) in entity.entity.tombstoneAttributes.enumerated() {
            guard let place = columns["ZTOMBSTONE\(index)"] else { continue }
            let value = try core.values.value(
                of: ReadColumn(place: place, type: attribute.type, isExternal: false), in: statement,
                table: "ACHANGE", row: statement.integer(at: 3))
            if !value.isNull { values[attribute.name] = value }
        }
        return values
    }
}
