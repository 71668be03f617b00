import Foundation
import ModelSchema
import ObjectGraph

/// Reads the history of a store.
struct HistoryReader {
    let connection: SQLiteConnection
    let core: StoreCore

    /// The number of the last transaction there has been.
    func lastNumber() throws -> Int {
        let stored =
            try connection.number(
                "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.transaction)") ?? 0
        // Where the history has ended there is no table, and its numbers are not used again all the same.
        guard try HistoryTables.arePresent(in: connection) else { return Int(stored) }
        let greatest = try connection.number("SELECT MAX(Z_PK) FROM ATRANSACTION") ?? 0
        return Int(max(stored, greatest))
    }

    /// The number up to which transactions have been removed.
    func lastRemovedNumber() throws -> Int {
        try connection.number("SELECT MIN(Z_PK) FROM ATRANSACTION").map { Int($0) - 1 } ?? lastNumber()
    }

    /// The transactions after a number, the oldest first.
    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        let changes = try changes(after: number)
        let statement = try connection.statement(
            """
            SELECT t.Z_PK, t.ZTIMESTAMP, IFNULL(a.ZNAME, t.ZAUTHOR), IFNULL(c.ZNAME, t.ZCONTEXTNAME), \
            IFNULL(p.ZNAME, t.ZPROCESSID) FROM ATRANSACTION t \
            LEFT JOIN ATRANSACTIONSTRING a ON a.Z_PK = t.ZAUTHORTS \
            LEFT JOIN ATRANSACTIONSTRING c ON c.Z_PK = t.ZCONTEXTNAMETS \
            LEFT JOIN ATRANSACTIONSTRING p ON p.Z_PK = t.ZPROCESSIDTS \
            WHERE t.Z_PK > ? ORDER BY t.Z_PK
            """)
        defer { statement.reset() }
        statement.bind(Int64(number), at: 1)
        var transactions: [PersistentHistoryTransaction] = []
        while try statement.step() {
            let key = statement.integer(at: 0)
            transactions.append(
                PersistentHistoryTransaction(
                    token: PersistentHistoryToken(
                        storeIdentifier: core.identifier, transactionNumber: Int(key)),
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.real(at: 1)),
                    author: statement.isNull(at: 2) ? nil : statement.text(at: 2),
                    contextName: statement.isNull(at: 3) ? nil : statement.text(at: 3),
                    processID: statement.text(at: 4), changes: changes[key] ?? []))
        }
        return transactions
    }

    /// The changes of the transactions after a number, by their transactions' keys.
    private func changes(after number: Int) throws -> [Int64: [PersistentHistoryChange]] {
        // Apart from the columns that every store has, a store has one for each value that it keeps of deleted objects.
        let statement = try connection.statement(
            "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS, * FROM ACHANGE "
                + "WHERE ZTRANSACTIONID > ? ORDER BY ZTRANSACTIONID, Z_PK")
        defer { statement.reset() }
        statement.bind(Int64(number), at: 1)
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
        let kept = entity.entity.attributes.filter { $0.preservesValueInHistoryOnDeletion && !$0.isTransient }
            .sorted { $0.name < $1.name }
        var values: [String: AttributeValue] = [:]
        for (index, attribute) in kept.enumerated() {
            guard let place = columns["ZTOMBSTONE\(index)"] else { continue }
            let value = try core.values.value(
                of: .column(place, attribute.type, isExternal: false), in: statement,
                table: "ACHANGE", row: statement.integer(at: 3))
            if !value.isNull { values[attribute.name] = value }
        }
        return values
    }
}
