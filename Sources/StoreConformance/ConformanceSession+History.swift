import Foundation
import ObjectGraph

extension ConformanceSession {
    func historyStays() throws {
        var expected: [PersistentHistoryTransaction] = []
        var deleted: PersistentHistoryToken?
        try twice(
            { container in
                guard try keepsHistory(container) else { return }
                let coordinator = container.persistentStoreCoordinator
                try coordinator.setTracksHistory(true)
                let context = container.newContext()
                context.transactionAuthor = "an \"author\""
                context.name = "a context"
                let thing = context.insertNewObject(forEntityName: "Thing")
                try context.save()
                deleted = coordinator.currentPersistentHistoryToken(fromStores: [try store(of: container)])
                thing.setValue("kept", forKey: "stringValue")
                thing.setValue(Int64(7), forKey: "integer64Value")
                try context.save()
                context.delete(thing)
                try context.save()
                if let deleted { try coordinator.deleteHistory(before: deleted) }
                expected = try coordinator.history(after: PersistentHistoryToken?.none)
                try expect(
                    expected.map { $0.changes.map(\.changeType) } == [[.update], [.delete]],
                    "a transaction is missing, or was not deleted")
                try expect(
                    expected.first?.changes.first?.updatedProperties == ["integer64Value", "stringValue"],
                    "the changed properties are others")
                try expect(
                    expected.last?.changes.first?.tombstone == ["stringValue": .string("kept")],
                    "what a deleted object was to leave behind is not there")
            },
            { container in
                guard try keepsHistory(container), let deleted else { return }
                let coordinator = container.persistentStoreCoordinator
                try expect(coordinator.tracksHistory, "saves are not kept any more")
                let found = try coordinator.history(after: deleted)
                try expect(found == expected, "the history is another one")
                let context = container.newContext()
                context.insertNewObject(forEntityName: "Box")
                try context.save()
                let token = coordinator.currentPersistentHistoryToken(fromStores: [try store(of: container)])
                try expect(
                    token?.transactionNumber == deleted.transactionNumber + 3,
                    "the numbers of transactions do not go on")
                try expect(
                    try coordinator.history(after: expected.last?.token).count == 1, "a later save is not kept")
            })
    }

    /// Whether a history is there to be found in another session, or there is one session only.
    private func keepsHistory(_ container: PersistentContainer) throws -> Bool {
        try !reopens || store(of: container).history != nil
    }
}
