import ObjectGraph
import SQLStore

extension StoreReader: SQLTableContents {
    /// Whether the table of an entity has rows of no entity of the model, or it would take long to find out.
    func mayHaveUnknownEntities(_ entity: EntityDescription) -> Bool {
        guard let root = layout.entities[entity.rootName],
            let statement = try? connection.statement(unknownEntities(inTableOf: root))
        else { return true }
        defer { statement.reset() }
        guard let isFound = try? statement.step() else { return true }
        if isFound { core.unknownEntities.note(statement.integer(at: 0), table: root.table, isRead: false) }
        return isFound
    }

    /// The statement that finds the number of a row of no entity of the model, with a few steps in the index of the
    /// entities.
    ///
    /// It is not valid for a table without this index, in which finding such a row would take long.
    private func unknownEntities(inTableOf root: EntityLayout) -> String {
        let numbers = layout.familyNumbers(of: root.entity)
        var gaps = ["Z_ENT IS NULL", "Z_ENT < \(numbers.first ?? 0)", "Z_ENT > \(numbers.last ?? 0)"]
        for (lower, upper) in zip(numbers, numbers.dropFirst()) where lower &+ 1 != upper {
            gaps.append("Z_ENT > \(lower) AND Z_ENT < \(upper)")
        }
        let index = "\(root.table)_Z_ENT_INDEX"
        return gaps.map { "SELECT Z_ENT FROM \(root.table) INDEXED BY \(index) WHERE \($0)" }
            .joined(separator: " UNION ALL ") + " LIMIT 1"
    }

    /// Whether an index of the file has a column, and SQLite's order of its values is the runtime's.
    func isInOrderOfIndex(_ column: String, of entity: EntityDescription, _ kind: SQLKind) -> Bool {
        guard let table = layout.entities[entity.name]?.table, core.indexedColumns[table]?.contains(column) == true
        else {
            return false
        }
        switch kind {
        case .whole, .uuid: return true
        // NaN is text, which SQLite sorts after numbers. The index finds it at once.
        case .real, .date: return isEmpty("SELECT 1 FROM \(table) WHERE \(column) >= '' LIMIT 1") == true
        case .text, .uri:
            return plainTexts.contain(column, of: table) {
                // SQLite compares the bytes in the file. In this encoding, the lower byte of a character comes first.
                guard let encoding = try? connection.encoding(), encoding != "UTF-16le" else { return false }
                return isEmpty("SELECT 1 FROM \(table) WHERE \(PlainText.functionName)(\(column)) = 0 LIMIT 1")
            }
        }
    }

    /// Whether a statement returns no row. nil if it fails: the query itself then reports the error.
    private func isEmpty(_ text: String) -> Bool? {
        guard let statement = try? connection.statement(text) else { return nil }
        defer { statement.reset() }
        return (try? statement.step()).map { !$0 }
    }
}
