import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import StoreMigration
import StoreTestSupport
import TestSupport
import Testing

/// Operations on files remove and replace the files of stores, and nothing else.
@Suite(.timeLimit(.minutes(2))) struct SpecialFileTests {
    private let folder: TemporaryFolder
    private let model = ManagedObjectModel.superheroes

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { folder.url.appending(path: name) }

    private func path(_ name: String) -> String {
        folder.url.resolvingSymlinksInPath().appending(path: name).path(percentEncoded: false)
    }

    private func appearance() throws -> [String: String] { try SpecialFile.appearance(of: folder.url) }

    /// A store of one hero.
    private func makeStore(_ name: String) throws {
        let container = try PersistentContainer(model: model, store: .json(at: url(name)))
        let context = container.newContext()
        Superhero(context: context).name = "Batman"
        try context.save()
    }

    /// An operation that would remove or write a file.
    enum Operation: String, CaseIterable, Sendable {
        case destroy, open, openForReading, migrate, repair, seed, backUp
    }

    private func run(_ operation: Operation, at url: URL) throws {
        switch operation {
        case .destroy: try JSONStore.destroy(at: url)
        case .open: _ = try JSONStore(at: url, model: model)
        case .openForReading: _ = try JSONStore(at: url, model: model, options: JSONStoreOptions(isReadOnly: true))
        case .migrate: try JSONStore.migrate(url, to: model)
        case .repair: _ = try JSONStore.repair(url, model: model)
        case .seed: try JSONStore.seed(url, from: self.url("seed.json"), model: model)
        case .backUp:
            try JSONStore(at: self.url("seed.json"), model: model, options: JSONStoreOptions(isReadOnly: true))
                .backUp(to: url)
        }
    }

    private func error(_ operation: Operation, at url: URL) -> StoreError? {
        #expect(throws: StoreError.self, "\(operation)") { try run(operation, at: url) }
    }

    @Test("What others have written in the place of the lock of a store stays")
    func lockOfOthers() throws {
        try folder.write("versions", to: "store.json.lock")
        try makeStore("store.json")
        try JSONStore.destroy(at: url("store.json"))
        #expect(try folder.names() == ["store.json.lock"])
        #expect(try String(contentsOf: url("store.json.lock"), encoding: .utf8) == "versions")
    }

    // MARK: - In the place of the store

    @Test("Nothing but a file is destroyed, opened, migrated, repaired, or written", arguments: SpecialFile.makeable)
    func inThePlaceOfTheStore(_ kind: SpecialFile) throws {
        try makeStore("seed.json")
        try kind.make(at: folder.path("store"))
        for operation in Operation.allCases {
            // A store is created where a link leads, and there is nothing to destroy.
            if kind == .brokenLink, [.destroy, .open, .migrate, .seed, .backUp].contains(operation) { continue }
            let before = try appearance()
            let error = error(operation, at: url("store"))
            let expected =
                switch operation {
                case .destroy:
                    "the store cannot be destroyed: \(kind.reasonAsEntry); specify the file of a store"
                case .backUp: "the file already exists; nothing was written"
                case .repair where kind == .brokenLink: "there is no store to repair"
                case .openForReading where kind == .brokenLink: "there is no store to read"
                default: "the store cannot be opened: \(kind.reason)"
                }
            #expect(error?.message == expected, "\(operation)")
            #expect(error?.code == .fileSystem)
            #expect(error?.location == path(kind == .brokenLink ? "nowhere" : "store"), "\(operation)")
            #expect(try appearance() == before, "\(operation)")
        }
    }

    @Test("Destroying what a broken link names removes nothing")
    func brokenLink() throws {
        try SpecialFile.brokenLink.make(at: folder.path("store"))
        let before = try appearance()
        try JSONStore.destroy(at: url("store"))
        #expect(try appearance() == before)
    }

    // MARK: - Next to the store

    private static let besides: [(ending: String, kind: SpecialFile)] = [".journal", ".history", ".lock"].flatMap {
        ending in
        SpecialFile.makeable.map { (ending, $0) }
    }

    @Test("Nothing but files is removed next to a store", arguments: besides)
    func nextToTheStore(_ entry: (ending: String, kind: SpecialFile)) throws {
        try makeStore("store.json")
        let name = "store.json\(entry.ending)"
        try? FileManager.default.removeItem(at: url(name))
        try entry.kind.make(at: folder.path(name))
        let before = try appearance()
        let error = error(.destroy, at: url("store.json"))
        #expect(
            error?.message == "the store cannot be destroyed: \(entry.kind.reasonAsEntry); move it away first")
        #expect(error?.location == path(name))
        #expect(try appearance() == before)
    }

    @Test("Only a folder is taken for the folder of large values")
    func folderOfValues() throws {
        try makeStore("store.json")
        for kind in SpecialFile.makeable where kind != .folder {
            try kind.make(at: folder.path("store.json.data"))
            let before = try appearance()
            let error = error(.destroy, at: url("store.json"))
            #expect(
                error?.message == "the store cannot be destroyed: \(kind.reasonAsEntry); move it away first")
            #expect(error?.location == path("store.json.data"))
            #expect(try appearance() == before, "\(kind)")
            #expect(unlink(folder.path("store.json.data")) == 0)
        }
    }

    @Test("What others have put next to large values stays")
    func filesOfOthers() throws {
        try makeStore("store.json")
        try folder.write("mine", to: "store.json.data/photo.jpg")
        try folder.write("value", to: "store.json.data/" + String(repeating: "a", count: 64))
        try folder.write("part", to: "store.json.data/" + String(repeating: "b", count: 64) + ".new")
        let device = String(repeating: "c", count: 64)
        if SpecialFile.deviceObstacle == nil {
            try SpecialFile.device.make(at: folder.path("store.json.data/\(device)"))
        }
        let before = try appearance()
        if SpecialFile.deviceObstacle == nil {
            // The store's name for a file, and not a file.
            let error = error(.destroy, at: url("store.json"))
            #expect(error?.message == "the file cannot be removed")
            #expect(error?.location == path("store.json.data/\(device)"))
            #expect(try appearance()["store.json.data/\(device)"] == before["store.json.data/\(device)"])
            #expect(unlink(folder.path("store.json.data/\(device)")) == 0)
            try makeStore("store.json")
        }
        try JSONStore.destroy(at: url("store.json"))
        #expect(try appearance().filter { $0.key.contains("/") } == before.filter { $0.key.hasSuffix("photo.jpg") })
    }

    // MARK: - Files

    @Test(
        "A file that is not a store stays",
        arguments: ["hello\n", "{\"format\": \"other\"}", "[1]", "\u{89}PNG\r\n", "{\"version\": 1}"])
    func otherFiles(_ text: String) throws {
        try folder.write(text, to: "store.json")
        let before = try appearance()
        let error = error(.destroy, at: url("store.json"))
        #expect(error?.code == .notAStore && error?.location == path("store.json"))
        #expect(
            error?.message == """
                the file is not a store, and stays: it does not begin with "format": "modelgen-store"; to remove it \
                anyway, delete the file
                """)
        #expect(try appearance() == before)
    }

    @Test("Without a store, a file that has the name of its journal but is none stays")
    func journalOfOthers() throws {
        try folder.write("mine", to: "store.json.journal")
        let before = try appearance()
        let error = error(.destroy, at: url("store.json"))
        #expect(error?.code == .notAStore && error?.location == path("store.json.journal"))
        #expect(error?.message.hasPrefix("the file is not the journal of a store, and stays: ") == true)
        #expect(try appearance() == before)
    }

    @Test(
        "Journals without their stores are destroyed",
        arguments: ["", "\0\0\0", "{\"format\": \"modelgen-jour", "{\"format\": \"modelgen-journal\", \0"])
    func journalsAlone(_ text: String) throws {
        try folder.write(text, to: "store.json.journal")
        try JSONStore.destroy(at: url("store.json"))
        #expect(try appearance().isEmpty)
    }

    @Test("Damaged and empty stores are destroyed", arguments: ["", " \n{ \"format\" :\n\"modelgen-store\", \u{0}"])
    func damagedStores(_ text: String) throws {
        try folder.write(text, to: "store.json")
        try JSONStore.destroy(at: url("store.json"))
        #expect(try appearance().isEmpty)
    }

    @Test("Destroying a store through a link removes the files of the store, and the link stays")
    func links() throws {
        try folder.createFolder("below")
        try makeStore("below/store.json")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "below/store.json")
        try JSONStore.destroy(at: url("link"))
        #expect(try appearance().keys.sorted() == ["below", "link"])
        try makeStore("link")
        #expect(try appearance().keys.contains("below/store.json"))
    }

    @Test("A copy is not written next to the journal of another store", arguments: [".journal", ".history"])
    func copies(_ ending: String) throws {
        try makeStore("seed.json")
        try folder.write("other", to: "store.json\(ending)")
        let before = try appearance()
        let error = error(.backUp, at: url("store.json"))
        #expect(error?.message == "the file already exists; nothing was written")
        #expect(error?.location == path("store.json\(ending)"))
        #expect(try appearance() == before)
    }

    // MARK: - While a store is open

    @Test("A save replaces no device, pipe, socket, or folder", arguments: ["", ".new"], SpecialFile.makeable)
    func saving(_ ending: String, _ kind: SpecialFile) throws {
        // A link in the place of an incomplete file is replaced, and what it leads to stays.
        guard !kind.isLink else { return }
        let container = try PersistentContainer(model: model, store: .json(at: url("store.json")))
        let context = container.newContext()
        try kind.make(at: folder.path("store.json\(ending)"))
        let before = try appearance()
        Superhero(context: context).name = "Batman"
        let error = #expect(throws: StoreError.self) { try context.save() }
        let expected = ending.isEmpty ? "another program changed the store while it was open" : kind.reason
        #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
        #expect(try appearance() == before)
    }
}
