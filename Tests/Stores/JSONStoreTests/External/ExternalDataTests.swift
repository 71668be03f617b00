import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import JSONStore

/// Large binary values in files of their own.
struct ExternalDataTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Album",
            entities: [
                Entity(
                    name: "Photo",
                    attributes: [
                        Attribute(
                            name: "image", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true),
                        Attribute(name: "inline", type: .binary, isOptional: true),
                        Attribute(name: "title", type: .string, isOptional: true),
                    ])
            ]))

    /// Large enough for a file of its own.
    private func image(_ seed: UInt8) -> Data {
        Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) &+ seed })
    }

    private func names(_ file: StoreFile) -> [String] {
        let folder = file.url.path(percentEncoded: false) + ".data"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func url(_ file: StoreFile, _ name: String) -> URL {
        file.folder.url.appending(path: "Store.json.data/\(name)")
    }

    @discardableResult
    private func add(_ image: Data, _ title: String, to context: ManagedObjectContext) -> ManagedObject {
        let photo = context.insertNewObject(forEntityName: "Photo")
        photo.setValue(image, forKey: "image")
        photo.setValue(title, forKey: "title")
        return photo
    }

    private func images(_ context: ManagedObjectContext) throws -> [Data?] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Photo")).map { $0.value(forKey: "image") as? Data }
    }

    @Test("Values that find no room leave neither files nor a folder, and a folder that was there stays")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let values = ExternalData(folder: folder.path("values"))
        let named = (1...2).map { image($0) }.map { (name: ExternalData.name(of: $0), data: $0) }
        let failing = FailingOperations()
        for hadFolder in [false, true] {
            try? FileManager.default.removeItem(atPath: folder.path("values"))
            if hadFolder { try folder.write("a user's", to: "values/note") }
            failing.fail(after: nil)
            try values.write(named, operations: failing.operations)
            let operationCount = failing.performed.count
            #expect(operationCount > 4)
            for count in 0..<operationCount {
                try? FileManager.default.removeItem(atPath: folder.path("values"))
                if hadFolder { try folder.write("a user's", to: "values/note") }
                failing.fail(after: count, isLasting: true)
                #expect(throws: (any Error).self) { try values.write(named, operations: failing.operations) }
                let left = hadFolder ? try folder.names(in: "values") : try folder.names()
                #expect(left == (hadFolder ? ["note"] : []), "operation \(count)")
            }
        }
    }

    @Test("Large values are stored in files beside the store, each value once")
    func largeValuesAreFilesBesideTheStore() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(1), "the same", to: context)
            add(Data(count: 100), "small", to: context).setValue(image(2), forKey: "inline")
            try context.save()
        }
        #expect(names(file).count == 1)
        let name = try #require(names(file).first)
        #expect(try file.text.contains(#""image": {"external": "\#(name)", "bytes": 100000}"#))
        #expect(try Data(contentsOf: url(file, name)) == image(1))
        #expect(try file.session(images) == [image(1), image(1), Data(count: 100)])
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
    }

    @Test("The journal also refers to the files of large values")
    func theJournalRefersToThemToo() throws {
        let file = try StoreFile(Self.model)
        try file.session(JSONStoreOptions(compaction: .manual)) { context in
            let photo = add(image(1), "a", to: context)
            try context.save()
            photo.setValue(image(2), forKey: "image")
            add(image(3), "b", to: context)
            try context.save()
            // Nothing goes that the journal's file may need.
            #expect(names(file).count == 3)
        }
        #expect(try file.journalBytes.count < 2_000)
        #expect(try file.session(images) == [image(2), image(3)])
        // Closing has folded the journal in, and nothing needs the first one any more.
        #expect(names(file).count == 2)
    }

    @Test("The file of a large value is deleted when nothing refers to it")
    func theyGoWithWhatRefersToThem() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(2), "b", to: context)
            try context.save()
        }
        try Data(count: 10).write(to: url(file, "\(String(repeating: "a", count: 64)).new"))
        try file.session { context in
            let photos = try context.fetch(FetchRequest<ManagedObject>(entityName: "Photo"))
            context.delete(photos[0])
            try context.save()
            try (context.persistentStore as? JSONStore)?.compact()
            #expect(names(file).count == 1)
            photos[1].setValue(nil, forKey: "image")
            try context.save()
        }
        #expect(names(file) == [])
        #expect(try file.fileNames == ["Store.json"])
    }

    @Test("A save with large values that failed can be repeated")
    func aSaveThatFailsCanBeRepeated() throws {
        let file = try StoreFile(Self.model)
        let failing = FailingOperations()
        do {
            let context = try file.open(failing.operations)
            add(image(1), "a", to: context)
            var count = 0
            while true {
                failing.fail(after: count)
                do {
                    try context.save()
                    break
                } catch let error as StoreError {
                    #expect(error.code == .fileSystem || error.code == .uncertain)
                    count += 1
                }
            }
            #expect(count > 6)
        }
        #expect(try file.session(images) == [image(1)])
        #expect(names(file).count == 1)
    }

    @Test("A new store replaces the changed file of a large value that an earlier store has left")
    func changedFileOfAnEarlierStore() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let name = try #require(names(file).first)
        try FileManager.default.removeItem(at: file.url)
        try image(2).write(to: url(file, name))
        try JSONStoreDescription(storeAt: file.url).create { place in
            let context = try PersistentContainer(model: Self.model, store: place).newContext()
            add(image(1), "a", to: context)
            try context.save()
        }
        #expect(try file.session(images) == [image(1)])
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
    }

    @Test("Objects with the same large value share its memory, so a process maps each file once")
    func sharedMemory() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            for title in ["a", "b", "c"] { add(image(1), title, to: context) }
            try context.save()
        }
        let name = try #require(names(file).first)
        // A file that was just written could still change without another time.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -60)],
            ofItemAtPath: url(file, name).path(percentEncoded: false))
        try file.session { context in
            let addresses = try images(context).map { image in
                try #require(image).withUnsafeBytes { $0.baseAddress.map { UInt(bitPattern: $0) } }
            }
            #expect(addresses.count == 3)
            #expect(Set(addresses).count == 1)
        }
    }

    @Test("A missing file of a large value is an error that names its place")
    func aMissingFileIsAnErrorWithItsPlace() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let name = try #require(names(file).first)
        try FileManager.default.removeItem(at: url(file, name))
        let error = try #require(try file.expectRefusal(.malformed))
        #expect(error.line == 11)
        #expect(
            error.message
                == "the file of a value is not in \(file.path).data, or has a different size; restore it")
        #expect(try JSONStore.check(file.url, model: Self.model).count == 1)
    }

    @Test("A repair keeps the large values of rejected objects, also after the next save")
    func valuesOfRejectedObjects() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(2), "b", to: context)
            add(image(3), "shared", to: context)
            add(image(3), "shared too", to: context)
            try context.save()
        }
        let text = try file.text
        let lost = try #require(text.firstMatch(of: /"external": "([0-9a-f]{64})"[^\n]*"title": "a"/)).output.1
        let shared = try #require(text.firstMatch(of: /"external": "([0-9a-f]{64})"[^\n]*"title": "shared"/)).output.1
        try file.write(text.replacing(#""a""#, with: "5").replacing(#""shared""#, with: "6"))
        let before = names(file)
        #expect(before.count == 3)
        let report = try JSONStore.repair(file.url, model: Self.model)
        #expect(report.rejectedParts.count == 2)
        #expect(report.copies.map(\.lastPathComponent) == ["Store.json.damaged", "Store.json.damaged.data"])
        try file.session { context in
            add(Data(count: 1), "small", to: context)
            try context.save()
        }
        #expect(names(file) == before.filter { $0 != lost })
        let kept = file.folder.url.appending(path: "Store.json.damaged.data")
        let keptNames = try FileManager.default.contentsOfDirectory(atPath: kept.path(percentEncoded: false))
        #expect(Set(keptNames) == [String(lost), String(shared)])
        #expect(try Data(contentsOf: kept.appending(path: lost)) == image(1))
    }

    @Test("A backup that fails leaves no values")
    func failedBackup() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(2), "b", to: context)
            try context.save()
        }
        let last = try #require(names(file).last)
        let values = file.folder.url.appending(path: "Copy.json.data")
        // A folder in the place of a value, which cannot be written there.
        try FileManager.default.createDirectory(
            at: values.appending(path: last), withIntermediateDirectories: true)
        let store = try JSONStore(at: file.url, model: Self.model, options: JSONStoreOptions(isReadOnly: true))
        #expect(throws: StoreError.self) { try store.backUp(to: file.folder.url.appending(path: "Copy.json")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: values.path(percentEncoded: false)) == [last])
        try FileManager.default.removeItem(at: values)
        try store.backUp(to: file.folder.url.appending(path: "Copy.json"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: values.path(percentEncoded: false)).sorted()
                == names(file))
    }

    @Test("A check finds a damaged file of a large value")
    func aDamagedFileIsFoundByChecking() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let name = try #require(names(file).first)
        var damaged = image(1)
        damaged[77] ^= 1
        try damaged.write(to: url(file, name))
        let findings = try JSONStore.check(file.url, model: Self.model)
        #expect(findings.map(\.message) == ["the file was changed after it was written"])
        #expect(findings.first?.location.hasSuffix(name) == true)
    }

    @Test(
        "A file name that could lead out of the folder is refused",
        arguments: [
            "../../../etc/passwd", "", "a", String(repeating: "A", count: 64), String(repeating: "a", count: 63) + "/",
        ])
    func namesOutsideOfFolder(_ name: String) throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let good = try #require(names(file).first)
        try file.write(try file.text.replacing(good, with: name))
        try file.expectRefusal(.malformed)
    }

    @Test("Backing up and destroying a store include the files of large values")
    func backupsAndDestroyingTakeThemAlong() throws {
        let file = try StoreFile(Self.model)
        let target = file.folder.url.appending(path: "Backup.json")
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
            try (context.persistentStore as? JSONStore)?.backUp(to: target)
        }
        try JSONStore.destroy(at: file.url)
        #expect(try file.fileNames == ["Backup.json", "Backup.json.data"])
        let backup = try JSONStore(at: target, model: Self.model)
        let context = try PersistentContainer(model: Self.model, store: OpenStoreDescription(backup)).newContext()
        #expect(try images(context) == [image(1)])
    }

    @Test("A backup has the large values of its state, even if a save removes their files meanwhile")
    func removedMeanwhile() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let store = try JSONStore(at: file.url, model: Self.model, options: JSONStoreOptions(isReadOnly: true))
        for name in names(file) { try FileManager.default.removeItem(at: url(file, name)) }
        let target = file.folder.url.appending(path: "Backup.json")
        try store.backUp(to: target)
        let backup = try JSONStore(at: target, model: Self.model)
        let context = try PersistentContainer(model: Self.model, store: OpenStoreDescription(backup)).newContext()
        #expect(try images(context) == [image(1)])
    }

    @Test("A repair keeps the files of large values")
    func repairingKeepsThem() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(2), "b", to: context)
            try context.save()
        }
        try file.write(try file.text.replacing(#""title": "b""#, with: #""title": 1"#))
        let report = try JSONStore.repair(file.url, model: Self.model)
        #expect(report.objectCount == 1)
        #expect(try file.session(images) == [image(1)])
        let rejected = try String(contentsOf: try #require(report.rejectedFile), encoding: .utf8)
        let name = "7ba6895f5b9c25b51f420b09f0d030d4de023a5d2a5fa0090ae608eee7e4f392"
        let reference = #"{\"external\": \"\#(name)\", \"bytes\": 100000}"#
        #expect(
            rejected == #"""
                {"file": "\#(file.path)", "line": 12, "reason": "found a number; expected a string", \#
                "text": "{\"id\": 2, \"image\": \#(reference), \"title\": 1}"}

                """#)
    }

    @Test("Removing no values leaves a folder alone, even an empty one")
    func removingNone() throws {
        let folder = try TemporaryFolder()
        let values = ExternalData(folder: try folder.createFolder("Store.json.data"))
        values.remove([])
        #expect(try folder.names() == ["Store.json.data"])
        values.remove([String(repeating: "0", count: 64)])
        #expect(try folder.names() == [])
    }

    // MARK: Files that others have changed, and values without files

    /// The model before it allowed files for large values.
    private static let inlineModel: ManagedObjectModel = {
        var model = ExternalDataTests.model.schema
        model.entities[0].attributes[0].allowsExternalBinaryDataStorage = false
        return ManagedObjectModel(model)
    }()

    /// Changes a byte of the only file of a value.
    private func damage(_ file: StoreFile) throws -> (name: String, value: Data) {
        let name = try #require(names(file).first)
        var damaged = try Data(contentsOf: url(file, name))
        damaged[77] ^= 1
        try damaged.write(to: url(file, name))
        return (name, damaged)
    }

    @Test("Large values that a store contains itself get files before the next file refers to them")
    func valuesThatGetFiles() throws {
        let file = try StoreFile(Self.inlineModel)
        do {
            let context = try PersistentContainer(model: Self.inlineModel, store: .json(at: file.url)).newContext()
            add(image(1), "a", to: context)
            try context.save()
        }
        #expect(names(file) == [])
        for title in ["b", "c"] {
            let context = try PersistentContainer(model: Self.model, store: .json(at: file.url)).newContext()
            add(Data(count: 1), title, to: context)
            try context.save()
        }
        #expect(names(file) == [ExternalData.name(of: image(1))])
        #expect(try file.text.contains(#""external""#))
        let context = try PersistentContainer(model: Self.model, store: .json(at: file.url)).newContext()
        #expect(try images(context).contains(image(1)))
    }

    @Test("A repair writes the files of large values that the store contained itself")
    func valuesThatGetFilesByRepair() throws {
        let file = try StoreFile(Self.inlineModel)
        do {
            let context = try PersistentContainer(model: Self.inlineModel, store: .json(at: file.url)).newContext()
            add(image(1), "a", to: context)
            add(Data(count: 1), "b", to: context)
            try context.save()
        }
        try file.write(try file.text.replacing(#""b""#, with: "5"))
        #expect(try JSONStore.repair(file.url, model: Self.model).rejectedParts.count == 1)
        let context = try PersistentContainer(model: Self.model, store: .json(at: file.url)).newContext()
        #expect(try images(context) == [image(1)])
    }

    @Test("A value whose file was changed keeps the file and its name when other objects are saved")
    func changedFile() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let (name, damaged) = try damage(file)
        for title in ["b", "c"] {
            try file.session { context in
                add(Data(count: 1), title, to: context)
                try context.save()
            }
        }
        #expect(names(file) == [name])
        let found = try file.session { context in try images(context) }
        #expect(found.contains(damaged))
        #expect(
            try JSONStore.check(file.url, model: Self.model).map(\.message)
                == ["the file was changed after it was written"])
    }

    @Test("A new value replaces a file of its name with other contents")
    func changedFileOfANewValue() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        _ = try damage(file)
        try file.session { context in
            add(image(1), "b", to: context)
            try context.save()
        }
        let found = try file.session { context in try images(context) }
        #expect(found == [image(1), image(1)])
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
    }

    @Test("A backup of a store with a changed value has the same finding as the store")
    func backupOfChangedFile() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let (name, damaged) = try damage(file)
        let copy = file.folder.url.appending(path: "Copy.json")
        try JSONStore(at: file.url, model: Self.model, options: JSONStoreOptions(isReadOnly: true)).backUp(to: copy)
        #expect(try Data(contentsOf: file.folder.url.appending(path: "Copy.json.data/\(name)")) == damaged)
        #expect(try JSONStore.check(copy, model: Self.model).count == 1)
    }

    @Test("A description finds the changed values of its open store, as a conversion requires")
    func changedValuesOfAnOpenStore() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let description = JSONStoreDescription(storeAt: file.url)
        func changed() throws -> [StoreFinding] {
            let options = JSONStoreOptions(isReadOnly: true)
            return try description.changedValues(in: JSONStore(at: file.url, model: Self.model, options: options))
        }
        #expect(try changed() == [])
        let (name, _) = try damage(file)
        #expect(try changed().map(\.message) == ["the file was changed after it was written"])
        #expect(try changed().first?.location.hasSuffix("/\(name)") == true)
        #expect(try description.changedValues(in: InMemoryStore(model: Self.model)) == [])
    }

    @Test("A repair keeps a changed value under the name of its contents, and the changed file beside the store")
    func repairOfChangedFile() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            try context.save()
        }
        let (name, damaged) = try damage(file)
        let report = try JSONStore.repair(file.url, model: Self.model)
        #expect(report.findings == report.changedValues && report.changedValues.count == 1)
        #expect(report.copies.map(\.lastPathComponent) == ["Store.json.damaged", "Store.json.damaged.data"])
        #expect(
            try Data(contentsOf: file.folder.url.appending(path: "Store.json.damaged.data/\(name)")) == damaged)
        #expect(names(file) == [ExternalData.name(of: damaged)])
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
        for title in ["b", "c"] {
            try file.session { context in
                #expect(try images(context).contains(damaged))
                add(Data(count: 1), title, to: context)
                try context.save()
            }
        }
        #expect(names(file) == [ExternalData.name(of: damaged)])
        #expect(try JSONStore.check(file.url, model: Self.model).isEmpty)
        #expect(try JSONStore.repair(file.url, model: Self.model).findings.isEmpty)
    }

    @Test("A value that cannot be read is not taken for lost, and a repair changes nothing")
    func unreadableFile() throws {
        let file = try StoreFile(Self.model)
        try file.session { context in
            add(image(1), "a", to: context)
            add(image(2), "b", to: context)
            try context.save()
        }
        let name = try #require(names(file).first)
        try FileManager.default.removeItem(at: url(file, name))
        // A link to itself cannot be followed by anyone.
        try FileManager.default.createSymbolicLink(
            atPath: url(file, name).path(percentEncoded: false), withDestinationPath: name)
        let error = #expect(throws: StoreError.self) { try file.session { _ in } }
        #expect(error?.code == .fileSystem)
        #expect(error?.message.hasPrefix("the file of a large value cannot be read") == true)
        try file.write(try file.text.replacing(#""a""#, with: "5"))
        let text = try file.text
        #expect(throws: StoreError.self) { try JSONStore.repair(file.url, model: Self.model) }
        #expect(try file.text == text)
        #expect(names(file).count == 2)
    }
}
