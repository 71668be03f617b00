import ModelSchema
import ObjectGraph
import SQLStore

/// The statements that create the tables of a new store.
struct SchemaStatements {
    let layout: StoreLayout

    /// Returns the statements that create all tables, keys, and indexes, in an order in which they can be run.
    ///
    /// - Parameter modelNumber: The number of the store's first model.
    func statements(modelNumber: Int64 = 1) -> [String] {
        StoreTables(schemaName: layout.schemaName).statements(modelNumber: modelNumber) + tables + keys
    }

    /// The statements that create the tables of objects, without keys and indexes.
    var tables: [String] {
        layout.tables.map(statement) + layout.joinTables.map { statement($0.pairs) }
    }

    /// The statements that create keys, indexes, and comments. Running them after the rows are written is faster.
    var keys: [String] {
        var taken = Set(StoreTables.names + layout.tables.map(\.name) + layout.joinTables.map(\.pairs.name))
        return foreignKeys + indexes(&taken) + comments
    }

    private func statement(_ table: TableDefinition) -> String {
        let columns =
            ["id bigint PRIMARY KEY", "entity integer NOT NULL", "version integer NOT NULL"]
            + table.columns.map { "\(SQLName.quoted($0.name)) \($0.type.definition)" }
        return "CREATE TABLE \(layout.qualified(table.name)) (\n  \(columns.joined(separator: ",\n  ")))"
    }

    private func statement(_ pairs: LinkColumns.JoinTable) -> String {
        let keys = [pairs.source, pairs.destination].map(SQLName.quoted)
        let columns =
            keys.map { "\($0) bigint NOT NULL" }
            + [pairs.position, pairs.inversePosition].compactMap { $0 }.map { "\(SQLName.quoted($0)) bigint" }
            + ["PRIMARY KEY (\(keys.joined(separator: ", ")))"]
        return "CREATE TABLE \(pairs.table) (\n  \(columns.joined(separator: ",\n  ")))"
    }

    private var foreignKeys: [String] {
        func statement(_ table: String, _ column: String, _ referenced: String) -> String {
            "ALTER TABLE \(layout.qualified(table)) ADD FOREIGN KEY (\(SQLName.quoted(column))) "
                + "REFERENCES \(layout.qualified(referenced)) (id)"
        }
        let own = layout.tables.flatMap { table in
            table.columns.compactMap { column in
                column.referencedTable.map { statement(table.name, column.name, $0) }
            }
        }
        return own
            + layout.joinTables.flatMap { pairs, source, destination in
                [
                    source.map { statement(pairs.name, pairs.source, $0) },
                    destination.map { statement(pairs.name, pairs.destination, $0) },
                ].compactMap { $0 }
            }
    }

    // MARK: Indexes

    private func indexes(_ taken: inout Set<String>) -> [String] {
        var statements: [String] = []
        func add(
            _ name: String, on table: String, _ terms: [String], isUnique: Bool = false, where condition: String = ""
        ) {
            let name = SQLName.quoted(SQLName.free(name, &taken))
            statements.append(
                "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table) "
                    + "(\(terms.joined(separator: ", ")))\(condition)"
            )
        }
        for table in layout.tables {
            for column in table.columns where column.isLink {
                add(
                    "\(table.name)_\(column.name)_index", on: layout.qualified(table.name),
                    [SQLName.quoted(column.name)])
            }
        }
        for (pairs, _, _) in layout.joinTables {
            add(
                "\(pairs.name)_\(pairs.destination)_index", on: pairs.table,
                [pairs.destination, pairs.source].map(SQLName.quoted))
        }
        for name in layout.entities.keys.sorted() {
            guard let entity = layout.entities[name] else { continue }
            for index in entity.indexes {
                add("\(entity.tableName)_\(index.name)", on: entity.table, entity.terms(of: index.elements))
            }
            for constraint in entity.entity.schema.uniquenessConstraints {
                guard let terms = uniqueTerms(constraint, of: entity) else { continue }
                let inherits = constraint.propertyNames.contains { name in
                    !entity.entity.schema.attributes.contains { $0.name == name }
                        && !entity.entity.schema.relationships.contains { $0.name == name }
                }
                let family = layout.familyNumbers(of: entity.entity)
                add(
                    "\(entity.tableName)_\(constraint.propertyNames.joined(separator: "_"))_key", on: entity.table,
                    terms,
                    isUnique: true,
                    where: inherits ? " WHERE entity IN (\(family.map(String.init).joined(separator: ", ")))" : "")
            }
        }
        return statements
    }

    /// Returns the terms of a unique index; nil if the constraint has no property, or one without a column.
    private func uniqueTerms(_ constraint: UniquenessConstraint, of entity: EntityLayout) -> [String]? {
        guard !constraint.propertyNames.isEmpty else { return nil }
        var terms: [String] = []
        for name in constraint.propertyNames {
            guard let column = entity.indexedColumn(ofPropertyNamed: name) else { return nil }
            terms.append(SQLName.quoted(column))
            if let index = entity.entity.attributes.firstIndex(where: { $0.name == name }),
                case .date(_, let exact) = entity.attributes[index]
            {
                // A null value would not conflict with anything.
                terms.append("(COALESCE(\(SQLName.quoted(exact)), 0))")
            }
        }
        return terms
    }

    // MARK: Comments

    private var comments: [String] {
        layout.tables.flatMap { table in
            let own = table.comment.map {
                ["COMMENT ON TABLE \(layout.qualified(table.name)) IS \(SQLName.literal($0))"]
            }
            return (own ?? [])
                + table.columns.compactMap { column in
                    column.comment.map {
                        "COMMENT ON COLUMN \(layout.qualified(table.name)).\(SQLName.quoted(column.name)) "
                            + "IS \(SQLName.literal($0))"
                    }
                }
        }
    }
}
