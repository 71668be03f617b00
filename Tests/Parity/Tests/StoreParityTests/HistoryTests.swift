import CoreData
import Foundation
import Testing

/// The history of a store that this project and Core Data write by turns. `make parity` runs the first suite after this
/// project has saved twice, and the second one after it has saved again.
private struct History {
    let stack: Stack

    init() throws {
        let options = [NSPersistentHistoryTrackingKey: NSNumber(value: true)]
        stack = try Stack("Heroes", model: "Superheroes", options: options)
    }

    /// The transactions, each with its author and its changes.
    func transactions() throws -> [String] {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try stack.context.execute(request) as? NSPersistentHistoryResult
        let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
        return transactions.map { transaction in
            let changes = (transaction.changes ?? []).map { change in
                switch change.changeType {
                case .insert: "insert"
                case .update: "update"
                case .delete: "delete"
                @unknown default: "other"
                }
            }
            return "\(transaction.author ?? "nobody"): \(changes.joined(separator: ", "))"
        }
    }
}

@Suite(.serialized) struct FirstHistoryTests {
    @Test("Core Data reads the transactions that this project has recorded, and records its own")
    func transactions() throws {
        let history = try History()
        let context = history.stack.context
        try context.performAndWait {
            #expect(try history.transactions() == ["Robin: insert, insert", "Robin: insert, insert"])
            let heroes = try history.stack.objects("Superhero", by: "name")
            #expect(heroes.map { $0.value(forKey: "name") as? String } == ["Robin 0", "Robin 0", "Robin 1", "Robin 1"])
            context.transactionAuthor = "Apple"
            heroes[0].setValue("Batman", forKey: "name")
            try context.save()
            context.delete(heroes[3])
            try context.save()
            #expect(try history.transactions().suffix(2) == ["Apple: update", "Apple: delete"])
        }
        try history.stack.close()
    }
}

@Suite(.serialized) struct SecondHistoryTests {
    @Test("The transactions of both follow one another")
    func transactions() throws {
        let history = try History()
        try history.stack.context.performAndWait {
            let transactions = try history.transactions()
            #expect(
                transactions == [
                    "Robin: insert, insert", "Robin: insert, insert", "Apple: update", "Apple: delete",
                    "Kate: insert, insert",
                ])
        }
        try history.stack.close()
    }
}
