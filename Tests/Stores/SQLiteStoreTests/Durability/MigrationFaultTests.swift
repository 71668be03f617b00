import CSQLite
import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// Operations of a migration fail in turn, or find no room: the store is the old one or the new one, whole.
struct MigrationFaultTests {
    private static let before = """
        <entity name="Image">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        </entity>
        """
    private static let after = before.replacing("name=\"name\"", with: "name=\"title\" elementID=\"name\"")

    private static func model(_ elements: String) throws -> ManagedObjectModel {
        ManagedObjectModel(try readModel(.model(holding: elements)))
    }

    private func makeStore() throws -> SQLiteFile {
        let file = try SQLiteFile(Self.model(Self.before))
        try file.session { context in
            for number in 1...3 {
                let image = context.insertNewObject(forEntityName: "Image")
                image.setValue("\(number)", forKey: "name")
                if number == 2 { image.setValue(Data(repeating: 7, count: 200_000), forKey: "data") }
            }
            try context.save()
        }
        return file
    }

    private func names(_ file: SQLiteFile, _ elements: String, _ key: String) throws -> [String] {
        let store = SQLiteStoreDescription(
            url: file.url, options: SQLiteStoreOptions(isReadOnly: true), migration: .none)
        let container = try PersistentContainer(model: Self.model(elements), store: store)
        let images = try container.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Image"))
        #expect(images.contains { ($0.value(forKey: "data") as? Data)?.count == 200_000 })
        return images.compactMap { $0.value(forKey: key) as? String }.sorted()
    }

    @Test("MIG-29 operations of a migration fail, or find the disk full", arguments: [nil, SQLITE_FULL])
    func operationsFail(result: Int32?) throws {
        let step = 4
        var count = Int(SplitMix.seeded().seed % UInt64(step))
        var isMet = true
        while isMet {
            let file = try makeStore()
            let fileSystem = try TestFileSystem()
            fileSystem.fail(TestFileSystem.Fault(countdown: count, isLasting: true, result: result))
            let place = Comment(rawValue: "operation \(count)")
            do {
                try SQLiteStore.migrate(file.url, to: Self.model(Self.after), options: .on(fileSystem))
            } catch let error as StoreError {
                #expect(!error.message.isEmpty, place)
            }
            isMet = fileSystem.hasFailed
            let isNew = try SQLiteStore.model(at: file.url).entitiesByName["Image"]?.attribute(named: "title") != nil
            let found = try isNew ? names(file, Self.after, "title") : names(file, Self.before, "name")
            #expect(found == ["1", "2", "3"], place)
            // And again, on a file system that works.
            try SQLiteStore.migrate(file.url, to: Self.model(Self.after))
            let migrated = try names(file, Self.after, "title")
            #expect(migrated == ["1", "2", "3"], place)
            let left = try FileManager.default.contentsOfDirectory(
                atPath: file.folder.url.path(percentEncoded: false))
            #expect(left.filter { $0.hasPrefix(".modelgen-") } == [], place)
            count += step
        }
        #expect(count > 20)
    }

    @Test("A trial of a migration refuses a file that another program writes to while it is read without locks")
    func trialBesideAWriter() throws {
        let file = try makeStore()
        let url = file.url
        let migration = MigrationOptions { _ in
            _ = try? DatabaseFile(url).rows("UPDATE ZIMAGE SET ZNAME = hex(zeroblob(20000))")
        }
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(url, to: Self.model(Self.after), migration: migration, isTrial: true)
        }
        #expect(error?.code == .inUse && error?.place == file.path)
        #expect(error?.message.hasSuffix("read it again") == true)
    }
}
