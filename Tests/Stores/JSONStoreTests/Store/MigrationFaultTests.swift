import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import StoreTestSupport
import TestSupport
import Testing

/// Each operation of a migration fails in turn: the store is the old one or the new one, whole.
struct MigrationFaultTests {
    private static let before = """
        <entity name="Image">
            <attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="data" optional="YES" attributeType="Binary"/>
        </entity>
        """
    /// The large value moves to a file of its own.
    private static let after = """
        <entity name="Image">
            <attribute name="title" optional="YES" attributeType="String" elementID="name"/>
            <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        </entity>
        """

    private static func model(_ elements: String) throws -> ManagedObjectModel {
        ManagedObjectModel(try readModel(.model(containing: elements)))
    }

    /// A store with a file, and with a save in its journal.
    private func makeStore() throws -> StoreFile {
        let file = try StoreFile(Self.model(Self.before))
        let context = try file.open()
        for number in 1...3 {
            let image = context.insertNewObject(forEntityName: "Image")
            image.setValue("\(number)", forKey: "name")
            if number == 2 { image.setValue(Data(repeating: 7, count: 100_000), forKey: "data") }
            try context.save()
        }
        return file
    }

    private func names(_ file: StoreFile, _ elements: String, _ key: String) throws -> [String] {
        let store = JSONStoreDescription(
            url: file.url, options: JSONStoreOptions(isReadOnly: true), migration: .disabled)
        let context = try PersistentContainer(model: Self.model(elements), store: store).newContext()
        try context.expectSound()
        let images = try context.fetch(FetchRequest<ManagedObject>(entityName: "Image"))
        #expect(images.contains { ($0.value(forKey: "data") as? Data)?.count == 100_000 })
        return images.compactMap { $0.value(forKey: key) as? String }.sorted()
    }

    @Test("MIG-29 any operation of a migration fails, once or from then on", arguments: [false, true])
    func anyOperation(isLasting: Bool) throws {
        var index = 0
        var isDone = false
        while !isDone {
            let file = try makeStore()
            let failing = FailingOperations()
            failing.fail(after: index, isLasting: isLasting)
            do {
                try JSONStore.migrate(
                    file.url, to: Self.model(Self.after), migration: .automatic, options: JSONStoreOptions(),
                    operations: failing.operations)
                isDone = failing.performed.count <= index
            } catch let error as StoreError {
                #expect([.fileSystem, .uncertain].contains(error.code), "\(error)")
            }
            let isNew = try JSONStore.model(at: file.url).entitiesByName["Image"]?.attribute(named: "title") != nil
            let found = try isNew ? names(file, Self.after, "title") : names(file, Self.before, "name")
            #expect(found == ["1", "2", "3"], "operation \(index)")
            // And again, on a file system that works.
            try JSONStore.migrate(file.url, to: Self.model(Self.after))
            let migrated = try names(file, Self.after, "title")
            #expect(migrated == ["1", "2", "3"], "operation \(index)")
            index += 1
        }
        #expect(index > 8)
    }

    /// Texts of the copy, and others that reach the medium in their place.
    private static let damages = [
        (text: "\"title\": \"2\"", replacement: "\"title\": \"7\""),
        (text: "\"title\": \"2\"", replacement: "\"title\":\t\"2\""),
        (text: "{\"id\": 3,", replacement: "{\"id\": 4,"), (text: ",\n   {\"id\": 3,", replacement: ",    {\"id\": 3,"),
        (text: "\"metadata\": {}", replacement: "\"metadata\":\t{}"), (text: "]}}\n", replacement: "]} \n"),
        (text: "]}}\n", replacement: "]}} "),
    ]

    /// The size from which the copy is read line by line: any, or none.
    @Test("A copy with other bytes than were written does not replace the store", arguments: damages, [0, Int.max])
    func damagedCopy(_ damage: (text: String, replacement: String), leastSizeBytes: Int) throws {
        let file = try makeStore()
        var operations = FileOperations.system
        operations.write = { descriptor, bytes, offset in
            let text = String(decoding: bytes, as: UTF8.self)
            var damaged = text.replacing(damage.text, with: damage.replacement)
            try damaged.withUTF8 { try FileOperations.system.write(descriptor, UnsafeRawBufferPointer($0), offset) }
        }
        var options = JSONStoreOptions()
        options.sharing.leastSizeBytes = leastSizeBytes
        let model = try Self.model(Self.after)
        #expect(throws: StoreError.self) {
            try JSONStore.migrate(
                file.url, to: model, migration: .automatic, options: options, operations: operations)
        }
        #expect(try names(file, Self.before, "name") == ["1", "2", "3"])
        operations.write = FileOperations.system.write
        try JSONStore.migrate(file.url, to: model, migration: .automatic, options: options, operations: operations)
        #expect(try names(file, Self.after, "title") == ["1", "2", "3"])
    }
}
