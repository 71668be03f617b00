import Foundation
import ModelSchema
import ObjectGraph

/// The description of a store in its tables.
struct StoreMetadata {
    let identifier: UUID
    let naming: PostgreSQLStoreOptions.Naming
    /// The version hashes by entity name.
    let versionHashes: [String: String]
    /// The numbers of the entities, by name.
    let numbers: [String: Int64]
    /// The number of the store's model, which each save states, and to which each migration adds one. A new store
    /// begins with a random one, so that a process with an earlier store of the same schema does not save to this one.
    /// Nil for a store of the first format, which does not number its models.
    let modelNumber: Int64?
    /// Whether indexes have strings in their canonical form.
    let indexesCanonicalForms: Bool
    /// Whether the store has all objects with which it is created.
    let isComplete: Bool
    /// The model, as text. Its version need not be readable for this program.
    private let modelText: String

    /// The first format, which does not number models. Stores keep their format until they are migrated.
    private static let leastFormat: Int64 = 1
    /// The format whose indexes have strings as they are, which is also that of servers that cannot compute others.
    private static let plainFormat: Int64 = 2
    /// The format whose indexes have strings in their canonical form.
    private static let format: Int64 = 3
    /// The greatest number with which a store begins, which leaves room for migrations.
    private static let greatestFirstNumber: Int64 = 1 << 30
    // An incomplete store has the negative number of its format, which no program reads by mistake.

    /// Returns nil if the schema contains no store.
    ///
    /// - Parameter mayBeIncomplete: Whether a store whose creation is in progress, or was interrupted, is described.
    /// - Throws: `StoreError` if the description cannot be read, or describes a store that is incomplete.
    init?(
        _ connection: PostgreSQLConnection, _ tables: StoreTables, location: String, mayBeIncomplete: Bool = false
    ) throws(StoreError) {
        // Unlike the information schema, it lists also what the role has no right to read.
        let present = try connection.run(
            "SELECT COUNT(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = $1 AND c.relname = 'modelgen_store'", [Parameter(tables.schemaName)])
        guard present.integer(0, 0) > 0 else { return nil }
        let row: StatementResult
        do {
            // One statement, since others may migrate the store between two, which would then describe different
            // models.
            row = try connection.run(
                "SELECT identifier, format, naming, version_hashes::text, (to_jsonb(s)->>'model_number')::bigint, "
                    + "model, (SELECT jsonb_object_agg(name, number)::text FROM \(tables.entity)) "
                    + "FROM \(tables.store) s")
        } catch {
            throw error.isAboutMissingRight ? Self.unreadable(error, tables) : error
        }
        guard row.rowCount == 1, let identifier = row.uuid(0, 0) else {
            throw StoreError(
                .malformed, location: location, "the table modelgen_store must have one row, which describes the store")
        }
        let format = row.integer(0, 1)
        let usableFormat = Int64(clamping: format.magnitude)
        isComplete = format >= 0
        guard isComplete || mayBeIncomplete else {
            throw StoreError(
                .malformed, location: location,
                "the store is incomplete: it is still being created, or its creation was interrupted; if no program is "
                    + "creating it, remove it with PostgreSQLStore.destroy or, if its schema contains nothing else, "
                    + "with DROP SCHEMA \(SQLName.quoted(tables.schemaName)) CASCADE")
        }
        guard (Self.leastFormat...Self.format).contains(usableFormat),
            let naming = PostgreSQLStoreOptions.Naming(rawValue: row.text(0, 2))
        else {
            throw StoreError(
                .malformed, location: location,
                "the store has the format \(format), but this program supports \(Self.format)")
        }
        self.identifier = identifier
        self.naming = naming
        indexesCanonicalForms = usableFormat == Self.format
        modelNumber = row.optionalInteger(0, 4)
        versionHashes = (try? JSONDecoder().decode([String: String].self, from: row.data(0, 3))) ?? [:]
        modelText = row.text(0, 5)
        numbers = (try? JSONDecoder().decode([String: Int64].self, from: row.data(0, 6))) ?? [:]
    }

    /// - Throws: `StoreError` if the schema contains no store, or if its description cannot be read.
    init(
        requiredIn tables: StoreTables, _ connection: PostgreSQLConnection, _ location: DatabaseLocation,
        mayBeIncomplete: Bool = false
    ) throws(StoreError) {
        let found = try Self(connection, tables, location: location.description, mayBeIncomplete: mayBeIncomplete)
        guard let found else { throw Self.missing(in: tables, location) }
        self = found
    }

    /// The error of a schema without a store.
    static func missing(in tables: StoreTables, _ location: DatabaseLocation) -> StoreError {
        location.error(.notAStore, "the schema '\(tables.schemaName)' contains no store")
    }

    /// Returns the tables and columns of the store.
    ///
    /// - Parameter normalizes: Whether the server can compute the canonical form of strings.
    func layout(of model: ManagedObjectModel, in tables: StoreTables, normalizes: Bool = true) -> StoreLayout {
        StoreLayout(
            model, schemaName: tables.schemaName, naming: naming, numbers: numbers,
            indexesCanonicalForms: indexesCanonicalForms && normalizes)
    }

    /// Throws an error if an entity has no number, without which its rows could not be told from others: somebody has
    /// removed rows of the table of entities, restored only a part of the database, or hides rows from the role.
    func requireNumbers(of model: ManagedObjectModel, location: String) throws(StoreError) {
        guard let entity = model.entities.first(where: { numbers[$0.name] == nil }) else { return }
        throw StoreError(
            .malformed, location: location, table: "modelgen_entity",
            "there is no row for the entity '\(entity.name)', or the role of the connection cannot see it")
    }

    /// Returns the error of a role that may not read the store.
    private static func unreadable(_ error: StoreError, _ tables: StoreTables) -> StoreError {
        var error = error
        let name = SQLName.quoted(tables.schemaName)
        error.message =
            "the role of the connection may not read the store: \(error.message); grant it USAGE on the schema "
            + "\(name), "
            + "and SELECT on its tables, and INSERT, UPDATE, and DELETE if it saves"
        return error
    }

    /// A number for the model of a new store.
    static var newModelNumber: Int64 { .random(in: 1...greatestFirstNumber) }

    /// Writes the description of a new store.
    ///
    /// - Parameter creation: The identifier of a store that is incomplete until ``complete(_:in:_:)``; nil for a
    ///   complete one.
    static func write(
        _ model: Model, _ naming: PostgreSQLStoreOptions.Naming, _ numbers: [String: Int64],
        modelNumber: Int64, indexesCanonicalForms: Bool, creation: UUID?, to tables: StoreTables,
        _ connection: PostgreSQLConnection
    ) throws {
        let format = (indexesCanonicalForms ? Self.format : plainFormat) * (creation == nil ? 1 : -1)
        try connection.run(
            "INSERT INTO \(tables.store) "
                + "(id, identifier, format, naming, model_name, version_hashes, model, model_number) "
                + "VALUES (1, $1, \(format), $2, $3, $4::jsonb, $5, \(modelNumber))",
            [
                Parameter(creation ?? UUID()), Parameter(naming.rawValue), Parameter(model.name),
                try hashes(of: model), Parameter(text(of: model)),
            ])
        try write(numbers, lastNumbers: [:], to: tables, connection)
    }

    /// Makes an incomplete store complete, however often it is called.
    ///
    /// - Returns: Whether the store still exists.
    static func complete(_ creation: UUID, in tables: StoreTables, _ pool: ConnectionPool) throws -> Bool {
        try pool.runRepeatably(
            "UPDATE \(tables.store) SET format = abs(format) WHERE identifier = $1 RETURNING format",
            [Parameter(creation)]
        ).rowCount == 1
    }

    private static func hashes(of model: Model) throws -> Parameter {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Parameter(String(decoding: try encoder.encode(ModelLookup(model).versionHashes), as: UTF8.self))
    }

    private static func text(of model: Model) -> String {
        SchemaTextWriter.lines(of: model).joined(separator: "\n")
    }

    private static func write(
        _ numbers: [String: Int64], lastNumbers: [String: Int64], to tables: StoreTables,
        _ connection: PostgreSQLConnection
    ) throws {
        for (name, number) in numbers.sorted(by: { $0.value < $1.value }) {
            try connection.run(
                "INSERT INTO \(tables.entity) (number, name, last_number) VALUES ($1::bigint, $2, $3)",
                [Parameter(number), Parameter(name), Parameter(lastNumbers[name] ?? 0)])
        }
    }

    /// Replaces the description after a migration.
    func replace(
        by model: Model, _ numbers: [String: Int64], lastNumbers: [String: Int64], indexesCanonicalForms: Bool,
        in tables: StoreTables, _ connection: PostgreSQLConnection
    ) throws {
        let format = indexesCanonicalForms ? Self.format : Self.plainFormat
        if modelNumber == nil {
            for statement in tables.upgrade { try connection.run(statement) }
        }
        let next = (modelNumber ?? 1) + 1
        try connection.run(
            "UPDATE \(tables.store) SET format = \(format), model_name = $1, version_hashes = $2::jsonb, model = $3, "
                + "model_number = $4",
            [Parameter(model.name), try Self.hashes(of: model), Parameter(Self.text(of: model)), Parameter(next)])
        try connection.run("DELETE FROM \(tables.entity)")
        try Self.write(numbers, lastNumbers: lastNumbers, to: tables, connection)
        for statement in tables.numbering(next) { try connection.run(statement) }
    }

    /// Returns the differences between the store's model and another, including those that version hashes do not
    /// include.
    func mismatch(with model: ManagedObjectModel) -> ModelMismatch {
        ModelMismatch(stored: versionHashes, of: model) {
            modelText == Self.text(of: model.schema) ? nil : try? SchemaTextReader.model(from: modelText)
        }
    }

    /// Returns the model from the store, which contains it as text.
    ///
    /// - Throws: `StoreError` with the code `malformed` if it cannot be read.
    func model(location: String) throws(StoreError) -> Model {
        do {
            return try SchemaTextReader.model(from: modelText)
        } catch {
            throw StoreError(.malformed, location: location, "the model in modelgen_store cannot be read: \(error)")
        }
    }
}
