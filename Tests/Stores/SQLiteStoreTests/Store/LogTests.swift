import Foundation
import Logging
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

/// What a store tells a logger.
struct LogTests {
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

    @Test("Opening, saving, and failing are logged without values")
    func whatAStoreDoesIsLogged() throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        let options = SQLiteStoreOptions(
            durability: .off, logger: lines.logger)
        let store = try SQLiteStore(at: folder.url.appending(path: "notes.sqlite"), model: model, options: options)
        try save("secret", in: store)
        let expected = ["info: the store was created", "info: the store was opened", "debug: saved"]
        let events = lines.all.filter { !$0.hasPrefix("debug: ran a statement") }
        #expect(events.count == expected.count)
        for (line, beginning) in zip(events, expected) { #expect(line.hasPrefix(beginning), "\(line)") }
        #expect(!lines.all.contains { $0.contains("secret") })
        #expect(throws: StoreError.self) { try SQLiteStore(at: folder.url, model: model, options: options) }
        #expect(lines.all.last?.hasPrefix("error: the store was not opened") == true)
    }

    @Test("At the level debug, each statement is logged with its time and rows, and without values")
    func statements() throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        var options = SQLiteStoreOptions(durability: .off, logger: lines.logger)
        let url = folder.url.appending(path: "notes.sqlite")
        do {
            let store = try SQLiteStore(at: url, model: model, options: options)
            for text in ["secret", "secret 2"] { try save(text, in: store) }
            let container = try PersistentContainer(
                model: model, store: SQLiteStoreDescription(url: url, options: options))
            var request = FetchRequest<ManagedObject>(entityName: "Note")
            request.predicate = try .format("text BEGINSWITH 'secret'")
            #expect(try container.newContext().fetch(request).count == 2)
        }
        let ran = lines.all.filter { $0.hasPrefix("debug: ran a statement") }
        let selection = try #require(ran.last { $0.contains("FROM ZNOTE") || $0.contains("FROM \"ZNOTE\"") })
        #expect(selection.contains(/"rows": 2\b/) && selection.contains(/"milliseconds": [0-9.]*[1-9]/))
        #expect(ran.contains { $0.contains("INSERT INTO") } && ran.contains { $0.contains("COMMIT") })
        #expect(!lines.all.contains { $0.contains("secret") })
        // Other levels cost nothing.
        let quiet = LogLines()
        options.logger = quiet.logger
        options.logger?.logLevel = .info
        try save("secret 3", in: try SQLiteStore(at: url, model: model, options: options))
        #expect(!quiet.all.contains { $0.contains("statement") })
    }

    @Test("What a store does for a context is logged with the context's name, on whatever thread")
    func contextNames() async throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        let container = try PersistentContainer(
            model: model,
            store: SQLiteStoreDescription(
                url: folder.url.appending(path: "notes.sqlite"),
                options: SQLiteStoreOptions(durability: .off, logger: lines.logger)))
        let request = FetchRequest<ManagedObject>(entityName: "Note")
        /// The names in the lines that work adds about a kind of statement.
        func names(_ word: String, _ work: (ManagedObjectContext) async throws -> Void) async throws -> [String] {
            let context = container.newContext()
            context.name = "imports"
            let count = lines.all.count
            try await work(context)
            return lines.all.dropFirst(count).filter { $0.contains(word) }.map { line in
                line.firstMatch(of: /"context\.name": (\w+)/).map { String($0.1) } ?? "-"
            }
        }
        let saved = try await names("INSERT INTO ZNOTE") { context in
            context.insertNewObject(forEntityName: "Note").setValue("a", forKey: "text")
            try context.save()
        }
        let savedAsynchronously = try await names("INSERT INTO ZNOTE") { context in
            context.insertNewObject(forEntityName: "Note").setValue("b", forKey: "text")
            try await context.saveAsynchronously()
        }
        let insertedAtOnce = try await names("debug: saved") { _ = try $0.execute(insertion(of: "c")) }
        let fetched = try await names("FROM ZNOTE") { _ = try $0.fetch(request) }
        let counted = try await names("FROM ZNOTE") { _ = try $0.count(for: request) }
        let fetchedAsynchronously = try await names("FROM ZNOTE") { _ = try await $0.fetchAsynchronously(request) }
        let fetchedInBackground = try await names("FROM ZNOTE") { _ in
            try await container.performBackgroundTask { context in
                context.name = "imports"
                _ = try context.fetch(FetchRequest<ManagedObject>(entityName: "Note"))
            }
        }
        let all = [
            saved, savedAsynchronously, insertedAtOnce, fetched, counted, fetchedAsynchronously, fetchedInBackground,
        ]
        #expect(all == Array(repeating: ["imports"], count: 7))
        let objectID = try #require(try container.newContext().fetchObjectIDs(request).first)
        let fault = try await names("FROM ZNOTE") { context in
            #expect(context.object(with: objectID).value(forKey: "text") as? String == "a")
        }
        #expect(fault == ["imports"])
        // A child has its own name, or else its parent's. Contexts within one another's work keep theirs.
        let children = try await names("FROM ZNOTE") { context in
            let child = ManagedObjectContext(parent: context)
            #expect(child.object(with: objectID).value(forKey: "text") as? String == "a")
            child.name = "sheet"
            _ = try child.fetch(request)
            try child.forEachBatch(of: request, size: 10) { _ in _ = try container.newContext().fetch(request) }
        }
        #expect(children.first == "imports" && children.last == "-")
        #expect(children.count > 3 && children.dropFirst().dropLast().allSatisfy { $0 == "sheet" })
    }

    private func insertion(of text: String) -> BatchInsertRequest {
        BatchInsertRequest(entityName: "Note", objects: [["text": text]])
    }

    @Test("A statement that fails is logged with the error, and not as one that ran")
    func failedStatements() throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        let url = folder.url.appending(path: "notes.sqlite")
        let store = try SQLiteStore(
            at: url, model: model,
            options: SQLiteStoreOptions(durability: .off, busyTimeoutMilliseconds: 0, logger: lines.logger))
        let database = try DatabaseFile(url)
        func failures(_ beginning: String, _ work: () throws -> Void) -> [String] {
            let count = lines.all.count
            #expect(throws: (any Error).self) { try work() }
            let all = lines.all.dropFirst(count).filter { $0.contains("\"statement\": \(beginning)") }
            #expect(all.allSatisfy { $0.hasPrefix("debug: a statement failed") }, "\(all)")
            return all
        }
        // While it runs,
        _ = try database.rows("CREATE TRIGGER refuse BEFORE INSERT ON ZNOTE BEGIN SELECT RAISE(ABORT, 'refused'); END")
        let refused = failures("INSERT INTO ZNOTE") { try save("secret", in: store) }
        #expect(refused.count == 1 && refused.allSatisfy { $0.contains("refused") && $0.contains("milliseconds") })
        // before it changes anything,
        _ = try database.rows("BEGIN IMMEDIATE")
        #expect(failures("BEGIN IMMEDIATE") { try save("secret", in: store) }.count == 1)
        _ = try database.rows("ROLLBACK")
        // and before SQLite can run it.
        let history = try #require(store.history)
        try history.setTracking(true)
        _ = try database.rows("ALTER TABLE ACHANGE RENAME COLUMN ZCHANGETYPE TO ZOTHER")
        let missing = failures("SELECT ZTRANSACTIONID") { _ = try history.transactions(after: 0) }
        #expect(missing.count == 1 && missing.allSatisfy { $0.contains("no such column") })
        #expect(!lines.all.contains { $0.contains("secret") })
    }

    @Test("A view that is open for long is logged with the size of the journal")
    func longViews() throws {
        let folder = try TemporaryFolder()
        let lines = LogLines()
        let options = SQLiteStoreOptions(
            durability: .off, logger: lines.logger)
        let store = try SQLiteStore(at: folder.url.appending(path: "notes.sqlite"), model: model, options: options)
        let large = String(repeating: "x", count: 2_500_000)
        var view: (any StoreView)? = try store.openView()
        let entity = try #require(model.entitiesByName["Note"])
        _ = try view?.count(StoreQuery(entity: entity, entityNames: ["Note"]))
        for _ in 0..<4 { try save(large, in: store) }
        #expect(lines.all.contains { $0.hasPrefix("warning: an open view keeps the journal") })
        #expect(!lines.all.contains { $0.hasPrefix("info: the journal was merged") })
        view = nil
        for _ in 0..<4 { try save(large, in: store) }
        #expect(lines.all.contains { $0.hasPrefix("info: the journal was merged") })
    }
}
