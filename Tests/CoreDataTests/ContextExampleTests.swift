import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// The examples in the doc comments of contexts, objects, and conflicts.
@MainActor
@Suite struct ContextExampleTests {
    private let container = makeContainer()
    private let hero: Superhero
    private var context: NSManagedObjectContext { container.viewContext }

    /// A hero, saved.
    init() throws {
        hero = Superhero(context: container.viewContext)
        hero.name = "Batgirl"
        try container.viewContext.save()
    }

    /// Renames the hero in another context.
    private func rename(_ name: String) throws {
        let (other, objectID) = (container.newBackgroundContext(), hero.objectID)
        try other.performAndWait {
            let same = try #require(try other.existingObject(with: objectID) as? Superhero)
            same.name = name
            try other.save()
        }
    }

    @Test("The example of a context's queue counts objects on a queue of its own")
    func queues() throws {
        // Example: NSManagedObjectContextConcurrencyType
        let importer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        importer.persistentStoreCoordinator = container.persistentStoreCoordinator
        let count = try importer.performAndWait {  // On its queue, like all use of its objects
            try importer.count(for: NSFetchRequest<Superhero>(entityName: "Superhero"))
        }
        // End
        #expect(count == 1)
    }

    @Test("The examples of IDs and objects of a type find and create a hero")
    func objects() throws {
        // Example: NSManagedObjectID
        let heroID = hero.objectID  // Unlike the hero, it can go to any queue.
        let background = container.newBackgroundContext()
        let name = try background.performAndWait {
            (try background.existingObject(with: heroID) as? Superhero)?.name
        }
        // End
        #expect(name == "Batgirl")
        // Example: InsertableObject
        func makeObjects<Object: NSManagedObject>(_ count: Int, of type: Object.Type) -> [Object] {
            (0..<count).map { _ in Object(context: context) }
        }
        // End
        #expect(makeObjects(2, of: Superhero.self).count == 2)
        let team = Team(context: context)
        // Example: NSKeyValueSetMutationKind
        let added: Set<AnyHashable> = [team]
        hero.willChangeValue(forKey: "teams", withSetMutation: .union, using: added)
        (hero.primitiveValue(forKey: "teams") as? NSMutableSet)?.union(added)
        hero.didChangeValue(forKey: "teams", withSetMutation: .union, using: added)
        // End
        #expect(hero.teams?.count == 1)
    }

    @Test("The example of an undo manager undoes two changes as one")
    func undoing() throws {
        // Example: UndoManager
        let manager = UndoManager()
        manager.levelsOfUndo = 20
        context.undoManager = manager
        manager.beginUndoGrouping()
        hero.name = "Oracle"
        hero.universe = 2
        manager.endUndoGrouping()
        if manager.canUndo { manager.undo() }  // Both changes
        // End
        #expect(hero.name == "Batgirl" && hero.universe != 2)
    }

    // MARK: - Conflicts

    // Example: NSMergeConflict
    final class NamePolicy: NSMergePolicy, @unchecked Sendable {
        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            for conflict in list where conflict.cachedSnapshot?["name"] as? String == "Oracle" {
                conflict.sourceObject.setValue("Oracle", forKey: "name")  // What others have saved
            }
            try super.resolve(optimisticLockingConflicts: list)
        }
    }
    // End

    @Test("The examples of merge policies keep a name that others have saved, and merge other changes")
    func policies() throws {
        context.mergePolicy = NamePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        hero.name = "Batwoman"
        hero.universe = 2
        try rename("Oracle")
        try context.save()
        #expect(hero.name == "Oracle" && hero.universe == 2)
        hero.name = "Batwoman"
        try rename("Spoiler")
        try context.save()
        #expect(hero.name == "Batwoman")
        // Example: NSMergePolicyType
        context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        // End
        hero.name = "Oracle"
        hero.universe = 3
        try rename("Spoiler")
        try context.save()
        #expect(hero.name == "Spoiler" && hero.universe == 3)
    }

    // Example: NSConstraintConflict
    final class TakenValues: NSMergePolicy, @unchecked Sendable {
        private(set) var values: [[String: Any]] = []  // To be shown to the user

        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            values += list.map(\.constraintValues)
            try super.resolve(constraintConflicts: list)
        }
    }
    // End

    @Test("The example of a constraint conflict collects the values that others have taken")
    func constraints() throws {
        let context = try Garage.context(Garage.model(constraints: [["numberPlate"]]))
        let policy = TakenValues(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        context.mergePolicy = policy
        _ = context.makeCar("1")
        try context.save()
        #expect(policy.values.isEmpty)
        for plate in ["1", "2"] { context.makeCar(plate).maker = "Saab" }
        try context.save()
        #expect(policy.values.map { $0["numberPlate"] as? String } == ["1"])
        let cars = try context.fetch(NSFetchRequest<GarageCar>(entityName: "Car"))
        #expect(cars.compactMap(\.numberPlate).sorted() == ["1", "2"] && cars.allSatisfy { $0.maker == "Saab" })
    }
}
