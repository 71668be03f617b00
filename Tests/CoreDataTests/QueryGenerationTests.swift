import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct QueryGenerationTests {
    private func heroes(in context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>).compactMap(\.name).sorted()
    }

    private func save(_ name: String, through container: NSPersistentContainer) throws {
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Superhero(context: context).name = name
            try context.save()
        }
    }

    private func container(_ type: String, _ folder: TemporaryFolder) -> NSPersistentContainer {
        let container = newContainer()
        container.persistentStoreDescriptions[0].type = type
        container.persistentStoreDescriptions[0].url = folder.url.appending(path: "Heroes.store")
        container.loadPersistentStores { #expect($1 == nil) }
        return container
    }

    @Test(
        "A pinned context reads one generation until it is refreshed or reset",
        arguments: [NSInMemoryStoreType, NSJSONStoreType, NSSQLiteStoreType])
    func pinnedContexts(_ type: String) throws {
        let folder = try TemporaryFolder()
        let container = container(type, folder)
        let context = container.viewContext
        try save("Aquaman", through: container)
        try context.setQueryGenerationFrom(.current)
        #expect(context.queryGenerationToken == nil)
        try save("Batman", through: container)
        #expect(try heroes(in: context) == ["Aquaman", "Batman"])
        try save("Hulk", through: container)
        #expect(try heroes(in: context) == ["Aquaman", "Batman"])
        let token = try #require(context.queryGenerationToken)
        #expect(token == context.queryGenerationToken && token != .current)
        // Another context can be set to the same state, and either goes on to the latest one.
        let other = container.newBackgroundContext()
        try other.performAndWait {
            try other.setQueryGenerationFrom(token)
            #expect(try heroes(in: other) == ["Aquaman", "Batman"])
            try other.setQueryGenerationFrom(nil)
            #expect(try heroes(in: other) == ["Aquaman", "Batman", "Hulk"])
        }
        #expect(try heroes(in: context) == ["Aquaman", "Batman"])
        context.refreshAllObjects()
        #expect(try heroes(in: context) == ["Aquaman", "Batman", "Hulk"])
        try save("Thor", through: container)
        #expect(try heroes(in: context) == ["Aquaman", "Batman", "Hulk"])
        context.reset()
        #expect(try heroes(in: context) == ["Aquaman", "Batman", "Hulk", "Thor"])
    }

    @Test("Saving a pinned context moves it to the latest generation")
    func aSaveTakesAContextOnToTheLatestState() throws {
        let container = makeContainer()
        let context = container.viewContext
        try context.setQueryGenerationFrom(.current)
        #expect(try heroes(in: context).isEmpty)
        try save("Aquaman", through: container)
        Superhero(context: context).name = "Batman"
        try context.save()
        #expect(try heroes(in: context) == ["Aquaman", "Batman"])
        try save("Hulk", through: container)
        #expect(try heroes(in: context) == ["Aquaman", "Batman"])
    }

    @Test("Conflicts of a pinned context are resolved with the saved values")
    func conflicts() throws {
        let container = makeContainer()
        let context = container.viewContext
        try save("Aquaman", through: container)
        try context.setQueryGenerationFrom(.current)
        let hero = try #require(try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>).first)
        #expect(hero.name == "Aquaman")
        let other = container.newBackgroundContext()
        try other.performAndWait {
            (try other.existingObject(with: hero.objectID) as? Superhero)?.abilities = "Swimming"
            try other.save()
        }
        hero.name = "Arthur Curry"
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSManagedObjectMergeError)
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(hero.name == "Arthur Curry" && hero.abilities == "Swimming")
    }

    @Test("Setting the query generation of a child context fails")
    func aChildHasNoGenerationOfItsOwn() throws {
        let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        child.parent = makeContainer().viewContext
        let error = try #require(throws: NSError.self) { try child.setQueryGenerationFrom(.current) }
        #expect(error.code == NSCoreDataError)
    }
}
