import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

#if compiler(>=6.2)
    /// Errors of a program end it with a message that says what is wrong, and what is none does not.
    struct MisuseTests {
        @Test("Inserting an object in a context of another model ends the program")
        func contextOfAnotherModel() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = makeContainer()
                let copy = try #require(container.managedObjectModel.copy() as? NSManagedObjectModel)
                let entity = try #require(copy.entitiesByName["Superhero"])
                entity.versionHashModifier = "another version"
                _ = NSManagedObject(entity: entity, insertInto: container.viewContext)
            }
            #expect(
                result?.fatalMessage == """
                    <NSManagedObject: …> (entity: Superhero; id: … <x-coredata:///Superhero/t1>) belongs to a \
                    model other than 'Superheroes'
                    """)
        }

        @Test("A fetched property with a block predicate ends the program")
        func theFetchOfAFetchedPropertyIsNoBlock() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (model, entity, others) = (
                    NSManagedObjectModel(), NSEntityDescription(), NSFetchedPropertyDescription()
                )
                entity.name = "Author"
                others.name = "others"
                let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Author")
                request.predicate = NSPredicate { _, _ in false }
                others.fetchRequest = request
                entity.properties = [others]
                model.entities = [entity]
                _ = NSPersistentStoreCoordinator(managedObjectModel: model)
            }
            #expect(
                result?.fatalMessage
                    == "the fetch request of the fetched property 'others' has a block predicate; use a format")
        }

        @Test("A controller that can't follow a change writes an error, and keeps its result until the next fetch")
        func stoppedController() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                try await MainActor.run {
                    let context = makeContainer().viewContext
                    func insert(_ name: String, _ universe: Int32) {
                        let hero = Superhero(context: context)
                        (hero.name, hero.universe) = (name, universe)
                    }
                    insert("A", 0)
                    insert("B", 1)
                    let request = NSFetchRequest<Superhero>(entityName: "Superhero")
                    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                    let controller = NSFetchedResultsController(
                        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe",
                        cacheName: nil)
                    let followers = Followers()
                    controller.delegate = followers
                    try controller.performFetch()
                    insert("C", 0)
                    context.processPendingChanges()
                    #expect(controller.fetchedObjects?.count == 2 && followers.told.isEmpty)
                }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("CoreData: error: a fetched results controller no longer follows changes"))
        }

        @Test("A class still has an entity when one of its models was released")
        func aClassHasAnEntityAfterAModelOfItIsGone() async throws {
            await #expect(processExitsWith: .success) {
                let container = makeContainer()
                do {
                    let copy = try #require(container.managedObjectModel.copy() as? NSManagedObjectModel)
                    _ = NSPersistentStoreCoordinator(managedObjectModel: copy)
                    #expect(Superhero.entity() === copy.entitiesByName["Superhero"])
                }
                #expect(Superhero.entity() === container.managedObjectModel.entitiesByName["Superhero"])
            }
        }
    }
#endif
