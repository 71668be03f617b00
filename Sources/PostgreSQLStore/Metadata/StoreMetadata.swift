import Foundation
import ModelSchema
import ObjectGraph
import SchemaText

/// What a store says of itself.
struct StoreMetadata {
    let identifier: UUID
    let naming: PostgreSQLStoreOptions.Naming
    /// By the entity's name.
    let versionHashes: [String: String]
    /// The numbers of the entities, by name.
    let numbers: [String: Int64]

    /// How stores of this module are laid out.
    private static let format: Int64 = 1

    /// Nil where there is no store in the schema.
    ///
    /// - Throws: ``PostgreSQLStoreError`` where the store says nothing of itself that can be read.
    init?(_ connection: PostgreSQLConnection, _ tables: StoreTables, place: String) throws(PostgreSQLStoreError) {
        let present = try connection.run(
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = $1 AND table_name = 'modelgen_store'",
            [Parameter(tables.schemaName)])
        guard present.integer(0, 0) > 0 else { return nil }
        let row = try connection.run(
            "SELECT identifier, format, naming, version_hashes::text FROM \(tables.store)")
        guard row.rowCount == 1, let identifier = row.uuid(0, 0) else {
            throw PostgreSQLStoreError(
                .malformed, place: place, "the table modelgen_store does not have the one row that describes the store")
        }
        guard row.integer(0, 1) == Self.format, let naming = PostgreSQLStoreOptions.Naming(rawValue: row.text(0, 2))
        else {
            throw PostgreSQLStoreError(
                .malformed, place: place,
                "the store is laid out in the format \(row.integer(0, 1)), and this program knows \(Self.format)")
        }
        self.identifier = identifier
        self.naming = naming
        versionHashes = (try? JSONDecoder().decode([String: String].self, from: row.data(0, 3))) ?? [:]
        let entities = try connection.run("SELECT name, number FROM \(tables.entity)")
        numbers = (0..<entities.rowCount).reduce(into: [:]) { $0[entities.text($1, 0)] = entities.integer($1, 1) }
    }

    /// Says of a new store what it is.
    static func write(
        _ model: Model, _ naming: PostgreSQLStoreOptions.Naming, _ numbers: [String: Int64], to tables: StoreTables,
        _ connection: PostgreSQLConnection
    ) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let hashes = try encoder.encode(ModelLookup(model).versionHashes)
        try connection.run(
            "INSERT INTO \(tables.store) (id, identifier, format, naming, model_name, version_hashes, model) "
                + "VALUES (1, $1, \(format), $2, $3, $4::jsonb, $5)",
            [
                Parameter(UUID()), Parameter(naming.rawValue), Parameter(model.name),
                Parameter(String(decoding: hashes, as: UTF8.self)),
                Parameter(SchemaTextWriter.lines(of: model).joined(separator: "\n")),
            ])
        for (name, number) in numbers.sorted(by: { $0.value < $1.value }) {
            try connection.run(
                "INSERT INTO \(tables.entity) (number, name) VALUES ($1::bigint, $2)",
                [Parameter(number), Parameter(name)])
        }
    }

    /// How the store's model differs from another, for a message; nil where it does not.
    func difference(from model: Model) -> String? {
        let wanted = ModelLookup(model).versionHashes.mapValues(\.description)
        let changed = wanted.keys.filter { versionHashes[$0] != nil && versionHashes[$0] != wanted[$0] }
        let added = wanted.keys.filter { versionHashes[$0] == nil }
        let removed = versionHashes.keys.filter { wanted[$0] == nil }
        let parts = [
            ("other in the model", changed), ("only in the model", added), ("only in the store", Array(removed)),
        ]
        .filter { !$0.1.isEmpty }.map { "\($0.0): \($0.1.sorted().joined(separator: ", "))" }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// The model that the store was made with, which it keeps as text.
    func model(
        in tables: StoreTables, _ connection: PostgreSQLConnection, place: String
    ) throws(PostgreSQLStoreError) -> Model {
        let text = try connection.run("SELECT model FROM \(tables.store)").text(0, 0)
        do {
            return try SchemaTextReader.model(from: text)
        } catch {
            throw PostgreSQLStoreError(.malformed, place: place, "the model in modelgen_store cannot be read: \(error)")
        }
    }
}
