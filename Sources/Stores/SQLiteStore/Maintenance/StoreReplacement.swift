import Foundation
import ObjectGraph
import SQLStore

/// Replaces a store's tables with those of another model, within a transaction. What an app has added to them stays.
struct StoreReplacement {
    let connection: SQLiteConnection
    /// The names in the newer model of the entities that continue, by their older names.
    let newNames: [String: String]
    let old: ManagedObjectModel
    let new: ManagedObjectModel

    /// Replaces the tables.
    ///
    /// - Returns: What belongs to the new tables as soon as they have their rows.
    /// - Throws: `StoreError`, also if something that an app has added to the tables cannot be added to the new ones.
    func run() throws -> TableAdditions {
        try LayoutCheck.checkNames(of: new, path: connection.path)
        let numbers = try connection.entityNumbers()
        let identifier = try StoreMetadata(connection).identifier
        let properties = try StoreMetadata.values(connection)
        let keepsHistory = try HistoryTables.arePresent(in: connection)
        let historyNumbers = keepsHistory ? try historyNumbers() : [:]
        let (earlierTables, spatialIndexes) = (try earlierTables(), try spatialIndexes())
        let additions = try TableAdditions(to: earlierTables, without: spatialIndexes, connection)
        for table in earlierTables + spatialIndexes { try connection.run("DROP TABLE \(Self.quoted(table))") }
        try StoreMaking(model: new, path: connection.path, identifier: identifier)
            .makeTables(with: connection, keeping: properties)
        if keepsHistory { try carryHistory(from: numbers, lastNumbers: historyNumbers) }
        try additions.check()
        return additions
    }

    /// The files of large values that rows refer to.
    func earlierValueNames() throws -> [String] {
        Set(try LargeValueReferences(of: earlierLayout(), connection).all().map(\.fileName)).sorted()
    }

    private func earlierLayout() throws -> StoreLayout {
        StoreLayout(
            old, numbers: EntityNumbers(try connection.entityNumbers(), of: old),
            columns: try connection.storeTableColumns())
    }

    /// The tables of the older model that the store has. All others belong to an app.
    private func earlierTables() throws -> [String] {
        let present = try connection.tableColumns()
        var tables: Set = ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE"]
        for entity in try earlierLayout().entities.values {
            tables.insert(entity.table)
            for case .pairs(let pairs) in entity.links { tables.insert(pairs.name) }
        }
        return tables.filter { present[$0] != nil }.sorted()
    }

    /// The R-tree indexes that Core Data has created for entities. Without the triggers of the older tables, which are
    /// dropped, they would no longer be about the rows, and new stores have none.
    private func spatialIndexes() throws -> [String] {
        let statement = try connection.statement(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND rootpage = 0 ORDER BY name")
        defer { statement.reset() }
        var names: [String] = []
        while try statement.step() {
            let name = statement.text(at: 0)
            guard statement.text(at: 1).lowercased().contains(/using\s+rtree\b/),
                old.entities.contains(where: { name.hasPrefix("Z_\($0.name)_") })
            else { continue }
            names.append(name)
        }
        return names
    }

    // MARK: History

    /// The last keys of the history's own tables, by their numbers.
    private func historyNumbers() throws -> [Int64: Int64] {
        var numbers: [Int64: Int64] = [:]
        for (number, _) in HistoryTables.entities {
            numbers[number] = try connection.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(number)")
        }
        return numbers
    }

    /// Updates the numbers of entities in the history, and removes changed properties and values of deleted objects,
    /// whose positions no longer match.
    private func carryHistory(from numbers: [String: Int64], lastNumbers: [Int64: Int64]) throws {
        for (number, name) in HistoryTables.entities {
            try connection.run(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY "
                    + "VALUES (\(number), \(SQLQuotes.quoted(name, by: "'")), 0, \(lastNumbers[number] ?? 0))"
            )
        }
        let present = try connection.entityNumbers()
        let kept = newNames.compactMap { oldName, newName -> (old: Int64, new: Int64)? in
            guard let old = numbers[oldName], let new = present[newName] else { return nil }
            return (old, new)
        }.sorted { $0.old < $1.old }
        let known = kept.map { String($0.old) }.joined(separator: ", ")
        try connection.run("DELETE FROM ACHANGE WHERE ZENTITY NOT IN (\(known))")
        if !kept.isEmpty {
            let cases = kept.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
            try connection.run("UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases) END, ZCOLUMNS = NULL")
        }
        let columns = try connection.tableColumns()["ACHANGE"] ?? []
        for column in columns.sorted() where column.hasPrefix("ZTOMBSTONE") {
            try connection.run("UPDATE ACHANGE SET \(Self.quoted(column)) = NULL")
        }
        let counts = new.entities.map { $0.attributes.filter(\.preservesValueInHistoryOnDeletion).count }
        for place in 0..<(counts.max() ?? 0) where !columns.contains("ZTOMBSTONE\(place)") {
            try connection.run("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(place)")
        }
    }

    private static func quoted(_ name: String) -> String { SQLQuotes.quoted(name, by: "\"") }
}
