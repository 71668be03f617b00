import ModelSchema
import ObjectGraph
import SQLStore

/// The statements that create a new store for a model, in Core Data's order.
struct SchemaStatements {
    private let layout: StoreLayout
    private let lookup: ModelLookup

    init(_ layout: StoreLayout) {
        self.layout = layout
        lookup = ModelLookup(layout.model.schema)
    }

    /// All statements except those that fill tables.
    var statements: [String] {
        var names: Set<String> = []
        let indexes = roots.flatMap { self.indexes(ofTable: $0, &names) }
        return tables + indexes + DerivationTriggers(layout).statements + [
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
            "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
        ]
    }

    private var roots: [EntityLayout] {
        layout.numbers.names.compactMap { layout.entities[$0] }.filter { $0.entity.ancestorNames.isEmpty }
    }

    private var tables: [String] {
        zip(roots, layout.tables).flatMap { root, table in
            [table.statement] + (layout.joinTables[root.entity.name] ?? []).map(statement)
        }
    }

    private func statement(of pairs: LinkColumns.JoinTable) -> String {
        let columns = [pairs.source, pairs.destination]
        let orders = [pairs.inversePosition, pairs.position].compactMap { $0 }
        let fields = (columns + orders).map { "\($0) INTEGER" }.joined(separator: ", ")
        return "CREATE TABLE \(pairs.name) ( \(fields), PRIMARY KEY (\(columns.joined(separator: ", "))) )"
    }

    // MARK: Indexes

    /// The indexes of a table, and of the tables of pairs after it.
    ///
    /// - Parameter taken: The names of the model's own indexes, in lower case.
    private func indexes(ofTable root: EntityLayout, _ taken: inout Set<String>) -> [String] {
        let family = layout.numbers.names.compactMap { layout.entities[$0] }.filter { $0.table == root.table }
        var indexes = family.flatMap(linkIndexes)
        if family.count > 1 { indexes.append("CREATE INDEX \(root.table)_Z_ENT_INDEX ON \(root.table) (Z_ENT)") }
        for entity in family { indexes += ownIndexes(of: entity, &taken) }
        for pairs in layout.joinTables[root.entity.name] ?? [] {
            indexes.append(
                "CREATE INDEX \(pairs.name)_\(pairs.destination)_INDEX ON \(pairs.name) "
                    + "(\(pairs.destination), \(pairs.source))")
        }
        return indexes
    }

    /// The indexes of the keys of an entity's own relationships.
    private func linkIndexes(of entity: EntityLayout) -> [String] {
        let own = zip(entity.entity.relationships, entity.links).filter { entity.entity.declares($0.0) }
            .sorted { $0.0.name < $1.0.name }
        var columns = own.compactMap { _, columns in
            if case .own(let column, _) = columns { column } else { nil }
        }
        // Destinations without an inverse contain the key of their source.
        for source in layout.numbers.names.compactMap({ layout.entities[$0] }) {
            for (relationship, link) in zip(source.entity.relationships, source.links)
            where relationship.inverseName == nil && relationship.destinationName == entity.entity.name
                && source.entity.declares(relationship)
            {
                if case .destinations(let column, _) = link { columns.append(column) }
            }
        }
        return columns.map { "CREATE INDEX \(entity.table)_\($0)_INDEX ON \(entity.table) (\($0))" }
    }

    /// The indexes that the model declares.
    private func ownIndexes(of entity: EntityLayout, _ taken: inout Set<String>) -> [String] {
        let schema = entity.entity.schema
        var statements = entity.entity.declaredIndexes.compactMap { name, elements -> String? in
            let names = elements.compactMap(\.propertyName)
            guard let columns = entity.indexedColumns(ofPropertiesNamed: names) else { return nil }
            let terms = zip(columns, elements).map { column, element in
                "\(column) COLLATE BINARY \(element.order == .ascending ? "ASC" : "DESC")"
            }
            let index = Self.free("Z_\(schema.name)_\(name ?? names.joined(separator: "_"))", &taken)
            return "CREATE INDEX \(quoted(index)) ON \(entity.table) (\(terms.joined(separator: ", ")))"
        }
        statements += schema.uniquenessConstraints.compactMap { unique($0, of: entity, &taken) }
        return statements
    }

    private func unique(
        _ constraint: UniquenessConstraint, of entity: EntityLayout, _ taken: inout Set<String>
    ) -> String? {
        guard let unique = entity.indexedColumns(ofPropertiesNamed: constraint.propertyNames) else { return nil }
        let name = Self.free(
            "Z_\(entity.entity.name)_UNIQUE_\(constraint.propertyNames.joined(separator: "_"))", &taken)
        return "CREATE UNIQUE INDEX \(quoted(name)) ON \(entity.table) "
            + "(\(unique.map { "\($0) COLLATE BINARY ASC" }.joined(separator: ", ")))"
    }

    /// The name of an index, with a number if another index has it, for which SQLite ignores case.
    private static func free(_ name: String, _ taken: inout Set<String>) -> String {
        var free = name
        var number = 1
        while !taken.insert(free.lowercased()).inserted {
            number += 1
            free = "\(name)_\(number)"
        }
        return free
    }

    /// A name in SQL: without quotes if possible.
    private func quoted(_ name: String) -> String {
        name.utf8.allSatisfy(\.isOfPlainName) ? name : SQLQuotes.quoted(name, by: "\"")
    }
}
