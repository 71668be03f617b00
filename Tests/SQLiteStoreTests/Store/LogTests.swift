import Foundation
import Logging
import ObjectGraph
import SQLiteStore
import Synchronization
import TestSupport
import Testing

/// What a store tells a logger.
struct LogTests {
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func append(_ line: String) {
            lines.withLock { $0.append(line) }
        }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        init(lines: Lines) { self.lines = lines }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.append("\(event.level): \(event.message)")
        }
    }

    private let model = ManagedObjectModel(
        Model(
            name: "Notes",
            entities: [
                Entity(name: "Note", attributes: [Attribute(name: "text", type: .string, isOptional: true)])
            ]))

    private func save(_ text: String, in store: SQLiteStore) throws {
        let number = try store.reserveNumbers(1, forRootEntityNamed: "Note")
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(
                objectID: ObjectID(storeIdentifier: store.identifier, entityName: "Note", number: number),
                values: [.string(text)], destinations: [])
        ]
        _ = try store.commit(changes)
    }

    @Test func whatAStoreDoesIsLogged() throws {
        let folder = try TemporaryFolder()
        let lines = Lines()
        let options = SQLiteStoreOptions(
            synchronous: .off, logger: Logger(label: "test") { _ in Handler(lines: lines) })
        let store = try SQLiteStore(at: folder.url.appending(path: "notes.sqlite"), model: model, options: options)
        try save("secret", in: store)
        #expect(lines.all == ["info: the store was made", "info: the store was opened", "debug: saved"])
        #expect(throws: SQLiteStoreError.self) { try SQLiteStore(at: folder.url, model: model, options: options) }
        #expect(lines.all.last == "error: the store was not opened")
    }

    @Test func aViewThatIsHeldForLongIsToldWithWhatItCosts() throws {
        let folder = try TemporaryFolder()
        let lines = Lines()
        let options = SQLiteStoreOptions(
            synchronous: .off, logger: Logger(label: "test") { _ in Handler(lines: lines) })
        let store = try SQLiteStore(at: folder.url.appending(path: "notes.sqlite"), model: model, options: options)
        let large = String(repeating: "x", count: 2_500_000)
        var view: (any StoreView)? = try store.openView()
        let entity = try #require(model.entitiesByName["Note"])
        _ = try view?.count(StoreQuestion(entity: entity, entityNames: ["Note"]))
        for _ in 0..<4 { try save(large, in: store) }
        #expect(lines.all.contains { $0.hasPrefix("warning: a view that somebody holds keeps the journal") })
        #expect(!lines.all.contains { $0.hasPrefix("info: the journal was folded") })
        view = nil
        for _ in 0..<4 { try save(large, in: store) }
        #expect(lines.all.contains { $0.hasPrefix("info: the journal was folded") })
    }
}
