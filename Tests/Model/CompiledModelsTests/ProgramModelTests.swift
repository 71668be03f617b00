#if !canImport(ObjectiveC)
    import CoreData
    import Foundation
    import TestSupport
    import Testing

    /// Programs that read compiled models with Core Data's names.
    @Suite struct ProgramModelTests {
        @Test("A model is read from a compiled file and from the current version of a folder")
        func readingModels() throws {
            let folder = try TemporaryFolder()
            let bundle = folder.url.appending(path: "Unknown.momd")
            try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
            for (name, entity) in [("Unknown", "Item"), ("Unknown 2", "Thing")] {
                let archive = ArchiveWriter.bytes(of: .model([(entity, .entity(entity))]))
                try Data(archive).write(to: bundle.appending(path: "\(name).mom"))
            }
            let list: [String: Any] = [
                "NSManagedObjectModel_CurrentVersionName": "Unknown 2",
                "NSManagedObjectModel_VersionHashes": ["Unknown": [String: Data](), "Unknown 2": [String: Data]()],
            ]
            try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
                .write(to: bundle.appending(path: "VersionInfo.plist"))
            let current = try #require(NSManagedObjectModel(contentsOf: bundle))
            #expect(current.entities.map(\.name) == ["Thing"])
            let earlier = try #require(NSManagedObjectModel(contentsOf: bundle.appending(path: "Unknown.mom")))
            #expect(earlier.entities.map(\.name) == ["Item"])
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: earlier)
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                _ = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                try context.save()
                #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) == 1)
            }
            try Data("no model".utf8).write(to: bundle.appending(path: "Broken.mom"))
            #expect(NSManagedObjectModel(contentsOf: bundle.appending(path: "Broken.mom")) == nil)
            #expect(NSManagedObjectModel(contentsOf: bundle.appending(path: "Missing.mom")) == nil)
            #expect(NSManagedObjectModel(contentsOf: folder.url.appending(path: "Missing.momd")) == nil)
        }
    }
#endif
