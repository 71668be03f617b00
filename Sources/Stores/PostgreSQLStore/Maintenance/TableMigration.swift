import Foundation
import ObjectGraph
import SQLStore
import StoreMigration

/// Migrates the tables of a store with statements that the server runs, so that no objects pass through the program.
///
/// First, it counts the objects that prevent this.
struct TableMigration {
    let plain: PlainMigration
    let old: StoreLayout
    let new: StoreLayout
    let connection: PostgreSQLConnection
    let location: String

    // MARK: Counting

    /// Returns the number of objects of each old entity; nil if some must be reported individually.
    func objectCounts() throws -> [String: Int]? {
        var counts: [String: Int] = [:]
        for table in old.tables {
            let found = try connection.run("SELECT entity, COUNT(*) FROM \(old.qualified(table.name)) GROUP BY entity")
            for row in 0..<found.rowCount {
                guard let name = old.names[found.integer(row, 0)] else { return nil }
                counts[name] = Int(found.integer(row, 1))
            }
        }
        guard !plain.entitiesWithoutObjects.contains(where: { counts[$0.name] != nil }) else { return nil }
        for entity in plain.entities where counts[entity.old.name] != nil {
            guard !entity.hasNoObjects, try suits(entity) else { return nil }
        }
        return counts
    }

    private func suits(_ entity: PlainMigration.Entity) throws -> Bool {
        guard let layout = old.entities[entity.old.name] else { return false }
        var conditions: [String] = []
        for index in entity.attributesWithoutValues {
            conditions += layout.attributes[index].columns.map { "o.\(SQLName.quoted($0.name)) IS NOT NULL" }
        }
        for index in entity.attributesWithValues {
            let columns = layout.attributes[index].columns.map { "o.\(SQLName.quoted($0.name)) IS NULL" }
            if !columns.isEmpty { conditions.append("(\(columns.joined(separator: " AND ")))") }
        }
        for index in entity.relationshipsWithoutDestinations {
            if let link = leadsSomewhere(layout, index) { conditions.append(link) }
        }
        for index in entity.relationshipsWithDestinations {
            if let link = leadsSomewhere(layout, index) { conditions.append("NOT \(link)") }
        }
        guard !conditions.isEmpty else { return true }
        return try connection.run(
            "SELECT 1 FROM \(layout.table) o WHERE o.entity = \(layout.number) "
                + "AND (\(conditions.joined(separator: " OR "))) LIMIT 1"
        ).rowCount == 0
    }

    /// Returns the condition that a relationship of a row has a destination; nil if it is not stored.
    private func leadsSomewhere(_ layout: EntityLayout, _ index: Int) -> String? {
        switch layout.links[index] {
        case .own(let column, _): return "(o.\(SQLName.quoted(column)) IS NOT NULL)"
        case .destinations(let column, _):
            let name = layout.entity.relationships[index].destinationName
            guard let table = old.entities[name]?.table else { return nil }
            return "(EXISTS (SELECT 1 FROM \(table) d WHERE d.\(SQLName.quoted(column)) = o.id))"
        case .pairs(let pairs):
            return "(EXISTS (SELECT 1 FROM \(pairs.table) p WHERE p.\(SQLName.quoted(pairs.source)) = o.id))"
        case nil: return nil
        }
    }

    // MARK: Writing

    /// Returns the temporary name of an old table while the new tables are created.
    private func waiting(_ name: String) -> String {
        // If an entity's table already has this name, the migration fails, and nothing changes.
        "modelgen_old_\((old.tables.map(\.name) + old.joinTables.map(\.pairs.name)).firstIndex(of: name) ?? 0)"
    }

    /// Creates the new tables from the old ones, without indexes and keys.
    ///
    /// - Parameter progress: Receives the entity, and the number of its migrated objects.
    func run(progress: (String, Int) -> Void) throws {
        let names = old.tables.map(\.name) + old.joinTables.map(\.pairs.name)
        for name in names {
            try connection.run("ALTER TABLE \(old.qualified(name)) RENAME TO \(SQLName.quoted(waiting(name)))")
        }
        for statement in SchemaStatements(layout: new).tables { try connection.run(statement) }
        let links = LinkMapping(plain: plain, old: old, new: new)
        for entity in plain.entities {
            guard let from = old.entities[entity.old.name], let to = new.entities[entity.new.name] else { continue }
            let count = try copy(entity, from, to, links)
            progress(entity.new.name, count)
        }
        for (from, to) in links.pairs {
            let columns = to.columns.map(SQLName.quoted)
            let sources = from.columns.map(SQLName.quoted)
            try connection.run(
                "INSERT INTO \(to.table) (\(columns.joined(separator: ", "))) "
                    + "SELECT \(sources.joined(separator: ", ")) "
                    + "FROM \(old.qualified(waiting(from.name)))")
        }
        if !names.isEmpty {
            let gone = names.map { old.qualified(waiting($0)) }
            try connection.run("DROP TABLE \(gone.joined(separator: ", "))")
        }
    }

    /// - Returns: The number of copied objects.
    private func copy(
        _ entity: PlainMigration.Entity, _ from: EntityLayout, _ to: EntityLayout, _ links: LinkMapping
    ) throws -> Int {
        var columns = new.fixedColumns
        var values = columns.map { $0 == new.entityColumn ? "\(to.number)" : "o.\($0)" }
        var parameters: [Parameter] = []
        for (index, source) in entity.attributes.enumerated() {
            let own = to.attributes[index].columns
            guard !own.isEmpty else { continue }
            columns += own.map { SQLName.quoted($0.name) }
            let name = entity.new.attributes[index].name
            switch source {
            case .constant(let value):
                values += try literals(value, to.attributes[index], name, to, &parameters)
            case .kept(let place):
                values += from.attributes[place].columns.map { "o.\(SQLName.quoted($0.name))" }
            case .filled(let place, let value):
                let before = from.attributes[place].columns.map { "o.\(SQLName.quoted($0.name))" }
                let isMissing = before.map { "\($0) IS NULL" }.joined(separator: " AND ")
                let filling = try literals(value, to.attributes[index], name, to, &parameters)
                values += zip(before, filling).map { "CASE WHEN \(isMissing) THEN \($1) ELSE \($0) END" }
            case .widened(let place):
                let before = from.attributes[place].columns
                values += zip(before, own).map { column, new in
                    // Only some numeric types can be cast from Booleans.
                    "o.\(SQLName.quoted(column.name))\(column.type == .boolean ? "::integer" : "")"
                        + "::\(new.type.definition)"
                }
            }
        }
        guard columns.count == values.count else {
            throw StoreError(
                .malformed, location: location, "'\(entity.old.name)' has different columns than '\(entity.new.name)'")
        }
        for (column, before) in links.columns[to.tableName, default: [:]].sorted(by: { $0.key < $1.key }) {
            columns.append(SQLName.quoted(column))
            values.append("o.\(SQLName.quoted(before))")
        }
        try connection.run(
            "INSERT INTO \(to.table) (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", ")) "
                + "FROM \(old.qualified(waiting(from.tableName))) o WHERE o.entity = \(from.number)", parameters)
        return Int(
            try connection.run("SELECT COUNT(*) FROM \(to.table) WHERE entity = \(to.number)").integer(0, 0))
    }

    /// Returns a value for each column of an attribute, bound to the statement.
    private func literals(
        _ value: AttributeValue, _ columns: AttributeColumns, _ name: String, _ entity: EntityLayout,
        _ parameters: inout [Parameter]
    ) throws -> [String] {
        let bytes = try ValueWriter(location: location).bytes(
            of: value, in: columns, named: name, of: entity.entity.name)
        return zip(columns.columns, [bytes.first, bytes.second]).map { column, bytes in
            parameters.append(Parameter(column.type.wire, bytes))
            return "$\(parameters.count)::\(column.type.wire.name)\(column.type.cast)"
        }
    }
}

/// The columns and tables of relationships that remain.
private struct LinkMapping {
    /// The old column of each new one, by new table.
    private(set) var columns: [String: [String: String]] = [:]
    /// The tables of pairs.
    private(set) var pairs: [(from: LinkColumns.JoinTable, to: LinkColumns.JoinTable)] = []

    init(plain: PlainMigration, old: StoreLayout, new: StoreLayout) {
        for entity in plain.entities {
            guard let from = old.entities[entity.old.name], let to = new.entities[entity.new.name] else { continue }
            for (index, place) in entity.relationships.enumerated() {
                guard let place else { continue }
                switch (from.links[place], to.links[index]) {
                case (.own(let before, _)?, .own(let after, _)?):
                    columns[to.tableName, default: [:]][after] = before
                case (.destinations(_, let before?)?, .destinations(_, let after?)?):
                    let name = entity.new.relationships[index].destinationName
                    if let table = new.entities[name]?.tableName {
                        columns[table, default: [:]][after] = before
                    }
                case (.pairs(let before)?, .pairs(let after)?):
                    if !pairs.contains(where: { $0.to.name == after.name }) { pairs.append((before, after)) }
                default: break
                }
            }
        }
    }
}
