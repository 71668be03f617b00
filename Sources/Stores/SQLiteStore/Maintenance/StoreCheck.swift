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
    mutating func run(columns: [String: Set<String>]) throws {
        do {
            try checkIntegrity()
            try checkContents(columns: columns, checksCounts: true)
        } catch let error as StoreError {
            // If SQLite cannot continue reading, this is the last finding.
            findings.append(error.finding)
        }
    }

    /// Checks the tables of the store, and nothing else in the file.
    ///
    /// - Parameter checksCounts: Whether to compare the counts of destinations with the model. Core Data does so when
    ///   it saves an object, and not when it migrates a store, so a migration does not ask for it.
    mutating func checkContents(columns: [String: Set<String>], checksCounts: Bool) throws {
        let missing = LayoutCheck(layout, columns: columns, path: connection.path).findings()
        findings += missing.map(\.finding)
        // Queries of missing columns would fail.
        guard missing.isEmpty else { return }
        let links = LinkCheck(layout, location: connection.path) { [connection] statement, body in
            try connection.forEachRow(of: statement, body)
        }
        for entity in layout.numbers.names.compactMap({ layout.entities[$0] }) {
            if entity.entity.ancestorNames.isEmpty { try checkKeys(inTableOf: entity) }
            if !entity.entity.isAbstract { try checkValues(of: entity) }
            try links.checkLinks(of: entity, into: &findings)
            if checksCounts { try links.checkCounts(of: entity, into: &findings) }
        }
    }

    mutating func add(_ table: String?, row: Int64? = nil, _ message: String) {
        findings.append(StoreFinding(location: connection.path, table: table, row: row, message))
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
