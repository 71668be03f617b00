import Foundation
import ObjectGraph

/// The row that each save leaves behind in the table of transactions: it says whether the save took place, and what others have to
/// look at again.
struct CommitRecord {
    let core: StoreCore
    let token = UUID.random()

    /// How many objects a row names at most. Where more have changed, others look at all they have.
    private static let greatestObjectCount = 5_000

    /// The statement that says that a save has taken place, in the save's own transaction.
    func statement(_ changes: StoreChanges) -> Statement {
        Statement(
            text: core.commitText, parameters: parameters(changes))
    }

    /// How many parameters the statement has.
    static let parameterCount = 5

    /// What is bound to the statement.
    func parameters(_ changes: StoreChanges) -> [Parameter] {
        [
            Parameter(token), Parameter(core.writer), Parameter(changes.author.map(Self.usable)),
            Parameter(changes.contextName.map(Self.usable)), Parameter(Self.text(changes)),
        ]
    }

    /// The text of the statement that says in the transaction of a save that it has taken place.
    ///
    /// - Parameter source: A table to insert a row for each row of; nil for one row.
    static func text(into tables: StoreTables, modelNumber: Int64?, from source: String? = nil) -> String {
        insertion("author, context_name, changes", "$3, $4, $5", into: tables, modelNumber: modelNumber, from: source)
    }

    /// What inserts a row with some columns besides those that every row has; the token and the writer are bound first.
    private static func insertion(
        _ columns: String, _ values: String, into tables: StoreTables, modelNumber: Int64?, from source: String? = nil
    ) -> String {
        let number = "nextval(\(SQLName.literal(tables.transactionNumber)))"
        let model: (column: String, value: String) = modelNumber.map { (", model_number", ", \($0)") } ?? ("", "")
        let row = "\(number), $1, $2, \(values)\(model.value)"
        return "INSERT INTO \(tables.transaction) (number, token, writer, \(columns)\(model.column)) "
            + (source.map { "SELECT \(row) FROM \($0)" } ?? "VALUES (\(row))")
    }

    /// A text without the character that PostgreSQL cannot hold.
    static func usable(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "") : text
    }

    /// Nil where there is too much to say.
    private static func text(_ changes: StoreChanges) -> String? {
        let count = changes.inserted.count + changes.updated.count + changes.deleted.count
        guard count <= greatestObjectCount else { return nil }
        if count == 1, let change = changes.updated.first {
            return ChangesText.text(ofUpdated: change.objectID.entityName, change.objectID.number)
        }
        func numbers(_ objectIDs: some Sequence<ObjectID>) -> [String: [Int64]] {
            objectIDs.reduce(into: [:]) { $0[$1.entityName, default: []].append($1.number) }
        }
        var text = ChangesText()
        text.inserted = numbers(changes.inserted.lazy.map(\.objectID))
        text.updated = numbers(changes.updated.lazy.map(\.objectID))
        text.deleted = numbers(changes.deleted.lazy.map(\.objectID))
        return text.text
    }

    /// Whether the save took place whose connection was lost while the server committed it.
    ///
    /// A row with the save's token that says nothing waits for the save to end, and keeps it from taking place afterwards.
    ///
    /// - Throws: ``PostgreSQLStoreError`` where nobody answers.
    func tookPlace() throws -> Bool {
        do {
            _ = try core.pool.runRepeatably(
                Self.insertion("is_void", "TRUE", into: core.tables, modelNumber: core.modelNumber),
                [Parameter(token), Parameter(core.writer)])
            return false
        } catch let error as PostgreSQLStoreError where error.isUniqueViolation || error.isCheckViolation {
            // A migration waits for the saves before it, and none of an earlier model takes place after it.
            let found = try core.pool.runRepeatably(
                "SELECT is_void FROM \(core.tables.transaction) WHERE token = $1", [Parameter(token)])
            return found.rowCount == 1 && found.integer(0, 0) == 0
        }
    }
}

extension UUID {
    /// An identifier by chance, as `UUID()` is one, without opening a file of the system for it.
    fileprivate static func random() -> UUID {
        var generator = SystemRandomNumberGenerator()
        var bits = (first: generator.next(), second: generator.next())
        return withUnsafeMutableBytes(of: &bits) { bytes in
            // Version 4 of RFC 9562, and its variant.
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
