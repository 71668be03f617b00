import CoreData
import Foundation
import TestSupport
import Testing

struct StoreMetadataTests {
    private let folder: TemporaryFolder
    private var url: URL { folder.url.appending(path: "Library.store") }

    init() throws {
        folder = try TemporaryFolder()
        NSPersistentStoreCoordinator.registerStoreClass(PropertyListStore.self, forStoreType: "PropertyList")
    }

    static let types = [NSSQLiteStoreType, NSJSONStoreType, "PropertyList"]

    private static var values: [String: Any] {
        [
            "author": "Jane", "count": 3, "ratio": 0.5, "isDone": true,
            "when": Date(timeIntervalSinceReferenceDate: 12), "bytes": Data([0, 255]),
            "list": ["a", ["date": 7], Data([1])] as [Any], "nested": ["data": "text"],
        ]
    }

    /// What is read of the values, as they are written.
    private func expectValues(_ metadata: [String: Any], sourceLocation: SourceLocation = #_sourceLocation) {
        let own = metadata.filter { Self.values[$0.key] != nil }
        #expect(
            NSDictionary(dictionary: own) == NSDictionary(dictionary: Self.values), sourceLocation: sourceLocation)
    }

    private func coordinator() -> NSPersistentStoreCoordinator {
        NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    }

    private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    @Test("STO-12 metadata that is set is in the file after the next save, with objects or without", arguments: types)
    func nextSave(_ type: String) throws {
        try setWhileOpen(type)
        let found = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        #expect(found["author"] as? String == "Joan" && found["count"] == nil)
        let again = coordinator()
        let reopened = try again.addPersistentStore(ofType: type, configurationName: nil, at: url)
        #expect(again.metadata(for: reopened)["author"] as? String == "Joan")
        #expect(again.metadata(for: reopened)["when"] as? Date == Self.values["when"] as? Date)
        let reader = context(again)
        try reader.performAndWait {
            #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Author")) == 2)
            try reader.save()
        }
    }

    /// Sets metadata, saves, sets others, and saves with an object.
    private func setWhileOpen(_ type: String) throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let context = context(coordinator)
        try context.performAndWait {
            Library.insert("Author", ["name": "Ursula"], into: context)
            try context.save()
            let before = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            var metadata = coordinator.metadata(for: store)
            metadata.merge(Self.values) { _, new in new }
            coordinator.setMetadata(metadata, for: store)
            expectValues(coordinator.metadata(for: store))
            #expect(
                try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)["author"] == nil)
            try context.save()
            let after = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            expectValues(after)
            for key in [NSStoreUUIDKey, NSStoreTypeKey] {
                #expect(before[key] as? String == after[key] as? String && before[key] != nil, "\(key)")
            }
            let hashes = try #require(after[NSStoreModelVersionHashesKey] as? [String: Data])
            #expect(before[NSStoreModelVersionHashesKey] as? [String: Data] == hashes && hashes.count == 2)
            metadata["author"] = "Joan"
            metadata["count"] = nil
            coordinator.setMetadata(metadata, for: store)
            Library.insert("Author", ["name": "Octavia"], into: context)
            try context.save()
        }
        try coordinator.remove(store)
    }

    @Test("STO-12 the metadata of a closed store is written at once", arguments: [NSSQLiteStoreType, NSJSONStoreType])
    func closedStore(_ type: String) throws {
        do {
            let coordinator = coordinator()
            let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
            let context = context(coordinator)
            try context.performAndWait {
                Library.insert("Author", ["name": "Ursula"], into: context)
                try context.save()
            }
            try coordinator.remove(store)
        }
        var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        let identifier = try #require(metadata[NSStoreUUIDKey] as? String)
        metadata.merge(Self.values) { _, new in new }
        try NSPersistentStoreCoordinator.setMetadata(metadata, forPersistentStoreOfType: type, at: url)
        metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        expectValues(metadata)
        #expect(metadata[NSStoreUUIDKey] as? String == identifier)
        do {
            let again = coordinator()
            let reopened = try again.addPersistentStore(ofType: type, configurationName: nil, at: url)
            expectValues(again.metadata(for: reopened))
            try again.remove(reopened)
        }
        try NSPersistentStoreCoordinator.setMetadata(nil, forPersistentStoreOfType: type, at: url)
        metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
        #expect(metadata["author"] == nil && metadata[NSStoreModelVersionHashesKey] != nil)
    }

    @Test("A string in the metadata of a JSON store keeps a byte order mark at its start")
    func byteOrderMark() throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: NSJSONStoreType, configurationName: nil, at: url)
        let context = context(coordinator)
        try context.performAndWait {
            coordinator.setMetadata(["mark": "\u{FEFF}bom", "list": [0.5, 7, true] as [Any]], for: store)
            try context.save()
        }
        try coordinator.remove(store)
        let found = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: NSJSONStoreType, at: url)
        let mark = try #require(found["mark"] as? String)
        #expect(Array(mark.unicodeScalars) == Array("\u{FEFF}bom".unicodeScalars))
        let list = try #require(found["list"] as? [Any])
        #expect(NSArray(array: list) == NSArray(array: [0.5, 7, true]))
    }

    @Test(
        "Metadata that a store cannot keep is an error of the save, and of nothing else",
        arguments: [
            NSSQLiteStoreType, NSJSONStoreType,
        ])
    func unsupportedValue(_ type: String) throws {
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let context = context(coordinator)
        try context.performAndWait {
            Library.insert("Author", ["name": "Ursula"], into: context)
            coordinator.setMetadata(["odd": URL(filePath: "/")], for: store)
            let error = try #require(throws: NSError.self) { try context.save() }
            #expect(error.code == NSPersistentStoreSaveError && context.hasChanges)
            #expect(error.localizedDescription.contains("'odd'"))
            coordinator.setMetadata(nil, for: store)
            try context.save()
        }
    }

    @Test("STO-12 a save that fails leaves the metadata of the file as it was", arguments: types)
    func failedSave(_ type: String) throws {
        let model = Library.model()
        model.entitiesByName["Author"]?.attributesByName["name"]?.isOptional = false
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
        let context = context(coordinator)
        try context.performAndWait {
            Library.insert("Author", ["name": "Ursula"], into: context)
            coordinator.setMetadata(["page": 6], for: store)
            try context.save()
            coordinator.setMetadata(["page": 7], for: store)
            let author = try #require(
                try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Author")).first)
            author.setValue(nil, forKey: "name")
            #expect(throws: CocoaError.self) { try context.save() }
            let failed = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            #expect(failed["page"] as? Int == 6)
            author.setValue("Octavia", forKey: "name")
            try context.save()
            let saved = try NSPersistentStoreCoordinator.metadataForPersistentStore(ofType: type, at: url)
            #expect(saved["page"] as? Int == 7)
        }
    }

    @Test("A closed store of a type without files has no metadata to set")
    func noFile() {
        for type in [NSInMemoryStoreType, "XML"] {
            let error = #expect(throws: NSError.self) {
                try NSPersistentStoreCoordinator.setMetadata([:], forPersistentStoreOfType: type, at: url)
            }
            #expect(error?.code == NSPersistentStoreInvalidTypeError)
        }
    }

    @Test("STO-12 an incremental store is asked to save when only its metadata was set")
    func incremental() throws {
        NSPersistentStoreCoordinator.registerStoreClass(WebStore.self, forStoreType: "Web")
        let service = LibraryService()
        let coordinator = coordinator()
        let store = try coordinator.addPersistentStore(
            ofType: "Web", configurationName: nil, at: URL(string: "https://example.org"),
            options: ["service": service])
        let context = context(coordinator)
        try context.performAndWait {
            try context.save()
            #expect(service.requests.isEmpty)
            coordinator.setMetadata(coordinator.metadata(for: store).merging(["a": 1]) { own, _ in own }, for: store)
            try context.save()
            #expect(service.requests == ["save"])
            try context.save()
            #expect(service.requests == ["save"])
        }
    }

    #if compiler(>=6.3)
        @Test("STO-12 another process reads the metadata that was set")
        func otherProcess() async throws {
            for type in [NSSQLiteStoreType, NSJSONStoreType] {
                let url = folder.url.appending(path: "Library.\(type)")
                let coordinator = coordinator()
                let store = try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
                coordinator.setMetadata(["author": "Jane"], for: store)
                let context = context(coordinator)
                try context.performAndWait { try context.save() }
                try await Self.expectAuthor(type, at: url.path(percentEncoded: false))
            }
        }

        private static func expectAuthor(_ type: String, at path: String) async throws {
            await #expect(processExitsWith: .success) { [type = type as String, path = path as String] in
                let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    ofType: type, at: URL(filePath: path))
                #expect(metadata["author"] as? String == "Jane")
            }
        }
    #endif
}
