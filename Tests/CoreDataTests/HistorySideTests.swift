import CoreData
import Foundation
import TestSupport
import Testing

/// The history of relationships, as Core Data's stores have it.
@MainActor
@Suite struct HistorySideTests {
    /// A change as text: the type, the entity, and the changed properties.
    private func text(of change: NSPersistentHistoryChange) -> String {
        let type = ["insert", "update", "delete"][change.changeType.rawValue]
        let names = (change.updatedProperties ?? []).map(\.name).sorted().joined(separator: ", ")
        return "\(type) \(change.changedObjectID.entity.name ?? "")" + (names.isEmpty ? "" : ": \(names)")
    }

    @Test("Inserting, moving, and deleting a member updates the to-many relationships of its owners")
    func otherSides() throws {
        let folder = try TemporaryFolder()
        let context = try Garage.context(
            at: folder.url.appending(path: "Garage.sqlite"),
            options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
        let (first, second) = (context.makePerson(), context.makePerson())
        try context.save()
        let car = context.makeCar("1", of: first)
        try context.save()
        car.owner = second
        first.firstName = "Ann"
        try context.save()
        car.maker = "Fiat"
        try context.save()
        context.delete(car)
        try context.save()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
        let changes = transactions.map { ($0.changes ?? []).map(text) }
        #expect(changes.count == 5 && changes[0] == ["insert Person", "insert Person"])
        #expect(changes[1] == ["insert Car", "update Person: cars"])
        #expect(
            changes[2].sorted() == ["update Car: owner", "update Person: cars", "update Person: cars, firstName"])
        #expect(changes[3] == ["update Car: maker"])
        #expect(changes[4] == ["update Person: cars", "delete Car"])
    }
}
