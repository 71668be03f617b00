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
                context.insertNewObject(forEntityName: "Box")
                let objectID = thing.objectID
                context.delete(thing)
                try context.save()
                if let deleted { try coordinator.deleteHistory(before: deleted) }
                expected = try coordinator.history(after: PersistentHistoryToken?.none)
                try expect(
                    expected.map { $0.changes.map(\.changeType) } == [[.update], [.insert, .delete]],
                    "a transaction is missing, or was not deleted")
                let own = expected.reversed().compactMap { $0.restricted(to: objectID) }
                try expect(
                    try own.count == 2 && coordinator.history(of: objectID, limit: 9) == own,
                    "what has changed one object is something else than the whole history has of it")
                try expect(
                    try coordinator.history(of: objectID, limit: 1) == Array(own.prefix(1))
                        && coordinator.history(of: objectID, before: own.first?.token, limit: 9)
                            == Array(own.dropFirst()),
                    "the history of an object does not come in the parts that are asked for")
                try expect(
                    expected.first?.changes.first?.updatedProperties == ["integer64Value", "stringValue"],
                    "the changed properties are others")
                try expect(
                    expected.last?.changes.last?.tombstone == ["stringValue": .string("kept")],
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
