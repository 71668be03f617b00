import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// The history that processes share.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct HistoryTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(
                    name: "Note",
                    attributes: [
                        Attribute(
                            name: "text", type: .string, isOptional: true, preservesValueInHistoryOnDeletion: true),
                        Attribute(name: "date", type: .date, isOptional: true, preservesValueInHistoryOnDeletion: true),
                    ])
            ]))

    private let server: TestServer
    private let options: PostgreSQLStoreOptions

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0)
    }

    private func store() throws -> PostgreSQLStore {
        try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
    }

    private func container() throws -> PersistentContainer {
        try PersistentContainer(
            model: Self.model, store: .postgreSQL(connectionString: server.connection, options: options))
    }

    @Test("Processes share a history that lasts as long as the store")
    func sharedHistory() throws {
        let first = try container()
        let second = try container()
        try #require(try store().history).setTracking(true)
        let date = Date(timeIntervalSinceReferenceDate: 0.1)
        let context = first.newContext()
        context.transactionAuthor = "first"
        let note = context.insertNewObject(forEntityName: "Note")
        note.setValue("a", forKey: "text")
        note.setValue(date, forKey: "date")
        try context.save()
        let other = second.newContext()
        other.name = "other"
        let seen = try #require(try other.fetch(FetchRequest<ManagedObject>(entityName: "Note")).first)
        other.delete(seen)
        try other.save()

        let history = try #require(try store().history)
        #expect(history.isTracking)
        #expect(history.lastTransactionNumber == 2)
        let transactions = try history.transactions(after: 0)
        #expect(transactions.map(\.token.transactionNumber) == [1, 2])
        #expect(transactions.map(\.author) == ["first", nil])
        #expect(transactions.map(\.contextName) == [nil, "other"])
        #expect(transactions.map { $0.changes.map(\.changeType) } == [[.insert], [.delete]])
        #expect(transactions[1].changes.first?.tombstone == ["text": .string("a"), "date": .date(date)])
        #expect(Set(transactions.flatMap { $0.changes.map(\.changedObjectID) }) == [note.objectID])

        try history.removeTransactions(upTo: 1)
        #expect(history.lastRemovedTransactionNumber == 1)
        #expect(try history.transactions(after: 1).count == 1)
        try history.setTracking(false)
        #expect(try history.transactions(after: 0).isEmpty)
        #expect(history.lastRemovedTransactionNumber == 2)
    }

    @Test("The history keeps a byte order mark at the start of a deleted object's string")
    func byteOrderMarkInATombstone() throws {
        try #require(try store().history).setTracking(true)
        let context = try container().newContext()
        let note = context.insertNewObject(forEntityName: "Note")
        note.setValue("\u{FEFF}bom", forKey: "text")
        try context.save()
        context.delete(note)
        try context.save()
        let deletion = try #require(try store().history?.transactions(after: 1).first?.changes.first)
        guard case .string(let text)? = deletion.tombstone["text"] else {
            Issue.record("the history has no text of the deleted object")
            return
        }
        #expect(Array(text.unicodeScalars) == Array("\u{FEFF}bom".unicodeScalars))
    }

    @Test("Transaction numbers are consecutive when several processes save at the same time")
    func transactionNumbers() async throws {
        try #require(try store().history).setTracking(true)
        let containers = try (0..<3).map { _ in try container() }
        try await withThrowingTaskGroup { group in
            for container in containers {
                group.addTask {
                    for number in 0..<10 {
                        let context = container.newContext()
                        context.insertNewObject(forEntityName: "Note").setValue("\(number)", forKey: "text")
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let history = try #require(try store().history)
        let transactions = try history.transactions(after: 0)
        #expect(transactions.map(\.token.transactionNumber) == Array(1...30))
        let count = try containers[0].newContext().count(for: FetchRequest<ManagedObject>(entityName: "Note"))
        #expect(Set(transactions.flatMap { $0.changes.map(\.changedObjectID) }).count == count)
    }

    @Test("A failed save leaves no transaction in the history")
    func aSaveThatFailsLeavesNoTransaction() throws {
        let history = try #require(try store().history)
        try history.setTracking(true)
        let first = try container().newContext()
        let note = first.insertNewObject(forEntityName: "Note")
        try first.save()
        let second = try container().newContext()
        try second.existingObject(with: note.objectID).setValue("b", forKey: "text")
        try second.save()
        note.setValue("c", forKey: "text")
        #expect(throws: MergeConflictError.self) { try first.save() }
        #expect(try history.transactions(after: 0).count == 2)
        #expect(try server.run("SELECT MAX(number) FROM \(try #require(options.schemaName)).modelgen_history") == "2")
    }
}
