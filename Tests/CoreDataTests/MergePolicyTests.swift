import CoreData
import CoreDataSampleModels
import Foundation
import Testing

/// Policies that programs call, and classes of their own, which resolve conflicts in a save.
@MainActor
@Suite struct MergePolicyTests {
    private let container = makeContainer()
    private let hero: Superhero
    private let otherHero: Superhero
    private var context: NSManagedObjectContext { container.viewContext }

    /// Two heroes, saved.
    init() throws {
        let context = container.viewContext
        (hero, otherHero) = (Superhero(context: context), Superhero(context: context))
        (hero.name, otherHero.name) = ("Batgirl", "Robin")
        try context.save()
    }

    /// Renames both here, and both to other names in another context, which saves.
    private func renameBoth() throws {
        (hero.name, otherHero.name) = ("Oracle", "Nightwing")
        hero.universe = 2
        let (other, objectIDs) = (container.newBackgroundContext(), [hero.objectID, otherHero.objectID])
        try other.performAndWait {
            for (objectID, name) in zip(objectIDs, ["Spoiler", "Red Hood"]) {
                let same = try #require(try other.existingObject(with: objectID) as? Superhero)
                same.name = name
            }
            try other.save()
        }
    }

    private var storedNames: [String] {
        get throws {
            let other = container.newBackgroundContext()
            return try other.performAndWait {
                try other.fetch(NSFetchRequest<Superhero>(entityName: "Superhero")).compactMap(\.name).sorted()
            }
        }
    }

    // MARK: - Between saves

    @Test("The example of a policy resolves the conflicts of a save that failed, and the next save succeeds")
    func example() throws {
        try renameBoth()
        // Example: NSMergePolicy.resolve
        do {
            try context.save()
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
            try NSMergePolicy.mergeByPropertyStoreTrump.resolve(mergeConflicts: conflicts)
            try context.save()
        }
        // End
        #expect(hero.name == "Spoiler" && otherHero.name == "Red Hood" && hero.universe == 2)
        #expect(try storedNames == ["Red Hood", "Spoiler"])
    }

    @Test(
        "Between saves, a policy changes the objects of conflicts by its type, and leaves the rest to the next save",
        arguments: [
            (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, "Spoiler", true),
            (.mergeByPropertyObjectTrumpMergePolicyType, "Oracle", true),
            (.overwriteMergePolicyType, "Oracle", true), (.rollbackMergePolicyType, "Spoiler", false),
        ])
    func typesBetweenSaves(_ type: NSMergePolicyType, _ name: String, _ keepsUniverse: Bool) throws {
        try renameBoth()
        let error = try #require(throws: NSError.self) { try context.save() }
        let conflicts = try #require(error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
        let own = conflicts.filter { $0.sourceObject === hero }
        #expect(conflicts.count == 2 && own.count == 1)
        try NSMergePolicy(merge: type).resolve(optimisticLockingConflicts: own)
        #expect(hero.name == name && (hero.universe == 2) == keepsUniverse && hero.hasChanges == keepsUniverse)
        #expect(otherHero.name == "Nightwing")
        let next = try #require(throws: NSError.self) { try context.save() }
        let rest = next.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(rest?.map(\.sourceObject) == [otherHero])
        context.refresh(otherHero, mergeChanges: true)
        try context.save()
        #expect(try storedNames == ["Nightwing", name])
    }

    @Test("The policy that reports errors throws the conflicts that it is given, and nothing without one")
    func errors() throws {
        try renameBoth()
        let error = try #require(throws: NSError.self) { try context.save() }
        let conflicts = try #require(error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
        let thrown = try #require(throws: NSError.self) {
            try NSMergePolicy.error.resolve(optimisticLockingConflicts: conflicts)
        }
        #expect(thrown.domain == NSCocoaErrorDomain && thrown.code == NSManagedObjectMergeError)
        #expect(thrown.userInfo["conflictList"] as? [NSMergeConflict] == conflicts)
        #expect(hero.name == "Oracle")
        try NSMergePolicy.error.resolve(mergeConflicts: [])
    }

    @Test("Between saves, a policy unites objects that must not be equal")
    func equalObjectsBetweenSaves() throws {
        let context = try Garage.context(Garage.model(constraints: [["numberPlate"]]))
        context.makeCar("1").maker = "Volvo"
        try context.save()
        let car = context.makeCar("1")
        car.maker = "Saab"
        let error = try #require(throws: NSError.self) { try context.save() }
        let conflicts = try #require(error.userInfo["conflictList"] as? [NSConstraintConflict])
        let thrown = try #require(throws: NSError.self) {
            try NSMergePolicy.error.resolve(constraintConflicts: conflicts)
        }
        #expect(thrown.code == NSManagedObjectConstraintMergeError)
        #expect(thrown.userInfo["conflictList"] as? [NSConstraintConflict] == conflicts)
        try NSMergePolicy.mergeByPropertyObjectTrump.resolve(constraintConflicts: conflicts)
        #expect(context.insertedObjects.isEmpty)
        try context.save()
        let cars = try context.fetch(NSFetchRequest<GarageCar>(entityName: "Car"))
        #expect(cars.map(\.maker) == ["Saab"])
    }

    // MARK: - In a save

    private struct Refusal: Error {}

    /// A policy that leaves everything to a closure.
    private final class OwnPolicy: NSMergePolicy, @unchecked Sendable {
        var resolveConflicts: (OwnPolicy, [NSMergeConflict]) throws -> Void = { _, _ in }
        var resolveEqualObjects: ([NSConstraintConflict]) throws -> Void = { _ in }

        override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
            try resolveConflicts(self, list)
        }

        override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
            try resolveEqualObjects(list)
        }

        func resolveByType(_ list: [NSMergeConflict]) throws {
            try super.resolve(optimisticLockingConflicts: list)
        }
    }

    @Test("A policy can choose another one for each conflict of a save")
    func policyForEachConflict() throws {
        let policy = OwnPolicy(merge: .errorMergePolicyType)
        let hero = hero
        policy.resolveConflicts = { _, list in
            try NSMergePolicy.mergeByPropertyStoreTrump.resolve(
                optimisticLockingConflicts: list.filter { $0.sourceObject === hero })
            try NSMergePolicy.mergeByPropertyObjectTrump.resolve(
                optimisticLockingConflicts: list.filter { $0.sourceObject !== hero })
        }
        context.mergePolicy = policy
        try renameBoth()
        try context.save()
        #expect(hero.name == "Spoiler" && hero.universe == 2 && otherHero.name == "Nightwing")
        #expect(try storedNames == ["Nightwing", "Spoiler"])
    }

    @Test("After an override calls super, it sees the result, and can change it")
    func changesOfTheResult() throws {
        let policy = OwnPolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        policy.resolveConflicts = { policy, list in
            try policy.resolveByType(list)
            for case let hero as Superhero in list.map(\.sourceObject) { hero.name = "\(hero.name ?? "") II" }
        }
        context.mergePolicy = policy
        try renameBoth()
        try context.save()
        #expect(hero.name == "Spoiler II" && otherHero.name == "Red Hood II" && !context.hasChanges)
        #expect(try storedNames == ["Red Hood II", "Spoiler II"])
    }

    @Test("A policy that reports errors can resolve conflicts by refreshing objects, and throws those that it leaves")
    func refreshedObjects() throws {
        let policy = OwnPolicy(merge: .errorMergePolicyType)
        context.mergePolicy = policy
        try renameBoth()
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSManagedObjectMergeError && hero.name == "Oracle")
        policy.resolveConflicts = { _, list in
            for object in list.map(\.sourceObject) { object.managedObjectContext?.refresh(object, mergeChanges: true) }
        }
        try context.save()
        #expect(hero.name == "Oracle" && hero.universe == 2)
        #expect(try storedNames == ["Nightwing", "Oracle"])
    }

    @Test("A save that fails after a policy has resolved conflicts changes nothing")
    func failureAfterResolution() throws {
        let policy = OwnPolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
        policy.resolveConflicts = { policy, list in
            try policy.resolveByType(list)
            throw Refusal()
        }
        context.mergePolicy = policy
        try renameBoth()
        #expect(throws: Refusal.self) { try context.save() }
        #expect(hero.name == "Oracle" && otherHero.name == "Nightwing" && context.updatedObjects.count == 2)
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try context.save()
        #expect(try storedNames == ["Nightwing", "Oracle"])
    }

    @Test("A policy can give equal objects other values, and unite some of them")
    func equalObjects() throws {
        let context = try Garage.context(Garage.model(constraints: [["numberPlate"]]))
        for plate in ["1", "2"] { context.makeCar(plate).maker = "Volvo" }
        try context.save()
        let policy = OwnPolicy(merge: .errorMergePolicyType)
        policy.resolveEqualObjects = { list in
            for conflict in list where conflict.constraintValues["numberPlate"] as? String == "1" {
                for object in conflict.conflictingObjects { object.setValue("3", forKey: "numberPlate") }
            }
            try NSMergePolicy.mergeByPropertyObjectTrump.resolve(
                constraintConflicts: list.filter { $0.constraintValues["numberPlate"] as? String == "2" })
        }
        context.mergePolicy = policy
        for plate in ["1", "2"] { context.makeCar(plate).maker = "Saab" }
        try context.save()
        let cars = try context.fetch(NSFetchRequest<GarageCar>(entityName: "Car"))
        #expect(
            cars.map { "\($0.numberPlate ?? "") \($0.maker ?? "")" }.sorted() == ["1 Volvo", "2 Saab", "3 Saab"])
        policy.resolveEqualObjects = { _ in }
        let again = context.makeCar("1")
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.code == NSManagedObjectConstraintMergeError && again.isInserted)
    }
}
