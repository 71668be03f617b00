import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct ContainerTests {
    @Test("A container finds a generated model by its name, and has a SQLite store by default")
    func aContainerFindsTheGeneratedModelByItsName() {
        let container = NSPersistentContainer(name: "Superheroes")
        #expect(
            container.managedObjectModel.entitiesByName["Superhero"]?.managedObjectClassName.hasSuffix("Superhero")
                == true)
        #expect(container.persistentStoreDescriptions.map(\.url?.lastPathComponent) == ["Superheroes.sqlite"])
        #expect(container.persistentStoreDescriptions[0].type == NSSQLiteStoreType)
        #expect(container.viewContext === container.viewContext)
        #expect(container.newBackgroundContext() !== container.newBackgroundContext())
    }

    @Test("Objects that are saved to a SQLite store are fetched by another container")
    func savingToSQLite() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.sqlite")
        do {
            let container = newContainer()
            container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
            var errors: [any Error] = []
            container.loadPersistentStores { if let error = $1 { errors.append(error) } }
            #expect(errors.isEmpty)
            let context = container.viewContext
            let hero = Superhero(context: context)
            hero.name = "Bruce Wayne"
            hero.universe = 1
            let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context) as! Team
            team.name = "Default Team"
            team.addToHeroes(hero)
            #expect(hero.objectID.isTemporaryID)
            #expect(context.hasChanges)
            try context.save()
            #expect(!context.hasChanges)
            #expect(!hero.objectID.isTemporaryID)
        }
        let container = newContainer()
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        container.loadPersistentStores { #expect($1 == nil) }
        let request: NSFetchRequest<Superhero> = Superhero.fetchRequest()
        request.predicate = NSPredicate(format: "ANY teams.name == %@", "Default Team")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let found = try container.viewContext.fetch(request)
        #expect(found.map(\.name) == ["Bruce Wayne"])
        #expect(found.first?.herouniverse == .dc)
        #expect((found.first?.teams?.anyObject() as? Team)?.name == "Default Team")
    }

    @Test("Loading again opens only the stores of descriptions that are not open")
    func loadingAgain() throws {
        let folder = try TemporaryFolder()
        let container = newContainer()
        let (local, inMemory) = (
            NSPersistentStoreDescription(url: folder.url.appending(path: "Heroes.sqlite")),
            NSPersistentStoreDescription()
        )
        inMemory.type = NSInMemoryStoreType
        container.persistentStoreDescriptions = [local]
        var loaded: [NSPersistentStoreDescription] = []
        func load() {
            container.loadPersistentStores { description, error in
                #expect(error == nil)
                loaded.append(description)
            }
        }
        load()
        container.persistentStoreDescriptions.append(inMemory)
        load()
        load()
        #expect(loaded == [local, inMemory])
        let coordinator = container.persistentStoreCoordinator
        #expect(coordinator.persistentStores.count == 2)
        try coordinator.remove(coordinator.persistentStores[0])
        load()
        #expect(loaded == [local, inMemory, local] && coordinator.persistentStores.count == 2)
    }

    @Test(
        "The missing folder of a store is created when its description is loaded (STO-4)",
        arguments: [NSSQLiteStoreType, NSBinaryStoreType])
    func missingFolder(_ type: String) throws {
        let folder = try TemporaryFolder()
        let description = NSPersistentStoreDescription(url: folder.url.appending(path: "a/b c/Heroes.store"))
        description.type = type
        let container = newContainer()
        container.persistentStoreDescriptions = [description]
        container.loadPersistentStores { _, error in #expect(error == nil) }
        _ = Superhero(context: container.viewContext)
        try container.viewContext.save()
        #expect(FileManager.default.fileExists(atPath: folder.path("a/b c/Heroes.store")))
        // Nothing is created for a store that is only to be read, or that has no file.
        for (place, type) in [("c/Heroes.store", type), ("d/Heroes.store", NSInMemoryStoreType)] {
            let other = NSPersistentStoreDescription(url: folder.url.appending(path: place))
            other.type = type
            other.isReadOnly = type != NSInMemoryStoreType
            container.persistentStoreDescriptions = [other]
            container.loadPersistentStores { _, error in #expect((error == nil) == !other.isReadOnly) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["a"])
    }

    @Test("Loading a store that can't be opened passes an error with its path to the handler")
    func failedLoading() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: folder.url.appending(path: "file"))
        let url = folder.url.appending(path: "file/at/all/Heroes.sqlite")
        let container = newContainer()
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
        var told: [(NSPersistentStoreDescription, NSError?)] = []
        container.loadPersistentStores { told.append(($0, $1 as NSError?)) }
        #expect(told.map(\.0) == container.persistentStoreDescriptions)
        let error = told.first?.1
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreOperationError)
        #expect(error?.userInfo[NSFilePathErrorKey] as? String == url.path(percentEncoded: false))
        #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
    }
}

@MainActor
@Suite struct ManagedObjectTests {
    @Test("Values are read and set by key")
    func objectsAreReadAndSetByKeys() throws {
        let context = makeContainer().viewContext
        let hero = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: context)
        hero.setValue("Barry Allen", forKey: "name")
        hero.setValue(1, forKey: "universe")
        #expect(hero.value(forKey: "name") as? String == "Barry Allen")
        #expect(hero.value(forKey: "universe") as? Int == 1)
        #expect(hero.value(forKey: "universe") as? Int32 == 1)
        #expect(hero.value(forKey: "universe") as? NSNumber == 1)
        #expect((hero.value(forKey: "teams") as? NSSet)?.count == 0)
        #expect(hero.entity.name == "Superhero")
        #expect(hero.entity === Superhero.entity())
        #expect(hero.managedObjectContext === context)
    }

    /// What apps ask in `willSave()`, to set the time of a change unless the change is that very time.
    @Test("Default values are not among the changed values of a new object")
    func changedValuesOBJ8() throws {
        let context = makeContainer().viewContext
        let hero = Superhero(context: context)
        #expect(hero.changedValues().isEmpty)
        hero.name = "Barry Allen"
        let team = Team(context: context)
        hero.addToTeams(team)
        #expect(Set(hero.changedValues().keys) == ["name", "teams"])
        try context.save()
        #expect(hero.changedValues().isEmpty && hero.abilities == nil)
        hero.abilities = "Speed"
        #expect(Array(hero.changedValues().keys) == ["abilities"])
    }

    @Test("Changing one side of a relationship changes the other")
    func bothSidesOfARelationshipFollowEachOther() throws {
        let context = makeContainer().viewContext
        let hero = Superhero(context: context)
        let team = Team(context: context)
        hero.addToTeams(team)
        #expect(team.heroes?.contains(hero) == true)
        #expect(team.heroes?.count == 1)
        #expect(team.heroes as? Set<Superhero> == [hero])
        #expect(team.heroes?.contains(Superhero(context: context)) == false)
        team.removeFromHeroes(hero)
        #expect(hero.teams?.count == 0)
        let heroes: Set<Superhero> = [hero, Superhero(context: context)]
        team.heroes = NSSet(set: heroes)
        #expect(hero.teams?.anyObject() as? Team === team)
        team.addToHeroes(NSSet(array: [Superhero(context: context)]))
        #expect(team.heroes?.count == 3)
    }

    @Test("Core Data calls an overridden initializer for inserted and fetched objects, and those without a context")
    func overriddenInitializers() throws {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Counted"
        entity.managedObjectClassName = NSStringFromClass(Counted.self)
        let attribute = NSAttributeDescription()
        attribute.name = "count"
        attribute.attributeType = .integer32AttributeType
        attribute.defaultValue = 7
        entity.properties = [attribute]
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        let alone = Counted(entity: entity, insertInto: nil)
        #expect(alone.value(forKey: "count") as? Int == 107)
        #expect(alone.cache == [1])
        let object = Counted(context: context)
        #expect(object.value(forKey: "count") as? Int == 107)
        try context.save()
        let other = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        other.persistentStoreCoordinator = coordinator
        object.setValue(3, forKey: "count")
        try context.save()
        let found = try #require(try other.fetch(NSFetchRequest<Counted>(entityName: "Counted")).first)
        #expect(found.value(forKey: "count") as? Int == 3)
        #expect(found.cache == [1])
        #expect(!other.hasChanges)
        context.insert(alone)
        #expect(alone.isInserted && alone.value(forKey: "count") as? Int == 107)
    }

    @Test("Thousands of objects without a context can be created and released")
    func objectsWithoutContext() throws {
        let container = makeContainer()
        let context = container.viewContext
        let entity = try #require(container.managedObjectModel.entitiesByName["Superhero"])
        // More than an entity could lose that its objects share.
        for _ in 0..<1_000 { _ = Superhero(entity: entity, insertInto: nil) }
        var kept = (0..<100).map { _ in Superhero(entity: entity, insertInto: nil) }
        #expect(Set(kept.map(\.objectID)).count == 100)
        for hero in kept.prefix(50) { context.insert(hero) }
        try context.save()
        #expect(kept.prefix(50).allSatisfy { !$0.objectID.isTemporaryID })
        #expect(kept.suffix(50).allSatisfy { $0.objectID.isTemporaryID && $0.objectID.entity === entity })
        kept = []
        context.reset()
        for _ in 0..<1_000 { _ = Superhero(entity: entity, insertInto: nil) }
        #expect(try context.count(for: Superhero.fetchRequest()) == 50)
        #expect(Superhero(context: context).objectID.isTemporaryID)
    }

    @Test("A missing required value fails the save with Core Data's error code")
    func missingRequiredValues() throws {
        let context = makeContainer("DeleteRules").viewContext
        let names = context.persistentStoreCoordinator?.managedObjectModel.entities.compactMap(\.name) ?? []
        let request = NSFetchRequest<NSManagedObject>(entityName: try #require(names.first))
        #expect(try context.fetch(request).isEmpty)
        let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
        let required = try #require(
            model.entities.first { entity in
                !entity.isAbstract && entity.relationshipsByName.values.contains { !$0.isOptional && !$0.isToMany }
            })
        let object = NSManagedObject(entity: required, insertInto: context)
        let error = try #require(throws: NSError.self) { try context.save() }
        #expect(error.domain == NSCocoaErrorDomain)
        let single = (error.userInfo[NSDetailedErrorsKey] as? [NSError])?.first ?? error
        #expect(single.code == NSValidationMissingMandatoryPropertyError)
        #expect(single.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
        #expect(required.relationshipsByName[single.userInfo[NSValidationKeyErrorKey] as? String ?? ""] != nil)
        #expect(context.hasChanges)
    }
}

extension ManagedObjectTests {
    @Test("Errors of a class's own validation keep their code, alone and among others")
    func ownValidationVAL18() throws {
        let model = NSManagedObjectModel()
        let entity = NSEntityDescription()
        entity.name = "Checked"
        entity.managedObjectClassName = NSStringFromClass(Checked.self)
        let attribute = NSAttributeDescription()
        attribute.name = "name"
        attribute.attributeType = .stringAttributeType
        attribute.isOptional = false
        entity.properties = [attribute]
        model.entities = [entity]
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try context.persistentStoreCoordinator?.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        let first = Checked(context: context)
        first.setValue("A", forKey: "name")
        let one = try #require(throws: NSError.self) { try context.save() }
        #expect(one.code == NSValidationStringPatternMatchingError && one.userInfo["own"] as? Bool == true)
        let second = Checked(context: context)
        let several = try #require(throws: NSError.self) { try context.save() }
        #expect(several.code == NSValidationMultipleErrorsError)
        let details = several.userInfo[NSDetailedErrorsKey] as? [NSError] ?? []
        #expect(
            Set(details.map(\.code)) == [
                NSValidationStringPatternMatchingError, NSValidationMissingMandatoryPropertyError,
            ])
        #expect(Set(details.compactMap { $0.userInfo[NSValidationObjectErrorKey] as? Checked }) == [first, second])
    }
}

/// A class that checks its objects itself.
final class Checked: NSManagedObject {
    override func validateForInsert() throws {
        try super.validateForInsert()
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSValidationStringPatternMatchingError,
            userInfo: [NSValidationKeyErrorKey: "name", "own": true])
    }
}

/// A class whose initializer does more than Core Data's.
final class Counted: NSManagedObject {
    var cache = [1]

    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: context)
        let count = value(forKey: "count") as? Int ?? -1
        setValue(count + 100, forKey: "count")
    }
}
