import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLTestSupport
import StoreConformance
import StoreTestSupport
import TestSupport
import Testing

@testable import PostgreSQLStore

/// The store on an engine that has only what engines with PostgreSQL's protocol share.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct DistributedEngineTests {
    private let server: TestServer
    private let engine: SharedFeatureEngine
    private let options: PostgreSQLStoreOptions

    init() throws {
        server = try #require(TestServer.shared)
        engine = try SharedFeatureEngine(on: server)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName(), pollingIntervalMilliseconds: 0)
    }

    @Test(
        "The store passes the conformance rules on an engine with only the common features",
        arguments: StoreConformance.casesForShortLivedViews)
    func theStoreDoesWhatAnyStoreMust(_ rule: StoreConformance) throws {
        try rule.check(sharesCoordinator: false) { .postgreSQL(connectionString: engine.connection, options: options) }
        // Nothing that is refused was asked for but what the store goes on without.
        #expect(Set(engine.refusals.keys).subtracting([.notifications]).isEmpty)
    }

    @Test("Every transaction is serializable on an engine that has only this level")
    func isolationLevel() throws {
        let store = try PostgreSQLStore(connectionString: engine.connection, model: TagStore.model, options: options)
        // What is run in the same transaction as a save says what level it has.
        try server.run(
            """
            CREATE FUNCTION \(schema).level() RETURNS text LANGUAGE sql AS 'SELECT current_setting(''transaction_isolation'')';
            ALTER TABLE \(schema).tag ADD COLUMN level text DEFAULT \(schema).level()
            """)
        try insert("a", in: store)
        #expect(try server.run("SELECT level FROM \(schema).tag") == "serializable")
    }

    @Test("Concurrent changes of several stores lose nothing with serializable transactions")
    func concurrentChanges() async throws {
        let stores = try (0..<3).map { _ in
            try PersistentContainer(
                model: Self.counters, store: .postgreSQL(connectionString: engine.connection, options: options))
        }
        let context = stores[0].newContext()
        for _ in 0..<4 { context.insertNewObject(forEntityName: "Counter") }
        try context.save()
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask { try Self.count(in: store, times: 20) }
            }
            try await group.waitForAll()
        }
        #expect(try server.run("SELECT SUM(value) FROM \(schema).counter") == "240")
    }

    private static let counters = ManagedObjectModel(
        Model(
            name: "Counters",
            entities: [
                Entity(
                    name: "Counter",
                    attributes: [Attribute(name: "value", type: .integer64, defaultValueString: "0")])
            ]))

    /// Adds 1 to each of all counters, in a save, as often as is wanted.
    private static func count(in container: PersistentContainer, times: Int) throws {
        let context = container.newContext()
        var done = 0
        while done < times {
            for counter in try context.fetch(FetchRequest<ManagedObject>(entityName: "Counter")) {
                counter.setValue((counter.value(forKey: "value") as? Int64 ?? 0) + 1, forKey: "value")
            }
            do {
                try context.save()
                done += 1
            } catch is MergeConflictError {
                context.reset()
            }
        }
    }

    @Test("A feature that the engine refuses is not tried again")
    func whatIsRefusedOnceIsNotSaidAgain() throws {
        let store = try PostgreSQLStore(connectionString: engine.connection, model: TagStore.model, options: options)
        for number in 0..<5 {
            try insert("tag \(number)", in: store)
            // A store notifies others once in 50 ms at most, so this is time for several notifications.
            Thread.sleep(forTimeInterval: 0.03)
        }
        #expect(engine.refusals == [.notifications: 1])
        #expect(try server.run("SELECT COUNT(*) FROM \(schema).tag") == "5")
    }

    @Test("Without notifications, the changes of other processes are found by polling")
    func othersAreFollowedWhereNothingIsPassedOn() throws {
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: engine.connection, options: options))
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        #expect(eventually { engine.refusals[.notifications] == 1 })
        let count = container.persistentStoreCoordinator.commitCount
        let other = try PostgreSQLStore(connectionString: server.connection, model: TagStore.model, options: options)
        try insert("a", in: other)
        // Without a context that does anything.
        #expect(eventually { container.persistentStoreCoordinator.commitCount != count })
        withExtendedLifetime(context) {}
    }

    @Test("The documentation lists the statements and features that the store uses")
    func thePageSaysWhatStatementsAreMadeOf() throws {
        let engine = try SharedFeatureEngine(on: server, refusing: [])
        for rule in StoreConformance.casesForShortLivedViews {
            let options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
            try rule.check(sharesCoordinator: false) {
                .postgreSQL(connectionString: engine.connection, options: options)
            }
        }
        try useAndMigrate(by: engine)
        let path = "Sources/Stores/PostgreSQLStore/Documentation.docc/DistributedEngines.md"
        let page = try String(contentsOf: SourceTree.file(path), encoding: .utf8)
        let (start, end) = ("<!-- what statements are made of -->\n", "<!-- end -->")
        let first = try #require(page.range(of: start)?.upperBound)
        let last = try #require(page.range(of: end)?.lowerBound)
        try expectGolden("\(page[..<first])\(engine.account.table)\(page[last...])", at: "../../\(path)")
    }

    /// What the rules for all stores do not do: creating a store as a whole, following others, very many new objects,
    /// conflicts, a history, a look at the store, and migrations with and without a look at each object.
    private func useAndMigrate(by engine: SharedFeatureEngine) throws {
        try PostgreSQLStoreDescription(connectionString: engine.connection, options: options).create { new in
            _ = try new.openStore(for: TagStore.model)
        }
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: engine.connection, options: options))
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        let store = try PostgreSQLStore(connectionString: engine.connection, model: TagStore.model, options: options)
        try #require(store.history).setTracking(true)
        context.insertNewObject(forEntityName: "Tag").setValue("a", forKey: "name")
        try context.save()
        for _ in 0..<InsertionWriter.leastCopiedCount { context.insertNewObject(forEntityName: "Tag") }
        try context.save()
        #expect(throws: ConstraintConflictError.self) { try insert("a", in: store) }
        #expect(eventually { engine.account.statements["LISTEN"] != nil && engine.account.statements["NOTIFY"] != nil })
        #expect(try store.history?.transactions(after: 0).count == 2)
        try store.history?.removeTransactions(upTo: 2)
        var model = TagStore.model.schema
        model.entities[0].attributes[0].name = "title"
        model.entities[0].attributes[0].renamingIdentifier = "name"
        model.entities[0].uniquenessConstraints = [UniquenessConstraint(["title"])]
        try migrate(to: model, engine)
        model.entities[0].uniquenessConstraints.append(UniquenessConstraint(["savedAt"]))
        try migrate(to: model, engine)
        try PostgreSQLStore.destroy(connectionString: engine.connection, options: options)
    }

    private func migrate(to model: Model, _ engine: SharedFeatureEngine) throws {
        let next = ManagedObjectModel(model)
        try PostgreSQLStore.migrate(connectionString: engine.connection, to: next, options: options)
        #expect(try PostgreSQLStore.check(connectionString: engine.connection, model: next, options: options) == [])
        #expect(try PostgreSQLStore.model(connectionString: engine.connection, options: options).entities.count == 1)
    }

    private var schema: String { options.schemaName ?? "" }

    private func insert(_ name: String, in store: PostgreSQLStore) throws {
        var changes = StoreChanges()
        let objectID = ObjectID(
            storeIdentifier: store.identifier, entityName: "Tag",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Tag"))
        changes.inserted = [
            StoreChanges.Insertion(objectID: objectID, values: [.string(name), .null], destinations: [])
        ]
        _ = try store.commit(changes)
    }
}

extension SharedFeatureEngine.Account {
    /// As the page has it.
    fileprivate var table: String {
        func list(_ words: Set<String>) -> String { words.sorted().map { "`\($0)`" }.joined(separator: ", ") }
        let rows = statements.sorted { $0.key < $1.key }.map { "| `\($0.key)` | \(list($0.value)) |\n" }
        return "\n| statement | with the words |\n|---|---|\n\(rows.joined())\n"
            + "Functions: \(list(functions)).\n\nCasts: \(list(casts)).\n\n"
    }
}
