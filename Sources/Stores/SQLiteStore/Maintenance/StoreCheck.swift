import ObjectGraph
import SQLStore

/// Finds the problems of a store, within a read transaction.
struct StoreCheck {
    let connection: SQLiteConnection
    let layout: StoreLayout
    private(set) var findings: [StoreFinding] = []

    /// The maximum number of findings that SQLite reports.
    private static let maximumIntegrityFindingCount = 100

    /// Checks the file and its contents.
    ///
    /// - Parameter columns: The columns of the file's tables.
    mutating func run(columns: [String: Set<String>]) {
        do {
            try checkIntegrity()
            try checkContents(columns: columns)
        } catch {
            // If SQLite cannot continue reading, this is the last finding.
            findings.append(error.finding)
        }
    }

    /// Checks the tables of the store, and nothing else in the file.
    mutating func checkContents(columns: [String: Set<String>]) throws(StoreError) {
        let missing = LayoutCheck(layout, columns: columns, path: connection.path).findings()
        findings += missing.map(\.finding)
        // Queries of missing columns would fail.
        guard missing.isEmpty else { return }
        let entities = layout.numbers.names.compactMap { layout.entities[$0] }
        for entity in entities {
            if entity.entity.ancestorNames.isEmpty { try checkKeys(inTableOf: entity) }
            if !entity.entity.isAbstract { try checkValues(of: entity) }
            for (relationship, columns) in zip(entity.entity.relationships, entity.links)
            where entity.entity.declares(relationship) {
                try checkLinks(of: relationship, columns, from: entity)
                try checkOrder(of: relationship, from: entity)
            }
        }
    }

    // MARK: Asking

    mutating func add(_ table: String?, row: Int64? = nil, _ message: String) {
        findings.append(StoreFinding(location: connection.path, table: table, row: row, message))
    }

    /// Calls a closure with the first two columns of each row of an answer.
    mutating func forEachRow(
        of text: String, _ body: (inout StoreCheck, Int64, Int64) -> Void
    ) throws(StoreError) {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        while try statement.step() { body(&self, statement.integer(at: 0), statement.integer(at: 1)) }
    }

    /// A condition that excludes the rows of other entities, if the table can contain any. It can follow another
    /// condition.
    func condition(_ alias: String, _ name: String) -> String {
        guard let entity = layout.entities[name] else { return "" }
        let numbers = layout.familyNumbers(of: entity.entity)
        let all = layout.entities.values.filter { $0.table == entity.table && !$0.entity.isAbstract }
        guard numbers.count < all.count else { return "" }
        return " AND \(alias).Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }

    // MARK: The file

    private mutating func checkIntegrity() throws(StoreError) {
        let statement = try connection.statement("PRAGMA integrity_check(\(Self.maximumIntegrityFindingCount))")
        defer { statement.reset() }
        while try statement.step() {
            let said = statement.text(at: 0)
            if said != "ok" { add(nil, "SQLite says: \(said.replacing("\n", with: " "))") }
        }
    }
}
