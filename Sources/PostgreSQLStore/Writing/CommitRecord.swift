import Foundation
import ObjectGraph

/// The row that each save leaves behind in the table of transactions: it says whether the save took place, and what others have to
/// look at again.
struct CommitRecord {
    let core: StoreCore
    let token = UUID()

    /// How many objects a row names at most. Where more have changed, others look at all they have.
    private static let greatestObjectCount = 5_000

    /// The statement that says that a save has taken place, in the save's own transaction.
    func statement(_ changes: StoreChanges) -> Statement {
        Statement(
            text: insertion("author, context_name, changes", "$3, $4, $5"),
            parameters: [
                Parameter(token), Parameter(core.writer), Parameter(changes.author.map(Self.usable)),
                Parameter(changes.contextName.map(Self.usable)), Parameter(Self.text(changes)),
            ])
    }

    /// What inserts a row with some columns besides those that every row has; the token and the writer are bound first.
    private func insertion(_ columns: String, _ values: String) -> String {
        let number = "nextval(\(SQLName.literal(core.tables.transactionNumber)))"
        let model: (column: String, value: String) = core.modelNumber.map { (", model_number", ", \($0)") } ?? ("", "")
        return "INSERT INTO \(core.tables.transaction) (number, token, writer, \(columns)\(model.column)) "
            + "VALUES (\(number), $1, $2, \(values)\(model.value))"
    }

    /// A text without the character that PostgreSQL cannot hold.
    static func usable(_ text: String) -> String { text.replacing("\0", with: "") }

    /// Nil where there is too much to say.
    private static func text(_ changes: StoreChanges) -> String? {
        let count = changes.inserted.count + changes.updated.count + changes.deleted.count
        guard count <= greatestObjectCount else { return nil }
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
                insertion("is_void", "TRUE"), [Parameter(token), Parameter(core.writer)])
            return false
        } catch let error as PostgreSQLStoreError where error.isUniqueViolation || error.isCheckViolation {
            // A migration waits for the saves before it, and none of an earlier model takes place after it.
            let found = try core.pool.runRepeatably(
                "SELECT is_void FROM \(core.tables.transaction) WHERE token = $1", [Parameter(token)])
            return found.rowCount == 1 && found.integer(0, 0) == 0
        }
    }
}
