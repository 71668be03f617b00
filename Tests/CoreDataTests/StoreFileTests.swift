import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

@MainActor
@Suite struct StoreFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func coordinator() -> NSPersistentStoreCoordinator {
        newContainer().persistentStoreCoordinator
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func names(in coordinator: NSPersistentStoreCoordinator) throws -> [String] {
        let context = context(coordinator)
        let teams = try context.fetch(Team.fetchRequest() as NSFetchRequest<Team>)
        return teams.flatMap { team in
            ((team.heroes as? Set<Superhero>) ?? []).map { "\(team.name ?? "")/\($0.name ?? "")" }
        }.sorted()
    }

    /// A store with a team of heroes.
    @discardableResult
    private func write(
        _ names: [String], to coordinator: NSPersistentStoreCoordinator, _ type: String, _ url: URL?
    ) throws -> NSPersistentStore {
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let context = context(coordinator)
        let team = Team(context: context)
        team.name = "Team"
        for name in names {
            let hero = Superhero(context: context)
            hero.name = name
            team.addToHeroes(hero)
        }
        try context.save()
        return store
    }

    @Test("Replacing a store gives it the objects of another one", arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func aStoreIsReplacedByACopyOfAnother(_ type: String) throws {
        let (source, target) = (folder.url.appending(path: "A.store"), folder.url.appending(path: "B.store"))
        let first = coordinator()
        try first.remove(try write(["Batman", "Hulk"], to: first, type, source))
        try first.remove(try write(["Thor"], to: first, type, target))
        try first.replacePersistentStore(at: target, withPersistentStoreFrom: source, ofType: type)
        try first.addPersistentStore(ofType: type, configurationName: nil, at: target)
        #expect(try names(in: first) == ["Team/Batman", "Team/Hulk"])
        let second = coordinator()
        try second.addPersistentStore(ofType: type, configurationName: nil, at: source)
        #expect(try names(in: second) == ["Team/Batman", "Team/Hulk"])
    }

    @Test("Replacing a store with a damaged file fails, and keeps the store")
    func whatIsNoStoreReplacesNothing() throws {
        let target = folder.url.appending(path: "B.sqlite")
        let coordinator = coordinator()
        try coordinator.remove(try write(["Thor"], to: coordinator, NSSQLiteStoreType, target))
        let damaged = folder.url.appending(path: "A.sqlite")
        try Data("no store".utf8).write(to: damaged)
        let error = try #require(throws: NSError.self) {
            try coordinator.replacePersistentStore(
                at: target, withPersistentStoreFrom: damaged, type: .sqlite)
        }
        #expect(error.domain == NSCocoaErrorDomain && error.code == NSFileReadCorruptFileError)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: target)
        #expect(try names(in: coordinator) == ["Team/Thor"])
    }

    @Test(
        "A store can be migrated to another type, and its objects with it",
        arguments: [
            (NSInMemoryStoreType, NSSQLiteStoreType), (NSSQLiteStoreType, NSJSONStoreType),
            (NSJSONStoreType, NSInMemoryStoreType),
        ])
    func aStoreIsMigratedToOneOfAnotherType(_ types: (String, String)) throws {
        let target = folder.url.appending(path: "B")
        do {
            let coordinator = coordinator()
            let store = try write(["Batman", "Hulk"], to: coordinator, types.0, folder.url.appending(path: "A"))
            let new = try coordinator.migratePersistentStore(store, to: target, withType: types.1)
            #expect(coordinator.persistentStores == [new] && new.type == types.1)
            #expect(try names(in: coordinator) == ["Team/Batman", "Team/Hulk"])
            let context = context(coordinator)
            let hero = try #require(try context.fetch(Superhero.fetchRequest() as NSFetchRequest<Superhero>).first)
            hero.name = "Robin"
            try context.save()
            #expect(hero.objectID.persistentStore === new)
        }
        guard types.1 != NSInMemoryStoreType else { return }
        let other = coordinator()
        try other.addPersistentStore(ofType: types.1, configurationName: nil, at: target)
        #expect(try names(in: other) == ["Team/Hulk", "Team/Robin"])
    }

    @Test("Migrating a store to the place of its own file fails, and keeps the store")
    func aStoreIsNotMigratedToWhereAFileIs() throws {
        let coordinator = coordinator()
        let url = folder.url.appending(path: "A.sqlite")
        let store = try write(["Batman"], to: coordinator, NSSQLiteStoreType, url)
        let error = try #require(throws: NSError.self) {
            try coordinator.migratePersistentStore(store, to: url, type: .sqlite)
        }
        #expect(error.code == NSPersistentStoreOperationError && error.userInfo[NSFilePathErrorKey] as? String != nil)
        #expect(coordinator.persistentStores == [store])
        #expect(try names(in: coordinator) == ["Team/Batman"])
    }

    @Test(
        "The metadata of a file identifies the model with which it was written",
        arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func versionHashesSTO11(_ type: String) throws {
        let coordinator = coordinator()
        let url = folder.url.appending(path: "A.store")
        try coordinator.remove(try write(["Batman"], to: coordinator, type, url))
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        let model = coordinator.managedObjectModel
        #expect(metadata[NSStoreTypeKey] as? String == type)
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == model.entityVersionHashesByName)
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let found = try #require(NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: metadata))
        #expect(Set(found.entitiesByName.keys) == Set(model.entitiesByName.keys))
        #expect(NSManagedObjectModel(byMerging: [NSManagedObjectModel()], forStoreMetadata: metadata) == nil)
        let error = try #require(throws: NSError.self) {
            try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: "XML", at: url)
        }
        #expect(error.code == NSPersistentStoreInvalidTypeError)
    }

    /// As apps do that read something of a store before it is migrated: the program has the current version only.
    @Test(
        "A store of an earlier version can be opened with the model that it contains",
        arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func earlierVersionsMIG4(_ type: String) throws {
        let url = folder.url.appending(path: "Old.store")
        let current = newContainer().managedObjectModel
        let old = try #require(current.copy() as? NSManagedObjectModel)
        let hero = try #require(old.entitiesByName["Superhero"])
        let motto = NSAttributeDescription()
        motto.name = "motto"
        motto.type = .string
        hero.properties.append(motto)
        do {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: old)
            let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
            let context = context(coordinator)
            let batman = NSEntityDescription.insertNewObject(forEntityName: "Superhero", into: context)
            batman.setValuesForKeys(["name": "Batman", "motto": "I am the night"])
            try context.save()
            try coordinator.remove(store)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        #expect(!current.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        let found = try #require(NSManagedObjectModel.mergedModel(from: [Bundle.main], forStoreMetadata: metadata))
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: found)
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let context = context(coordinator)
        let heroes = try context.fetch(NSFetchRequest<Superhero>(entityName: "Superhero"))
        #expect(heroes.map(\.name) == ["Batman"])
        #expect(heroes.map { $0.value(forKey: "motto") as? String } == ["I am the night"])
    }

    @Test("A SQLite file contains its model, which opens it")
    func aSQLiteFileKeepsItsModel() throws {
        let coordinator = coordinator()
        let url = folder.url.appending(path: "A.sqlite")
        try coordinator.remove(try write(["Batman"], to: coordinator, NSSQLiteStoreType, url))
        let kept = try #require(try cachedModel(at: url))
        #expect(kept.versionChecksum == coordinator.managedObjectModel.versionChecksum)
        let other = NSPersistentStoreCoordinator(managedObjectModel: kept)
        try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url)
        let context = context(other)
        let heroes = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Superhero"))
        #expect(heroes.map { $0.value(forKey: "name") as? String } == ["Batman"])
    }

    @Test("With a journal mode other than WAL, a copy of the file alone has what was saved", arguments: [false, true])
    func copiedFiles(_ isDescribed: Bool) throws {
        let (url, copy) = (folder.url.appending(path: "A.sqlite"), folder.url.appending(path: "B.sqlite"))
        let container = newContainer()
        let coordinator = container.persistentStoreCoordinator
        if isDescribed {
            let description = NSPersistentStoreDescription(url: url)
            description.setValue(NSString("DELETE"), forPragmaNamed: "journal_mode")
            container.persistentStoreDescriptions = [description]
            container.loadPersistentStores { #expect($1 == nil) }
        } else {
            let options = [NSSQLitePragmasOption: ["journal_mode": "delete"]]
            try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        }
        let context = context(coordinator)
        let team = Team(context: context)
        team.name = "Team"
        for name in ["Batgirl", "Robin"] {
            let hero = Superhero(context: context)
            hero.name = name
            team.addToHeroes(hero)
            try context.save()
        }
        try FileManager.default.copyItem(at: url, to: copy)
        let other = self.coordinator()
        try other.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: copy)
        #expect(try names(in: other) == ["Team/Batgirl", "Team/Robin"])
    }
}
