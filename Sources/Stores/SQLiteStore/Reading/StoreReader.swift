import Foundation
import ObjectGraph
import SQLStore

/// Answers queries with one connection.
struct StoreReader: SQLReader {
    let connection: SQLiteConnection
    let core: StoreCore
    let values: ValueReader
    let plainTexts: PlainTexts
    /// nil in a commit, whose state changes.
    let pageEnds: PageEnds?

    /// - Parameters:
    ///   - plainTexts: What a view knows of texts.
    ///   - pageEnds: What it knows of pages; nil in a commit.
    init(
        _ connection: SQLiteConnection, _ core: StoreCore, _ plainTexts: PlainTexts, _ pageEnds: PageEnds? = nil
    ) {
        self.connection = connection
        self.core = core
        self.plainTexts = plainTexts
        self.pageEnds = pageEnds
        values = core.values
    }

    var location: String { core.path }
    var identifier: UUID { core.identifier }
    var layout: StoreLayout { core.layout }
    var dialect: SQLiteDialect { SQLiteDialect() }
    var spaces: [String: IdentitySpace] { core.spaces }
    var translator: QueryTranslator { core.translator }
    var contents: any SQLTableContents { self }
    var checkedProperties: CheckedProperties { core.checkedProperties }

    func shape(of entityNames: [String], alias: String, heldColumn: String? = nil) -> RowShape {
        core.shapes.shape(of: entityNames, alias: alias, heldColumn: heldColumn) {
            RowShape(entityNames, core, alias: alias, heldColumn: heldColumn)
        }
    }

    func numbers(_ text: String, keys: [Int64]) throws -> [Int64] {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        statement.bind(KeyList.text(keys), at: 1)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(at: 0)) }
        return numbers
    }

    // MARK: Rows

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        var rows: [StoreRow] = []
        rows.reserveCapacity(objectIDs.count)
        for (name, members) in Dictionary(grouping: objectIDs, by: \.entityName).sorted(by: { $0.key < $1.key }) {
            guard let entity = layout.entities[name] else { continue }
            let shape = shape(of: [name], alias: "t")
            let statement: SQLiteStatement
            if members.count == 1 {
                statement = try connection.statement("SELECT \(shape.columns) FROM \(entity.table) t WHERE t.Z_PK = ?")
                statement.bind(members[0].number, at: 1)
            } else {
                statement = try connection.statement(
                    "SELECT \(shape.columns) FROM \(entity.table) t "
                        + "WHERE t.Z_PK IN (SELECT value FROM json_each(?))")
                statement.bind(KeyList.text(members), at: 1)
            }
            defer { statement.reset() }
            while try statement.step() {
                if let row = try shape.row(in: statement, values) { rows.append(row) }
            }
        }
        return rows
    }

    // MARK: Destinations

    func destinationStatement(
        selecting columns: String, of link: LinkColumns, from source: EntityLayout, to destination: EntityLayout
    ) -> String {
        // Only existing objects have destinations.
        let held = "SELECT s.Z_PK FROM \(source.table) s WHERE s.Z_PK IN (SELECT value FROM json_each(?))"
        switch link {
        case .own(let column, _):
            return "SELECT \(columns), s.Z_PK FROM \(source.table) s JOIN \(destination.table) d "
                + "ON d.Z_PK = s.\(column) WHERE s.Z_PK IN (SELECT value FROM json_each(?))"
        case .destinations(let column, let position):
            let order = position.map { " ORDER BY d.\(column), d.\($0), d.Z_PK" } ?? ""
            return "SELECT \(columns), d.\(column) FROM \(destination.table) d WHERE d.\(column) IN (\(held))\(order)"
        case .pairs(let pairs):
            let order = pairs.position.map { " ORDER BY j.\(pairs.source), j.\($0), d.Z_PK" } ?? ""
            return "SELECT \(columns), j.\(pairs.source) FROM \(pairs.name) j JOIN \(destination.table) d "
                + "ON d.Z_PK = j.\(pairs.destination) WHERE j.\(pairs.source) IN (\(held))\(order)"
        }
    }

    func forEachRow(
        of text: String, keys: [Int64], _ shape: RowShape, _ body: (StoreRow, Int64) throws -> Void
    ) throws {
        let statement = try connection.statement(text)
        defer { statement.reset() }
        statement.bind(KeyList.text(keys), at: 1)
        guard var row = shape.emptyRow else { return }
        while try statement.step() {
            if try shape.read(&row, in: statement, values) { try body(row, statement.integer(at: shape.columnCount)) }
        }
    }
}
