import Foundation
import ObjectGraph

/// The row that each save leaves in the table of transactions. It proves the save, and lists what others must refresh.
struct CommitRecord {
    let core: StoreCore
    let token = UUID.random()
    private let start = ContinuousClock.now

    /// Whether another process may have removed the row, because it is old.
    var mayBeRemoved: Bool { ContinuousClock.now - start > .seconds(ChangeWatch.keptMinutes * 30) }

    /// The maximum number of objects in a row. If more have changed, others refresh all their objects.
    private static let maximumObjectCount = 5_000

    /// Returns the statement that records the save, for the save's own transaction.
    func statement(_ changes: StoreChanges) -> Statement {
        Statement(
            text: core.commitText, parameters: parameters(changes))
    }

    /// The number of the statement's parameters.
    static let parameterCount = 5

    /// Returns the parameters of the statement.
    func parameters(_ changes: StoreChanges) -> [Parameter] {
        [
            Parameter(token), Parameter(core.writer), Parameter(changes.author.map(Self.usable)),
            Parameter(changes.contextName.map(Self.usable)), Parameter(text(changes)),
        ]
    }

    /// Returns the text of the statement that records a save.
    ///
    /// - Parameter source: A table with a row for each row to insert; nil for one row.
    static func text(into tables: StoreTables, modelNumber: Int64?, from source: String? = nil) -> String {
        insertion("author, context_name, changes", "$3, $4, $5", into: tables, modelNumber: modelNumber, from: source)
    }

    /// Returns a statement that inserts a row with additional columns.
    /// The token and the writer are the first parameters.
    private static func insertion(
        _ columns: String, _ values: String, into tables: StoreTables, modelNumber: Int64?, from source: String? = nil
    ) -> String {
        let number = "nextval(\(SQLName.literal(tables.transactionNumber)))"
        let model: (column: String, value: String) = modelNumber.map { (", model_number", ", \($0)") } ?? ("", "")
        let row = "\(number), $1, $2, \(values)\(model.value)"
        return "INSERT INTO \(tables.transaction) (number, token, writer, \(columns)\(model.column)) "
            + (source.map { "SELECT \(row) FROM \($0)" } ?? "VALUES (\(row))")
    }

    /// Returns a string without the character that PostgreSQL cannot store.
    static func usable(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "") : text
    }

    /// Returns nil if there are too many changes.
    private func text(_ changes: StoreChanges) -> String? {
        let count = changes.inserted.count + changes.updated.count + changes.deleted.count
        guard count <= Self.maximumObjectCount else { return nil }
        if count == 1, let objectID = changes.updated.first?.objectID,
            let start = core.layout.entities[objectID.entityName]?.startOfUpdate
        {
            return start + String(objectID.number) + ChangesText.endOfUpdate
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

    /// Returns whether the save took place when the connection was lost during its commit.
    ///
    /// A void row with the save's token waits for the save to end, and prevents it from taking place afterwards.
    ///
    /// - Parameter deadline: The time to stop waiting for a server; nil for the usual time from now.
    /// - Throws: `StoreError` if no server responds.
    func tookPlace(until deadline: ContinuousClock.Instant? = nil) throws -> Bool {
        let deadline = deadline ?? core.pool.deadline
        while true {
            do {
                _ = try core.pool.runRepeatably(
                    Self.insertion("is_void", "TRUE", into: core.tables, modelNumber: core.modelNumber),
                    [Parameter(token), Parameter(core.writer)], until: deadline)
                return false
            } catch let error as StoreError where error.isUniqueViolation || error.isCheckViolation {
                let found = try core.pool.runRepeatably(
                    "SELECT is_void FROM \(core.tables.transaction) WHERE token = $1", [Parameter(token)],
                    until: deadline)
                if found.rowCount == 1 { return found.integer(0, 0) == 0 }
                // A migration waits for earlier saves, and no save with an earlier model takes place after it.
                if error.isCheckViolation { return false }
                // Another row has the number, not the token, so nothing prevents the save from taking place yet.
                guard ContinuousClock.now < deadline else { throw error }
                try core.passUsedNumbers(until: deadline)
            }
        }
    }
}

extension UUID {
    /// Returns a random identifier like `UUID()`, without opening a file of the system.
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
