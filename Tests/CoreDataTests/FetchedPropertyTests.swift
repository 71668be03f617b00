import CoreData
import CoreDataHandwritten
import Foundation
import TestSupport
import Testing

/// Fetched properties, and the requests that they have.
@MainActor
@Suite struct FetchedPropertyTests {
    private func property(
        _ name: String, _ set: (NSFetchRequest<any NSFetchRequestResult>) -> Void
    ) -> NSFetchedPropertyDescription {
        let (property, request) = (NSFetchedPropertyDescription(), NSFetchRequest<any NSFetchRequestResult>())
        property.name = name
        set(request)
        property.fetchRequest = request
        return property
    }

    private func plates(_ object: NSManagedObject, _ key: String) -> [String?] {
        (object.value(forKey: key) as? [GarageCar])?.map(\.numberPlate) ?? []
    }

    private func properties(isInMemory: Bool) -> [NSFetchedPropertyDescription] {
        let latest = property("latest") { request in
            request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: false)]
            request.fetchLimit = 2
        }
        let rest = property("rest") { request in
            request.sortDescriptors = [NSSortDescriptor(key: "numberPlate", ascending: true)]
            request.fetchOffset = 1
            request.predicate = NSPredicate(format: "maker == $FETCH_SOURCE.maker")
        }
        let saved = property("saved") { $0.includesPendingChanges = false }
        let compared = property("compared") { request in
            request.sortDescriptors = [
                NSSortDescriptor(key: "numberPlate", ascending: true) { left, right in
                    let texts = [left, right].map { $0 as? String ?? "" }
                    return (texts[0].last.map(String.init) ?? "").compare(texts[1].last.map(String.init) ?? "")
                }
            ]
        }
        return [latest, rest, saved] + (isInMemory ? [compared] : [])
    }

    @Test("The request of a fetched property decides the order and the range of its objects (DRV-7)")
    func orderAndRange() throws {
        let folder = try TemporaryFolder()
        for url in [nil, folder.url.appending(path: "Garage.sqlite")] {
            // SQLite can't call comparators with Apple's framework.
            let properties = properties(isInMemory: url == nil)
            let model = Garage.model(properties)
            for property in properties { property.fetchRequest?.entity = model.entitiesByName["Car"] }
            let context = try Garage.context(model, at: url)
            let cars = ["2a", "9c", "5b"].map { context.makeCar($0) }
            for car in cars { car.maker = "Volvo" }
            try context.save()
            _ = context.makeCar("7")
            #expect(plates(cars[0], "latest") == ["9c", "7"])
            #expect(plates(cars[0], "rest") == ["5b", "9c"])
            #expect(plates(cars[0], "saved").count == 3)
            if url == nil { #expect(plates(cars[0], "compared") == ["7", "2a", "5b", "9c"]) }
            context.rollback()
            context.refreshAllObjects()
            #expect(plates(cars[0], "latest") == ["9c", "5b"])
        }
    }

    @Test("A fetched property of a model file has a request, whose order can be set before the model is used")
    func readRequests() throws {
        let original = makeContainer("Handwritten").managedObjectModel
        let model = try #require(original.copy() as? NSManagedObjectModel)
        let property = model.entitiesByName["Journal"]?.propertiesByName["allEntries"] as? NSFetchedPropertyDescription
        let request = try #require(property?.fetchRequest)
        #expect(request.entityName == "JournalEntry")
        #expect(model.entityVersionHashesByName == original.entityVersionHashesByName)
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
        let own = original.entitiesByName["Journal"]?.propertiesByName["allEntries"] as? NSFetchedPropertyDescription
        #expect(own?.fetchRequest != nil && own?.fetchRequest?.sortDescriptors == nil)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        func insert(_ name: String) -> NSManagedObject {
            NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        }
        let journal = try #require(insert("Journal") as? Journal)
        for rank in [20, 5, 30] { insert("JournalEntry").setValue(rank, forKey: "rank") }
        try context.save()
        #expect(journal.allEntries?.compactMap { ($0 as? JournalEntry)?.rank } == [30, 20, 5])
    }
}
