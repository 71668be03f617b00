import Foundation
import JSONStore
import ObjectGraph
import SQLiteStore
import StoreMigration
import Synchronization
import TestSupport
import Testing

/// Stages, policies, earlier models, backups and progress.
struct StageTests {
    private static let first = """
        <entity name="Person">
            <attribute name="firstName" optional="YES" attributeType="String"/>
            <attribute name="lastName" optional="YES" attributeType="String"/>
            <attribute name="age" optional="YES" attributeType="String"/>
            <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>
        </entity>
        """
    private static let second = """
        <entity name="Person">
            <attribute name="fullName" attributeType="String" defaultValueString="?"/>
            <attribute name="age" optional="YES" attributeType="Integer 16"/>
            <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>
        </entity>
        """
    private static let third = second.replacing(#"name="fullName""#, with: #"name="name" elementID="fullName""#)

    private func store(_ kind: StoreKind) throws -> MigratedStore {
        let store = try MigratedStore(kind)
        try store.session(.version(Self.first)) { context in
            let ann = try context.make("Person", ["firstName": "Ann", "lastName": "Lee", "age": "41"])
            try context.make("Person", ["firstName": "Bob", "age": "old", "friends": Set([ann])])
            try context.save()
        }
        return store
    }

    private func stages() throws -> [MigrationStage] {
        [
            MigrationStage(
                to: try .version(Self.second),
                policies: [
                    "Person": EntityMigrationPolicy { old, new in
                        let names = [old["firstName", as: String.self], old["lastName", as: String.self]]
                        new["fullName"] = .string(names.compactMap(\.self).joined(separator: " "))
                        new["age"] =
                            old["age", as: String.self].flatMap { Int64($0) }.map(AttributeValue.integer) ?? .null
                        let friends = old.destinations(of: "friends").compactMap { $0["firstName", as: String.self] }
                        if !friends.isEmpty { new["fullName"] = .string("\(names[0] ?? "") with \(friends.joined())") }
                    }
                ])
        ]
    }

    @Test(
        "MIG-26 and MIG-28 stores go through stages, each once, and policies see every object",
        arguments: StoreKind.allCases)
    func storesGoThroughStages(_ kind: StoreKind) throws {
        let store = try store(kind)
        #expect(try store.refusal(.version(Self.third)) != nil)
        try store.session(.version(Self.third), MigrationOptions(stages: stages())) { context in
            try context.expect("Person", "name", ["Ann with Bob", "Bob with Ann"])
            try context.expect("Person", "age", ["41", "nil"])
            try context.expect("Person", "friends", ["Person/p2", "Person/p1"])
        }
        // A store that has passed the stage does not go through it again.
        let passed = try self.store(kind)
        try passed.session(.version(Self.second), MigrationOptions(stages: stages())) { context in
            let person = try context.fetch(FetchRequest<ManagedObject>(entityName: "Person")).first
            person?.setValue("X", forKey: "fullName")
            try context.save()
        }
        try passed.session(.version(Self.third), MigrationOptions(stages: stages())) { context in
            try context.expect("Person", "name", ["X", "Bob with Ann"])
        }
    }

    @Test("MIG-29 a policy that throws leaves the store unchanged", arguments: StoreKind.allCases)
    func aPolicyThatThrowsLeavesTheStore(_ kind: StoreKind) throws {
        struct StopError: Error {}
        let store = try store(kind)
        let stage = MigrationStage(
            to: try .version(Self.second), policies: ["Person": EntityMigrationPolicy { _, _ in throw StopError() }])
        #expect(throws: StopError.self) {
            try store.session(.version(Self.second), MigrationOptions(stages: [stage])) { _ in }
        }
        try store.session(.version(Self.first)) { context in
            try context.expect("Person", "age", ["41", "old"])
        }
    }

    @Test("A migration keeps a backup at the chosen URL", arguments: StoreKind.files)
    func backupAtChosenURL(_ kind: StoreKind) throws {
        let store = try store(kind)
        let backup = store.folder.url.appending(path: "Before.\(kind.rawValue)")
        let progress = Mutex<[MigrationProgress]>([])
        let options = MigrationOptions(stages: try stages(), backupURL: backup) { step in
            progress.withLock { $0.append(step) }
        }
        try store.session(.version(Self.second), options) { _ in }
        #expect(
            progress.withLock { $0 }.map { "\($0.entityName) \($0.completedUnitCount) of \($0.totalUnitCount)" }
                == ["Person 2 of 2"])
        let model = try ManagedObjectModel.version(Self.first)
        let container =
            kind == .json
            ? try PersistentContainer(model: model, store: .json(at: backup))
            : try PersistentContainer(model: model, store: .sqlite(at: backup))
        #expect(try container.newContext().values("Person", "age") == ["41", "old"])
    }

    @Test("A migration refuses the store itself as its backup, also through a link", arguments: StoreKind.files)
    func theStoreIsNoBackupOfItself(_ kind: StoreKind) throws {
        let store = try store(kind)
        let link = store.folder.url.appending(path: "Link.\(kind.rawValue)")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store.url)
        for backup in [store.url, link] {
            let options = MigrationOptions(stages: try stages(), backupURL: backup)
            let error = try #require(throws: StoreError.self) {
                try store.session(.version(Self.second), options) { _ in }
            }
            #expect(error.message.contains("the store itself"))
        }
        try store.session(.version(Self.first)) { context in try context.expect("Person", "age", ["41", "old"]) }
    }

    @Test("MIG-8 a file without its model can't be migrated without the earlier version")
    func aFileWithoutItsModelNeedsTheEarlierOne() throws {
        let store = try MigratedStore(.json)
        try store.session(.version(Self.second)) { context in
            try context.make("Person", ["fullName": "Ann"])
            try context.save()
        }
        let text = try String(contentsOf: store.url, encoding: .utf8)
        #expect(text != text.withoutHeldModel)
        try Data(text.withoutHeldModel.utf8).write(to: store.url)
        let error = try #require(throws: StoreError.self) { try store.session(.version(Self.third)) { _ in } }
        #expect(error.code == .modelMissing)
        let options = MigrationOptions(earlierModels: [try .version(Self.first), try .version(Self.second)])
        try store.session(.version(Self.third), options) { context in
            try context.expect("Person", "name", ["Ann"])
        }
    }

    @Test("A refused migration leaves no backup", arguments: StoreKind.files)
    func whatIsRefusedLeavesNoBackup(_ kind: StoreKind) throws {
        let store = try store(kind)
        let backup = store.folder.url.appending(path: "Before.\(kind.rawValue)")
        let refusal = try store.refusal(.version(Self.second), MigrationOptions(backupURL: backup))
        #expect(refusal != nil)
        #expect(!FileManager.default.fileExists(atPath: backup.path(percentEncoded: false)))
    }

    @Test(
        "A policy does not allow a relationship to be dropped without permission",
        arguments: StoreKind.allCases)
    func aPolicySeesValuesAndDropsNoDestinations(_ kind: StoreKind) throws {
        let store = try store(kind)
        let alone = Self.second.replacing(
            #"<relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>"#,
            with: "")
        let stages = [MigrationStage(to: try .version(alone), policies: try stages()[0].policies)]
        let refusal = try #require(try store.refusal(.version(alone), MigrationOptions(stages: stages)))
        #expect(refusal.obstacles.map(\.elementName) == ["Person.friends"])
        let options = MigrationOptions(droppedElements: ["Person.friends"], stages: stages)
        try store.session(.version(alone), options) { context in
            try context.expect("Person", "age", ["41", "nil"])
        }
    }

    @Test("A migration keeps the history", arguments: StoreKind.allCases)
    func theHistoryStays(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        let last = try store.session(.version(Self.second)) { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            try context.make("Person", ["fullName": "Ann"])
            try context.save()
            return context.persistentStoreCoordinator.currentPersistentHistoryToken
        }
        let after = Self.third.replacing(
            #"<entity name="Person">"#, with: #"<entity name="Animal"/><entity name="Human" elementID="Person">"#
        )
        .replacing("destinationEntity=\"Person\"", with: "destinationEntity=\"Human\"")
        try store.session(.version(after)) { context in
            try context.make("Human", ["name": "Bob"])
            try context.save()
            let transactions = try context.persistentStoreCoordinator.history(after: last)
            #expect(transactions.map { $0.changes.map(\.changedObjectID.entityName) } == [["Human"]])
        }
    }

    @Test("Large values are the same after a migration", arguments: StoreKind.allCases)
    func largeValues(_ kind: StoreKind) throws {
        let store = try MigratedStore(kind)
        let before = """
            <entity name="Image">
                <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            </entity>
            """
        let values = [Data(repeating: 7, count: 300_000), Data([1, 2]), Data(repeating: 9, count: 200_000)]
        try store.session(.version(before)) { context in
            for value in values { try context.make("Image", ["data": value]) }
            try context.save()
        }
        let renamed = before.replacing(#"name="data""#, with: #"name="bytes" elementID="data""#)
        try store.session(.version(renamed)) { context in
            let images = try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
            #expect(images.sorted { $0.objectID < $1.objectID }.map { $0.value(forKey: "bytes") as? Data } == values)
        }
        let inside = renamed.replacing(#" allowsExternalBinaryDataStorage="YES""#, with: #" versionHashModifier="2""#)
        try store.session(.version(inside)) { context in
            let images = try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
            #expect(images.sorted { $0.objectID < $1.objectID }.map { $0.value(forKey: "bytes") as? Data } == values)
            try context.make("Image", [:])
            try context.save()
        }
    }

    @Test("A migration does not delete the large values of another store")
    func largeValuesOfAnotherStoreStay() throws {
        let before = """
            <entity name="Image">
                <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
            </entity>
            """
        let value = Data(repeating: 7, count: 300_000)
        let store = try MigratedStore(.sqlite)
        // It has its large values in the same folder, since only the ending of its name is another one.
        let other = store.folder.url.appending(path: "Store.db")
        let model = try ManagedObjectModel.version(before)
        func values() throws -> [Data?] {
            let context = try PersistentContainer(model: model, store: .sqlite(at: other)).newContext()
            return try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
                .map { $0.value(forKey: "data") as? Data }
        }
        let context = try PersistentContainer(model: model, store: .sqlite(at: other)).newContext()
        try context.make("Image", ["data": value])
        try context.save()
        try store.session(model) { context in
            try context.make("Image", ["data": value])
            try context.save()
        }
        func fileCount() throws -> Int { try store.files.keys.filter { $0.contains("_EXTERNAL_DATA/") }.count }
        #expect(try fileCount() == 2)
        try store.session(.version(before.replacing(#"name="data""#, with: #"name="bytes" elementID="data""#))) { _ in }
        #expect(try values() == [value])
        // The earlier one stays, because the other file could also be a copy of the store that needs it.
        #expect(try fileCount() == 3)
    }

    @Test("A renaming identifier that was already ambiguous in the old model is not an obstacle")
    func ambiguousIdentifiers() throws {
        let before = """
            <entity name="A">
                <attribute name="x" optional="YES" attributeType="String" elementID="y"/>
                <attribute name="y" optional="YES" attributeType="String"/>
            </entity>
            """
        let store = try MigratedStore(.json)
        try store.session(.version(before)) { context in
            try context.make("A", ["x": "1", "y": "2"])
            try context.save()
        }
        try store.session(.version(before + "<entity name=\"B\"/>")) { context in
            try context.expect("A", "x", ["1"])
            try context.expect("A", "y", ["2"])
        }
    }
}
