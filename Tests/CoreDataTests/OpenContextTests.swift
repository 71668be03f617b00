import CoreData
import CoreDataSampleModels
import Testing

/// A context that an app's tests use to see what its code does when something fails.
private final class FailingContext: NSManagedObjectContext, @unchecked Sendable {
    struct InjectedError: Error {}
    var failsToSave = false
    var failsToFetch = false
    var calls: [String] = []

    override var hasChanges: Bool {
        calls.append("hasChanges")
        return super.hasChanges
    }

    override func save() throws {
        calls.append("save")
        if failsToSave { throw InjectedError() }
        try super.save()
    }

    override func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
        calls.append("fetch")
        if failsToFetch { throw InjectedError() }
        return try super.fetch(request)
    }

    override func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
        calls.append("count")
        if failsToFetch { throw InjectedError() }
        return try super.count(for: request)
    }

    override func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        calls.append("execute")
        return try super.execute(request)
    }

    override func insert(_ object: NSManagedObject) {
        calls.append("insert")
        super.insert(object)
    }

    override func delete(_ object: NSManagedObject) {
        calls.append("delete")
        super.delete(object)
    }

    override func object(with objectID: NSManagedObjectID) -> NSManagedObject {
        calls.append("object")
        return super.object(with: objectID)
    }

    override func reset() {
        calls.append("reset")
        super.reset()
    }

    override func rollback() {
        calls.append("rollback")
        super.rollback()
    }

    override func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
        calls.append("refresh")
        super.refresh(object, mergeChanges: flag)
    }

    override func mergeChanges(fromContextDidSave notification: Notification) {
        calls.append("merge")
        super.mergeChanges(fromContextDidSave: notification)
    }
}

@Suite("Contexts of an app's own class")
struct OpenContextTests {
    private func context() -> FailingContext {
        let container = makeContainer()
        let context = FailingContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = container.persistentStoreCoordinator
        return context
    }

    @Test("A subclass overrides saving, and its error reaches the code under test")
    func failingToSave() throws {
        let context = context()
        context.failsToSave = true
        _ = Superhero(context: context)
        #expect(throws: FailingContext.InjectedError.self) {
            if context.hasChanges { try context.save() }
        }
        context.rollback()
        context.reset()
        #expect(context.calls == ["hasChanges", "save", "rollback", "reset"])
    }

    @Test("A subclass that overrides fetching receives the fetches of every type")
    func overridingFetches() throws {
        let context = context()
        let hero = Superhero(context: context)
        hero.name = "Robin"
        try context.save()
        let heroes: [Superhero] = try context.fetch(Superhero.fetchRequest())
        #expect(heroes.map(\.name) == ["Robin"])
        let plain = NSFetchRequest<any NSFetchRequestResult>(entityName: "Superhero")
        #expect((try context.fetch(plain) as? [Superhero])?.count == 1)
        #expect(try context.count(for: NSFetchRequest<Superhero>(entityName: "Superhero")) == 1)
        #expect(context.calls == ["save", "fetch", "fetch", "count"])
        context.failsToFetch = true
        #expect(throws: FailingContext.InjectedError.self) { try context.fetch(Superhero.fetchRequest()) }
        #expect(throws: FailingContext.InjectedError.self) { try context.count(for: Superhero.fetchRequest()) }
    }

    @Test("A subclass overrides what happens to objects")
    func overridingObjects() throws {
        let context = context()
        let hero = Superhero(context: context)
        try context.save()
        context.refresh(hero, mergeChanges: true)
        context.delete(try #require(context.object(with: hero.objectID) as? Superhero))
        context.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave))
        #expect(context.calls == ["save", "refresh", "object", "delete", "merge"])
    }

    @Test("performAndWait is a value of a function's type, and the old confinement has a name")
    func functionValues() throws {
        let context = context()
        let run: (() -> Void) -> Void = context.performAndWait
        var count = 0
        run { count += 1 }
        #expect(count == 1)
        #expect(NSManagedObjectContextConcurrencyType(rawValue: 0) == .confinementConcurrencyType)
    }
}
