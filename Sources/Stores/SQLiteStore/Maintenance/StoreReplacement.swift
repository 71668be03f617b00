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
        let systemRows = try systemRows(keepsHistory: keepsHistory)
        let (earlierTables, spatialIndexes) = (try earlierTables(), try spatialIndexes())
        let additions = try TableAdditions(to: earlierTables, without: spatialIndexes, connection)
        for table in earlierTables + spatialIndexes { try connection.run("DROP TABLE \(Self.quoted(table))") }
        try StoreMaking(model: new, path: connection.path, identifier: identifier)
            .makeTables(with: connection, keeping: properties)
        for row in systemRows { try insert(row) }
        if keepsHistory { try carryHistory(from: numbers) }
        try additions.check()
        return additions
    }

    /// The files of large values that rows of the older tables refer to, and those in a folder, without those that rows
    /// of other tables refer to, which stay.
    ///
    /// - Parameter names: The names of the files in the folder.
    func earlierValueNames(among names: [String]) throws -> [String] {
        let layout = try earlierLayout()
        let others = try LargeValueReferences(outside: layout, connection).identifiers()
        return Set(try LargeValueReferences(of: layout, connection).all().map(\.fileName) + names).sorted()
            .filter { name in UUID(uuidString: name).map { !others.contains($0) } ?? false }
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
            guard Self.isSpatialIndex(name, createdBy: statement.text(at: 1)),
                old.entities.contains(where: { name.hasPrefix("Z_\($0.name)_") || name.hasPrefix("Z_RT_\($0.name)_") })
            else { continue }
            names.append(name)
        }
        return names
    }

    /// Whether a statement creates an R-tree as Core Data does, whose key is that of the object: a table of an app can
    /// have any name.
    private static func isSpatialIndex(_ name: String, createdBy statement: String) -> Bool {
        // SQLite writes the beginning itself, up to the name.
        let beginning = "CREATE VIRTUAL TABLE "
        guard statement.hasPrefix(beginning) else { return false }
        let quotes: [(String, String)] = [("", ""), ("\"", "\""), ("'", "'"), ("`", "`"), ("[", "]")]
        return quotes.contains { opening, closing in
            let written = opening + name + closing
            let rest = statement.dropFirst(beginning.count)
            guard rest.hasPrefix(written) else { return false }
            let definition = rest.dropFirst(written.count)
            return definition.prefixMatch(of: /\s*using\s+rtree\s*\(\s*z_pk[\s,)]/.ignoresCase()) != nil
        }
    }

    // MARK: The tables of Core Data itself

    /// A row of `Z_PRIMARYKEY`.
    private struct NumberRow {
        var number: Int64
        var name: String
        var superNumber: Int64
        var lastKey: Int64
    }

    /// The rows of the tables of the history and of CloudKit's mirror, which no model has.
    private func systemRows(keepsHistory: Bool) throws -> [NumberRow] {
        let statement = try connection.statement(
            "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT")
        defer { statement.reset() }
        var rows: [NumberRow] = []
        while try statement.step() {
            let row = NumberRow(
                number: statement.integer(at: 0), name: statement.text(at: 1), superNumber: statement.integer(at: 2),
                lastKey: statement.integer(at: 3))
            let isOfHistory = keepsHistory && HistoryTables.entities.contains { $0.number == row.number }
            // Numbers are looked up by name.
            let isOfAModel = [old, new].contains { $0.entitiesByName[row.name] != nil }
            if isOfHistory || !isOfAModel { rows.append(row) }
        }
        return rows
    }

    /// Inserts a row, unless the new model has an entity with its number.
    private func insert(_ row: NumberRow) throws {
        let statement = try connection.statement("INSERT OR IGNORE INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
        statement.bind(row.number, at: 1)
        statement.bind(row.name, at: 2)
        statement.bind(row.superNumber, at: 3)
        statement.bind(row.lastKey, at: 4)
        try statement.run()
    }

    /// Updates the numbers of entities in the history, and removes changed properties and values of deleted objects,
    /// whose positions no longer match.
    private func carryHistory(from numbers: [String: Int64]) throws {
        for (number, name) in HistoryTables.entities {
            try insert(NumberRow(number: number, name: name, superNumber: 0, lastKey: 0))
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
