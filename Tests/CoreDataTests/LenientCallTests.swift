import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// A class that no model has.
private final class Unknown: NSManagedObject {}

/// Questions that Core Data answers, where a program could be expected to be at fault.
@MainActor
@Suite struct LenientCallTests {
    @Test("An entity has its fingerprint without a model, and a model can be changed after it")
    func versionHash() throws {
        let model = Garage.model()
        let car = try #require(model.entitiesByName["Car"])
        let copy = try #require(car.copy() as? NSEntityDescription)
        #expect(copy.managedObjectModel == nil && copy.versionHash.count == 32)
        #expect(copy.versionHash == car.versionHash)
        copy.name = "Truck"
        #expect(copy.versionHash != car.versionHash)
        #expect(car.versionHash == model.entityVersionHashesByName["Car"])
    }

    @Test("A class without a model has an entity without a name")
    func unknownEntity() {
        #expect(Unknown.entity().name == nil)
    }

    @Test("A request of a class has the name of the entity")
    func entityNameOfClass() throws {
        let container = makeContainer()
        let request: NSFetchRequest<any NSFetchRequestResult> = Superhero.fetchRequest()
        #expect(request.entityName == "Superhero")
        let copy = try #require(request.copy() as? NSFetchRequest<any NSFetchRequestResult>)
        #expect(try copy.entityName == "Superhero" && container.viewContext.count(for: copy) == 0)
    }

    @Test("A results controller accepts an empty order")
    func emptyOrder() throws {
        let context = try Garage.context()
        for plate in ["b", "a", "c"] { _ = context.makeCar(plate) }
        try context.save()
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.sortDescriptors = []
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        try controller.performFetch()
        #expect(controller.fetchedObjects?.count == 3 && controller.sections?.count == 1)
        let first = try #require(controller.fetchedObjects?.first)
        #expect(controller.indexPath(forObject: first) == IndexPath(indexes: [0, 0]))
    }

    @Test("No models merge to a model without entities")
    func noModels() throws {
        let model = try #require(NSManagedObjectModel(byMerging: []))
        #expect(model.entities.isEmpty && NSManagedObjectModel(byMerging: nil) == nil)
    }
}
