import CoreData
import Foundation
import TestSupport
import Testing

/// Versions of a model of people: a name that is divided in two steps, as apps do it with stages.
private enum Version: CaseIterable {
    case first, second, third

    var model: NSManagedObjectModel {
        let model = NSManagedObjectModel()
        let person = NSEntityDescription()
        person.name = "Person"
        let names =
            switch self {
            case .first: ["name"]
            case .second: ["name", "givenName", "familyName"]
            case .third: ["givenName", "familyName"]
            }
        person.properties = names.map { name in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.type = .string
            return attribute
        }
        model.entities = [person]
        return model
    }
}

@Suite struct StagedMigrationTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "People.store") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func container(
        _ version: Version, _ type: String, _ manager: NSStagedMigrationManager? = nil
    ) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "People", managedObjectModel: version.model)
        let description = NSPersistentStoreDescription(url: url)
        description.type = type
        description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
        container.persistentStoreDescriptions = [description]
        var thrown: (any Error)?
        container.loadPersistentStores { thrown = $1 }
        if let thrown { throw thrown }
        return container
    }

    private func write(_ names: [String], _ type: String) throws {
        let container = try container(.first, type)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for name in names {
                NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                    .setValue(name, forKey: "name")
            }
            try context.save()
        }
        let coordinator = container.persistentStoreCoordinator
        try coordinator.remove(coordinator.persistentStores[0])
    }

    private func people(_ container: NSPersistentContainer) throws -> [[String?]] {
        let context = container.newBackgroundContext()
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [NSSortDescriptor(key: "familyName", ascending: true)]
            return try context.fetch(request).map { person in
                ["givenName", "familyName"].map { person.value(forKey: $0) as? String }
            }
        }
    }

    private func reference(_ version: Version) -> NSManagedObjectModelReference {
        let model = version.model
        return NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    /// A stage that divides the names, and says in which order its handlers were called.
    private func dividing(_ calls: @escaping (String) -> Void) -> NSCustomMigrationStage {
        let stage = NSCustomMigrationStage(migratingFrom: reference(.first), to: reference(.second))
        stage.label = "divide names"
        stage.willMigrateHandler = { manager, stage in
            let model = manager.container?.managedObjectModel
            calls("will \(model?.versionChecksum == stage.currentModel.versionChecksum)")
        }
        stage.didMigrateHandler = { manager, _ in
            calls("did")
            let context = try #require(manager.container?.newBackgroundContext())
            try context.performAndWait {
                for person in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")) {
                    let parts = (person.value(forKey: "name") as? String ?? "").split(separator: " ").map(String.init)
                    person.setValue(parts.first, forKey: "givenName")
                    person.setValue(parts.last, forKey: "familyName")
                }
                try context.save()
            }
        }
        return stage
    }

    @Test("Stages run in order, and only once for each store", arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func stagesInOrderMIG28(_ type: String) throws {
        try write(["Ada Lovelace", "Alan Turing"], type)
        var calls: [String] = []
        let manager = NSStagedMigrationManager([
            dividing { calls.append($0) },
            NSLightweightMigrationStage([Version.second, .third].map(\.model.versionChecksum)),
        ])
        let migrated = try container(.third, type, manager)
        #expect(calls == ["will true", "did"] && manager.container == nil)
        #expect(try people(migrated) == [["Ada", "Lovelace"], ["Alan", "Turing"]])
        let coordinator = migrated.persistentStoreCoordinator
        try coordinator.remove(coordinator.persistentStores[0])
        // What is behind a store is not done again.
        calls = []
        #expect(try people(container(.third, type, manager)).count == 2)
        #expect(calls.isEmpty)
    }

    @Test("A handler's error ends the migration, which continues at the next attempt")
    func failingHandlers() throws {
        try write(["Ada Lovelace"], NSSQLiteStoreType)
        struct PostponedError: Error {}
        let failing = dividing { _ in }
        failing.didMigrateHandler = { _, _ in throw PostponedError() }
        #expect(throws: PostponedError.self) {
            try container(.third, NSSQLiteStoreType, NSStagedMigrationManager([failing]))
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
        #expect(Version.second.model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(metadata[NSStoreUUIDKey] as? String != nil && metadata[NSStoreTypeKey] as? String == "SQLite")
        // The stage is behind the store, and is not done again.
        var calls: [String] = []
        let again = NSStagedMigrationManager([dividing { calls.append($0) }])
        #expect(try people(container(.third, NSSQLiteStoreType, again)).count == 1)
        #expect(calls.isEmpty)
    }

    @Test("A migration fails if no stage starts at the version of the store")
    func aStoreOfNoStageIsRefusedMIG28() throws {
        try write(["Ada Lovelace"], NSSQLiteStoreType)
        let stages = NSStagedMigrationManager([
            NSLightweightMigrationStage([Version.second, .third].map(\.model.versionChecksum))
        ])
        let unknown = try #require(throws: NSError.self) { try container(.third, NSSQLiteStoreType, stages) }
        #expect(unknown.domain == NSCocoaErrorDomain && unknown.code == NSManagedObjectModelReferenceNotFoundError)
        let other = NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(model: Version.first.model, versionChecksum: "other"),
            to: reference(.second))
        let mismatch = try #require(throws: NSError.self) {
            try container(.third, NSSQLiteStoreType, NSStagedMigrationManager([other]))
        }
        #expect(mismatch.code == NSStagedMigrationFrameworkVersionMismatchError)
        let missing = NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(name: "Nobody", in: nil, versionChecksum: "a"),
            to: reference(.second))
        let notFound = try #require(throws: NSError.self) {
            try container(.third, NSSQLiteStoreType, NSStagedMigrationManager([missing]))
        }
        #expect(notFound.code == NSManagedObjectModelReferenceNotFoundError)
        #expect(notFound.localizedDescription == "the program does not have a generated model 'Nobody'")
    }

    @Test("Stages don't migrate a store to an earlier version")
    func aStoreIsNotTakenBackMIG28() throws {
        try write(["Ada Lovelace"], NSSQLiteStoreType)
        let coordinator = try container(.second, NSSQLiteStoreType).persistentStoreCoordinator
        try coordinator.remove(coordinator.persistentStores[0])
        let manager = NSStagedMigrationManager([
            NSLightweightMigrationStage([Version.first, .second].map(\.model.versionChecksum))
        ])
        let error = try #require(throws: NSError.self) { try container(.first, NSSQLiteStoreType, manager) }
        #expect(error.code == NSStagedMigrationBackwardMigrationError)
    }
}
