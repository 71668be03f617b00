import CSQLite
import Dispatch
import Foundation
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import Synchronization
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
        ManagedObjectModel(try readModel(.model(containing: elements)))
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
            url: file.url, options: SQLiteStoreOptions(isReadOnly: true), migration: .disabled)
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

    private static let values = ".Store_SUPPORT/_EXTERNAL_DATA"

    private func valueNames(_ file: SQLiteFile) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: file.folder.path(Self.values)))
    }

    @Test(
        "MIG-29 a migration that fails removes the large values that it has made, and another one also the unused",
        arguments: [nil, SQLITE_FULL])
    func valuesOfAFailedMigration(result: Int32?) throws {
        let step = 5
        var count = Int(SplitMix.seeded().seed % UInt64(step))
        var failureCount = 0
        var isMet = true
        while isMet {
            let file = try makeStore()
            let unused = UUID().uuidString
            try file.folder.write("of a migration that was killed", to: "\(Self.values)/\(unused)")
            let before = try valueNames(file)
            let fileSystem = try TestFileSystem()
            fileSystem.fail(TestFileSystem.Fault(countdown: count, result: result, includesLooks: true))
            let place = Comment(rawValue: "operation \(count)")
            do {
                try SQLiteStore.migrate(file.url, to: Self.model(Self.after), options: .on(fileSystem))
                // The earlier value was replaced.
                let after = try valueNames(file)
                #expect(after.count == 1 && after.isDisjoint(with: before), place)
                #expect(try names(file, Self.after, "title") == ["1", "2", "3"], place)
            } catch is StoreError {
                failureCount += 1
                #expect(try valueNames(file) == before, place)
                #expect(try names(file, Self.before, "name") == ["1", "2", "3"], place)
            }
            isMet = fileSystem.hasFailed
            count += step
        }
        #expect(failureCount > 10)
    }

    @Test("A migration waits for the medium as a durable save does, also with options for faster saves")
    func durability() throws {
        let file = try makeStore()
        let fileSystem = try TestFileSystem()
        var options = SQLiteStoreOptions.on(fileSystem)
        options.durability = .off
        try SQLiteStore.migrate(file.url, to: Self.model(Self.after), options: options)
        #expect(!fileSystem.synchronizations.isEmpty)
        #expect(fileSystem.synchronizations.allSatisfy { $0 == SQLITE_SYNC_FULL })
    }

    @Test("A migration that waits in vain says so, and what to do")
    func lockedStore() throws {
        let file = try makeStore()
        let database = try DatabaseFile(file.url)
        _ = try database.rows("BEGIN IMMEDIATE")
        let lines = LogLines()
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(
                file.url, to: Self.model(Self.after),
                options: SQLiteStoreOptions(busyTimeoutMilliseconds: 0, logger: lines.logger))
        }
        #expect(error?.code == .inUse && error?.location == file.path)
        #expect(error?.message == "another process is writing to the store; try again when it has finished")
        #expect(lines.all.contains { $0.hasPrefix("debug: a statement failed") && $0.contains("BEGIN IMMEDIATE") })
    }

    @Test("A trial of a migration refuses a file that another program writes to while it is read without locks")
    func trialBesideAWriter() throws {
        let file = try makeStore()
        let url = file.url
        let migration = MigrationOptions { _ in
            _ = try? DatabaseFile(url).rows("UPDATE ZIMAGE SET ZNAME = hex(zeroblob(20000))")
        }
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(url, to: Self.model(Self.after), migration: migration, isDryRun: true)
        }
        #expect(error?.code == .inUse && error?.location == file.path)
        #expect(error?.message.hasSuffix("read it again") == true)
    }

    @Test("Of two migrations at the same time, only the one that changes the store is logged")
    func twoMigrations() throws {
        let file = try makeStore()
        let (url, model) = (file.url, try Self.model(Self.after))
        let isWaiting = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        // The last statement before it waits for the other one.
        let second = LogLines { line in if line.contains("ANSCK") { isWaiting.signal() } }
        let secondReport = Mutex<MigrationReport?>(nil)
        let hasBegun = Atomic(false)
        let first = LogLines()
        let migration = MigrationOptions { _ in
            guard !hasBegun.exchange(true, ordering: .relaxed) else { return }
            Thread.detachNewThread {
                let options = SQLiteStoreOptions(busyTimeoutMilliseconds: 60_000, logger: second.logger)
                let report = try? SQLiteStore.migrate(url, to: model, options: options)
                secondReport.withLock { $0 = report }
                hasEnded.signal()
            }
            #expect(isWaiting.wait(timeout: .now() + 60) == .success)
        }
        let report = try SQLiteStore.migrate(
            url, to: model, migration: migration, options: SQLiteStoreOptions(logger: first.logger))
        #expect(hasEnded.wait(timeout: .now() + 60) == .success)
        #expect(report.entities.count == 1)
        #expect(secondReport.withLock { $0 } == MigrationReport())
        func isMigrated(_ line: String) -> Bool { line.hasPrefix("info: the store was migrated") }
        #expect(first.all.filter(isMigrated).count == 1 && !second.all.contains(where: isMigrated))
    }
}
