import Foundation
import ObjectGraph
import SQLStore
import StoreMigration
import Synchronization

/// The parts of an open store that do not change.
final class StoreCore: Sendable {
    let pool: ConnectionPool
    let identifier: UUID
    let layout: StoreLayout
    let tables: StoreTables
    /// The space of each entity's object IDs, by entity name.
    let spaces: [String: IdentitySpace]
    /// The SQL that this server supports.
    let dialect: PostgreSQLDialect
    let translator: QueryTranslator
    let shapes = RowShapes<RowShape>()
    let checkedProperties: CheckedProperties
    /// The properties whose values must be unique, by entity name.
    let uniqueProperties: [String: UniqueProperties]
    /// The unique indexes of the tables.
    let uniqueIndexes: UniqueIndexes
    /// Whether something in the database may keep rows from being written without an error.
    let rowRefusal = LastingFlag()
    let unknownEntities: UnknownEntityWarning
    /// The numbers of the tables when the store was opened, by name; none for a store that is being migrated.
    let tableNumbers: [String: TableNumber]
    /// The number of this model in the store. The server accepts only saves with its current number. Nil if the store
    /// does not number its models.
    let modelNumber: Int64?
    /// Distinguishes the saves of this store from those of others.
    let writer = UUID()
    /// The notification that saves send.
    let notice: ChangeNotice
    /// The text of the statement that records a save in its transaction.
    let commitText: String
    let changeTexts = ChangeTexts()
    let repeatedQueries = RepeatedQueries()
    /// Whether the server has refused to copy rows, so that the store does not try it again.
    let copyRefusal = LastingFlag()

    init(
        _ pool: ConnectionPool, identifier: UUID, layout: StoreLayout, dialect: PostgreSQLDialect,
        uniqueIndexes: UniqueIndexes, modelNumber: Int64?, tableNumbers: [String: UInt32] = [:]
    ) {
        self.pool = pool
        self.tableNumbers = tableNumbers.mapValues(TableNumber.init)
        self.modelNumber = modelNumber
        self.identifier = identifier
        self.layout = layout
        self.dialect = dialect
        self.uniqueIndexes = uniqueIndexes
        uniqueProperties = layout.entities.mapValues { UniqueProperties(of: $0.entity, in: layout.model) }
        translator = QueryTranslator(layout.model, names: layout, dialect: dialect, storeIdentifier: identifier)
        checkedProperties = CheckedProperties(of: layout.model)
        unknownEntities = UnknownEntityWarning(StoreLog(pool.options.logger, store: pool.location.description))
        notice = ChangeNotice(identifier, writer: writer, isUsed: pool.options.usesNotifications)
        let tables = StoreTables(schemaName: layout.schemaName)
        self.tables = tables
        commitText = CommitRecord.text(into: tables, modelNumber: modelNumber)
        spaces = layout.spaces(ofStore: identifier)
    }

    var location: String { pool.location.description }

    func error(_ code: StoreError.Code, _ message: String) -> StoreError {
        pool.location.error(code, message)
    }

    /// The error of a process that has a store open in whose place somebody has created another one.
    var replaced: StoreError {
        error(
            .changedElsewhere,
            "the store was removed and created again since it was opened; nothing was written; open it again")
    }

    /// The statement that finds out whether it is still the store that was opened.
    var identityText: String {
        "SELECT (to_jsonb(s)->>'model_number')::bigint, identifier FROM \(tables.store) s"
    }

    /// Returns the error if another process has migrated the store since it was opened, or has put another one in its
    /// place.
    ///
    /// - Parameter found: The result of ``identityText``.
    func refusal(_ found: StatementResult) -> StoreError? {
        guard found.rowCount == 1 else { return nil }
        if found.uuid(0, 1) != identifier { return replaced }
        return (found.optionalInteger(0, 0) ?? 1) == (modelNumber ?? 1)
            ? nil : pool.location.errorOfMigration(of: layout.model)
    }

    /// Advances the sequence of saves beyond the numbers in the table.
    ///
    /// A database that was restored or replicated without its sequences would otherwise assign these numbers again.
    ///
    /// - Parameter deadline: The time to stop waiting for a server.
    func passUsedNumbers(until deadline: ContinuousClock.Instant) throws {
        let next = "nextval(\(SQLName.literal(tables.transactionNumber)))"
        // Whoever saves may take numbers, but need not have the right to set the sequence.
        _ = try pool.runRepeatably(
            "SELECT COUNT(\(next)) FROM generate_series(\(next) + 1, (SELECT MAX(number) FROM \(tables.transaction)))",
            until: deadline)
    }

    func checkIsWritable() throws(StoreError) {
        if pool.options.isReadOnly { throw error(.readOnly, "the store is read-only") }
    }
}

/// A flag that any thread can set, and that stays set.
final class LastingFlag: Sendable {
    private let flag = Atomic<Bool>(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
