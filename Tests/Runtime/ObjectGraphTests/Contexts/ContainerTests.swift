import Foundation
import ObjectGraph
import SampleModels
import Testing

/// Rules STO-1 to STO-10: a container and its contexts.
struct ContainerTests {
    struct InjectedError: Error {}

    @Test("STO-1 a container has the name of its model")
    func names() throws {
        #expect(try makeContainer().name == "Superheroes")
        let container = try PersistentContainer(name: "Mine", model: .superheroes, store: .tested)
        #expect(container.name == "Mine")
    }

    @Test("STO-5 there is one view context") @MainActor
    func viewContext() throws {
        let container = try makeContainer()
        #expect(container.viewContext === container.viewContext)
        #expect(container.viewContext.managedObjectModel.name == "Superheroes")
    }

    @Test("STO-6 each new context is a separate one")
    func newContexts() throws {
        let container = try makeContainer()
        let (first, second) = (container.newContext(), container.newContext())
        #expect(first !== second)
    }

    @Test("STO-7 a background task has a context of its own") @MainActor
    func backgroundTasks() async throws {
        let container = try makeContainer()
        let objectID = try await container.performBackgroundTask { context in
            let hero = Superhero(context: context)
            hero.name = "from afar"
            try context.save()
            return hero.objectID
        }
        let hero = try container.viewContext.existingObject(with: objectID) as? Superhero
        #expect(hero?.name == "from afar")
        #expect(hero?.managedObjectContext === container.viewContext)
    }

    @Test("STO-7 a background task saves only if its code does") @MainActor
    func backgroundTasksThatDoNotSave() async throws {
        let container = try makeContainer()
        try await container.performBackgroundTask { _ = Superhero(context: $0) }
        #expect(try container.viewContext.all(Superhero.self).isEmpty)
        await #expect(throws: InjectedError.self) {
            try await container.performBackgroundTask { context in
                _ = Superhero(context: context)
                throw InjectedError()
            }
        }
        #expect(try container.viewContext.all(Superhero.self).isEmpty)
    }

    @Test("CON-8 and CON-9 background tasks can run in parallel")
    func manyBackgroundTasks() async throws {
        let container = try makeContainer()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await container.performBackgroundTask { context in
                        Superhero(context: context).name = "\(number)"
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let heroes = try container.newContext().all(Superhero.self)
        #expect(Set(heroes.compactMap(\.name)).count == 20)
        #expect(Set(heroes.map(\.objectID.number)) == Set(1...20))
    }

    @Test("STO-10 two stores in memory have nothing in common")
    func separateStores() throws {
        let context = try makeContext()
        _ = Superhero(context: context)
        try context.save()
        #expect(try makeContext().all(Superhero.self).isEmpty)
    }

    @Test("STO-8 a program has its own folder for stores")
    func defaultDirectory() {
        let url = PersistentContainer.defaultDirectoryURL()
        #expect(url.isFileURL)
        #expect(url.lastPathComponent == ProcessInfo.processInfo.processName)
    }
}
