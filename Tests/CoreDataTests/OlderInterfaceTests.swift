import CoreData
import CoreDataSampleModels
import Foundation
import TestSupport
import Testing

/// What older apps use of Core Data.
@Suite struct OlderInterfaceTests {
    @Test("A function of a program passes its arguments on to a format")
    func variadicArguments() {
        func predicate(_ format: String, _ arguments: any CVarArg...) -> NSPredicate {
            withVaList(arguments) { NSPredicate(format: format, arguments: $0) }
        }
        let id = NSUUID()
        let compound = predicate(
            "%K == %@ AND age > %d AND weight < %ld AND rate >= %f AND id == %@ AND note != '%@'", "name", "Ann",
            7 as Int32,
            -9_000_000_000, 0.25, id)
        let expected = NSPredicate(
            format: "name == 'Ann' AND age > 7 AND weight < -9000000000 AND rate >= 0.25 AND id == %@ AND note != '%@'",
            id)
        #expect(compound == expected, "\(compound)")
        #expect(predicate("a IN %@", [1, 2]).evaluate(with: ["a": 2]))
        #expect(predicate("a == 1") == NSPredicate(format: "a == 1"))
        let price = withVaList([3, 1.5]) { NSExpression(format: "%ld * %f", arguments: $0) }
        #expect(price.expressionValue(with: nil, context: nil) as? Double == 4.5)
    }

    @Test("Errors are caught by their names")
    func errorCodes() {
        let error: any Error = NSError(domain: NSCocoaErrorDomain, code: NSMigrationMissingSourceModelError)
        #expect((error as? CocoaError)?.code == .migrationMissingSourceModel)
        func isConflict(_ error: any Error) -> Bool {
            do {
                throw error
            } catch CocoaError.persistentStoreSaveConflicts, CocoaError.sqlite {
                return true
            } catch {
                return false
            }
        }
        #expect(isConflict(CocoaError(.persistentStoreSaveConflicts)) && isConflict(CocoaError(.sqlite)))
        #expect(!isConflict(error))
    }

    @Test("A store of the binary type keeps its objects, and its file says which format it has")
    func binaryStore() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Heroes.binary")
        func open() throws -> NSManagedObjectContext {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: makeContainer().managedObjectModel)
            let store = try coordinator.addPersistentStore(
                ofType: NSBinaryStoreType, configurationName: nil, at: url, options: nil)
            #expect(store.type == NSBinaryStoreType && store.metadata[NSStoreTypeKey] as? String == NSBinaryStoreType)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return context
        }
        let context = try open()
        try context.performAndWait {
            Superhero(context: context).name = "Ann"
            try context.save()
            if let store = context.persistentStoreCoordinator?.persistentStores.first {
                try context.persistentStoreCoordinator?.remove(store)
            }
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSBinaryStoreType, at: url)
        #expect(metadata[NSStoreTypeKey] as? String == NSBinaryStoreType)
        #expect(try String(contentsOf: url, encoding: .utf8).contains("modelgen-store"))
        let second = try open()
        try second.performAndWait {
            #expect(try second.fetch(Superhero.fetchRequest()).map(\.name) == ["Ann"])
            let coordinator = try #require(second.persistentStoreCoordinator)
            try coordinator.destroyPersistentStore(at: url, ofType: NSBinaryStoreType)
        }
        #expect(!FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
    }

    /// A coordinator as a program's tests have it.
    private final class RecordingCoordinator: NSPersistentStoreCoordinator, @unchecked Sendable {
        private(set) var replaced: [String] = []

        override func replacePersistentStore(
            at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
            withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
        ) throws {
            replaced.append(storeType)
        }

        override class func metadataForPersistentStore(
            ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
        ) throws -> [String: Any] { ["own": storeType] }

        override func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? { nil }
    }

    @Test("A subclass overrides the methods of a coordinator")
    func coordinatorOverrides() throws {
        let recording = RecordingCoordinator(managedObjectModel: NSManagedObjectModel())
        let coordinator: NSPersistentStoreCoordinator = recording
        let url = URL(filePath: "/nowhere")
        try coordinator.replacePersistentStore(at: url, withPersistentStoreFrom: url, type: .sqlite)
        #expect(recording.replaced == [NSSQLiteStoreType])
        let metadata = try RecordingCoordinator.metadataForPersistentStore(type: .json, at: url)
        #expect(metadata["own"] as? String == NSJSONStoreType)
    }

    @Test("Access without a key fires a fault, and contexts can have no queue")
    func keylessAccess() throws {
        let container = makeContainer()
        let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
        context.persistentStoreCoordinator = container.persistentStoreCoordinator
        try context.performAndWait {
            let hero = Superhero(context: context)
            hero.name = "Ann"
            try context.save()
            context.refresh(hero, mergeChanges: false)
            #expect(hero.isFault)
            hero.willAccessValue(forKey: nil)
            #expect(!hero.isFault && hero.primitiveValue(forKey: "name") as? String == "Ann")
            hero.didAccessValue(forKey: nil)
            let entity = NSAttributeDescription()
            entity.isIndexed = true
            #expect((entity.copy() as? NSAttributeDescription)?.isIndexed == true)
        }
    }
}
