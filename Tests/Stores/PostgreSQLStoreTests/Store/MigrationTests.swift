import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreMigration
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// Stores that go on with another version of their model while others use them, and whatever happens on the way.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct MigrationTests {
    private let tags: TagStore

    init() throws {
        tags = try TagStore()
        for number in 0..<300 { try tags.insert("tag \(number)", in: tags.store) }
    }

    /// The model of ``TagStore`` with another name for `name`, and one attribute more.
    private static let next = ManagedObjectModel(
        Model(
            name: "Tags",
            entities: [
                Entity(
                    name: "Tag",
                    attributes: [
                        Attribute(name: "title", type: .string, isOptional: true, renamingIdentifier: "name"),
                        Attribute(name: "savedAt", type: .date, isOptional: true),
                        Attribute(name: "rank", type: .integer32, defaultValueString: "3"),
                    ],
                    uniquenessConstraints: [UniquenessConstraint(["title"])])
            ]))

    /// Makes the store one of the first format, which did not number its models.
    private func age() throws {
        _ = try sql("ALTER TABLE SCHEMA.modelgen_store DROP COLUMN model_number")
        _ = try sql("ALTER TABLE SCHEMA.modelgen_transaction DROP COLUMN model_number")
        _ = try sql("UPDATE SCHEMA.modelgen_store SET format = 1")
    }

    @Test("A store of the first format can be read and written")
    func firstFormat() throws {
        try age()
        let store = try tags.another()
        try tags.insert("after", in: store)
        #expect(try tags.names(in: store).count == 301)
        #expect(try sql("SELECT format::text FROM SCHEMA.modelgen_store") == "1")
    }

    @Test("A migration upgrades the first format, and earlier programs get an error")
    func upgradeOfTheFirstFormat() throws {
        try age()
        let before = try tags.another()
        let objectID = try tags.newObjectID(in: before)
        try migrate()
        #expect(try sql("SELECT format::text || ' ' || model_number::text FROM SCHEMA.modelgen_store") == "3 2")
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.null, .null], destinations: [])]
        let error = #expect(throws: StoreError.self) { _ = try before.commit(changes) }
        #expect(error?.code == .modelMismatch)
    }

    @Test("A store opened with an earlier version gets an error instead of wrong values")
    func openEarlierVersion() throws {
        var model = TagStore.model.schema
        model.entities[0].attributes.append(Attribute(name: "rank", type: .integer32, isOptional: true))
        let options = PostgreSQLStoreOptions(schemaName: tags.server.newSchemaName())
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: ManagedObjectModel(model), options: options)
        let container = try PersistentContainer(
            model: ManagedObjectModel(model),
            store: PostgreSQLStoreDescription(connectionString: tags.server.connection, options: options))
        let context = container.newContext()
        context.insertNewObject(forEntityName: "Tag").setValue(7, forKey: "rank")
        try context.save()
        model.entities[0].attributes[2].type = .double
        try PostgreSQLStore.migrate(
            connectionString: tags.server.connection, to: ManagedObjectModel(model), options: options)
        let entity = try #require(store.openView() as (any StoreView)?)
        let query = StoreQuery(
            entity: try #require(container.managedObjectModel.entitiesByName["Tag"]), entityNames: ["Tag"])
        let error = #expect(throws: StoreError.self) { _ = try entity.execute(query) }
        #expect(error?.code == .modelMismatch)
    }

    @Test("A store is created and migrated whatever a backslash means in texts of the role")
    func meaningOfBackslashes() throws {
        var options = tags.options
        options.schemaName = tags.server.newSchemaName()
        let connection = "\(tags.server.connection) options='-c standard_conforming_strings=off'"
        _ = try PostgreSQLStore(connectionString: connection, model: TagStore.model, options: options)
        try PostgreSQLStore.migrate(connectionString: connection, to: Self.next, options: options)
        // The format of stores whose indexes have canonical forms.
        let format = "SELECT format::text FROM \(options.schemaName ?? "").modelgen_store"
        #expect(try tags.server.run(format) == "3")
    }

    @Test("Two simultaneous migrations migrate the store once")
    func simultaneousMigrations() async throws {
        let model = ManagedObjectModel(
            Model(
                name: "Tags",
                entities: [
                    Entity(
                        name: "Label", renamingIdentifier: "Tag",
                        attributes: Self.next.entitiesByName["Tag"]?.schema.attributes ?? [],
                        uniquenessConstraints: [UniquenessConstraint(["title"])])
                ]))
        let (server, options) = (tags.server, tags.options)
        let number = try sql("SELECT model_number FROM SCHEMA.modelgen_store")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try PostgreSQLStore.migrate(connectionString: server.connection, to: model, options: options)
                }
            }
            try await group.waitForAll()
        }
        #expect(try sql("SELECT COUNT(title) FROM SCHEMA.label") == "300")
        #expect(try sql("SELECT model_number - \(number) FROM SCHEMA.modelgen_store") == "1")
    }

    @Test("A store that others migrate while its description is read is described as before or as after")
    func migrationBetweenStatements() throws {
        let (server, options) = (tags.server, tags.options)
        let number = try sql("SELECT model_number FROM SCHEMA.modelgen_store")
        let isFirst = Mutex(true)
        let lines = LogLines { line in
            guard line.contains("version_hashes::text") else { return }
            let isNow = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            guard isNow else { return }
            #expect(throws: Never.self) {
                try PostgreSQLStore.migrate(connectionString: server.connection, to: Self.next, options: options)
            }
        }
        var logged = options
        logged.logger = lines.logger
        let report = try PostgreSQLStore.migrate(connectionString: server.connection, to: Self.next, options: logged)
        #expect(report.entities.isEmpty)
        #expect(isFirst.withLock(\.self) == false)
        #expect(try sql("SELECT model_number - \(number) FROM SCHEMA.modelgen_store") == "1")
    }

    @Test("A migration does not wait for long for a session that has a table open, and names it")
    func openTransaction() throws {
        let view = try tags.store.openPinnedView()
        let entity = try #require(TagStore.model.entitiesByName["Tag"])
        _ = try view.execute(StoreQuery(entity: entity, entityNames: ["Tag"]))
        let error = #expect(throws: StoreError.self) { try migrate() }
        #expect(error?.code == .contention)
        #expect(error?.message.contains("of tests, 'modelgen'") == true, "\(String(describing: error))")
        #expect(try tags.names(in: tags.store).count == 300)
        view.unpin()
        #expect(eventually { (try? migrate()) != nil })
    }

    @Test("Migrated tables keep their owners, and a loss of row security is refused")
    func ownersAndRowSecurity() throws {
        let role = "owner_\(tags.options.schemaName ?? "")"
        _ = try sql("CREATE ROLE \(role)")
        for table in ["tag", "modelgen_store"] { _ = try sql("ALTER TABLE SCHEMA.\(table) OWNER TO \(role)") }
        _ = try sql("ALTER TABLE SCHEMA.tag ENABLE ROW LEVEL SECURITY")
        let error = #expect(throws: StoreError.self) { try migrate() }
        #expect(
            error?.message == """
                the table 'tag' has row security, which would be lost because the migration recreates the table; remove it \
                first, and add it to the new table afterward
                """)
        _ = try sql("ALTER TABLE SCHEMA.tag DISABLE ROW LEVEL SECURITY")
        try migrate()
        #expect(try sql("SELECT tableowner FROM pg_tables WHERE schemaname = 'SCHEMA' AND tablename = 'tag'") == role)
    }

    @discardableResult
    private func migrate(
        by connection: String? = nil, _ migration: MigrationOptions = .automatic
    ) throws -> MigrationReport {
        var options = tags.options
        options.connectionTimeoutMilliseconds = 500
        return try PostgreSQLStore.migrate(
            connectionString: connection ?? tags.server.connection, to: Self.next, migration: migration,
            options: options)
    }

    private func sql(_ statement: String) throws -> String {
        try tags.server.run(statement.replacing("SCHEMA", with: tags.options.schemaName ?? ""))
    }

    @Test("MIG-30 a migrated store in a database keeps its identity, privileges, indexes, and keys")
    func theStoreGoesOn() throws {
        _ = try sql("CREATE ROLE reader_\(tags.options.schemaName ?? "")")
        _ = try sql("GRANT SELECT ON SCHEMA.tag TO reader_\(tags.options.schemaName ?? "")")
        #expect(
            try migrate().description == """
                Tag: 300 objects
                  rank: new, gets the default value
                  title: continues 'name'
                """)
        #expect(try migrate().entities.isEmpty)
        let store = try PostgreSQLStore(
            connectionString: tags.server.connection, model: Self.next, options: tags.options)
        #expect(store.identifier == tags.store.identifier)
        #expect(try sql("SELECT COUNT(*), MIN(rank), MAX(title) FROM SCHEMA.tag") == "300|3|tag 99")
        #expect(
            try sql("SELECT has_table_privilege('reader_\(tags.options.schemaName ?? "")', 'SCHEMA.tag', 'SELECT')")
                == "t")
        #expect(try sql("SELECT COUNT(*) FROM pg_indexes WHERE schemaname = 'SCHEMA' AND tablename = 'tag'") == "2")
        #expect(try store.reserveNumbers(1, forRootEntityNamed: "Tag") > 300)
        #expect(
            try PostgreSQLStore.check(
                connectionString: tags.server.connection, model: Self.next, options: tags.options) == [])
    }

    /// What the server copies by itself keeps the versions of its rows;
    /// objects that are written anew begin with the first.
    @Test("Objects that no policy sees are copied by the server, with their versions")
    func serverSideCopies() throws {
        let objectID = try tags.insert("renamed", Date(timeIntervalSinceReferenceDate: 1e15), in: tags.store)
        try tags.rename(objectID, "renamed twice", in: tags.store)
        let before = try sql("SELECT id, version, name, saved_at, saved_at_exact FROM SCHEMA.tag ORDER BY id")
        try migrate()
        let after = try sql("SELECT id, version, title, saved_at, saved_at_exact FROM SCHEMA.tag ORDER BY id")
        #expect(after == before)
        #expect(after.split(separator: "\n").last == "\(objectID.number)|2|renamed twice|infinity|1e+15")
    }

    @Test("A program with the earlier version gets an error and saves nothing")
    func earlierPrograms() throws {
        let other = try tags.another()
        let objectID = try tags.newObjectID(in: other)
        try migrate()
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.null, .null], destinations: [])]
        for store in [tags.store, other] {
            let error = #expect(throws: StoreError.self) { _ = try store.commit(changes) }
            #expect(error?.code == .modelMismatch)
            #expect(
                error?.message == """
                    the store has been migrated to another version of the model 'Tags' since it was opened; open it again, \
                    with that version
                    """)
        }
        #expect(try sql("SELECT COUNT(*) FROM SCHEMA.tag") == "300")
    }

    @Test(
        "A program that has the store open with the earlier model reads nothing of the migrated one",
        arguments: [true, false])
    func earlierReaders(hasNameStill: Bool) throws {
        let other = try tags.another()
        #expect(try tags.names(in: other).count == 300)
        let objectID = ObjectID(storeIdentifier: other.identifier, entityName: "Tag", number: 1)
        var model = Self.next.schema
        if hasNameStill {
            // A new attribute with the name of the earlier one.
            model.entities[0].attributes.append(
                Attribute(name: "name", type: .string, isOptional: true, renamingIdentifier: "unknown"))
        }
        try PostgreSQLStore.migrate(
            connectionString: tags.server.connection, to: ManagedObjectModel(model), options: tags.options)
        let operations: [() throws -> Void] = [
            { _ = try tags.names(in: other) }, { _ = try other.openView().rows(of: [objectID]) },
            { _ = try other.openPinnedView().rows(of: [objectID]) },
        ]
        for operation in operations + operations {
            let error = #expect(throws: StoreError.self) { try operation() }
            #expect(error?.code == .modelMismatch, "\(String(describing: error))")
            #expect(error?.message.contains("has been migrated to another version") == true)
        }
    }

    @Test("MIG-29 a migration that loses its connection at any point leaves the old store or the new one")
    func aCutMigrationLeavesOneOfTheStores() throws {
        let relay = try Relay(to: tags.server)
        var generator = SplitMix.seeded()
        var cuts: [Relay.Cut] = [
            .before("LOCK TABLE"), .before("DROP TABLE"), .after("DROP TABLE"), .after("INSERT INTO"),
            .before("modelgen_model_number"), .before("COMMIT\u{0}"),
        ]
        cuts += (0..<6).map { _ in .afterBytes(.random(in: 100...40_000, using: &generator)) }
        for cut in cuts {
            relay.cut(cut)
            do {
                try migrate(by: relay.connection)
                // Only a random cut can have been beyond what was sent, or in its last bytes.
                guard case .afterBytes = cut else {
                    Issue.record("\(cut) did not happen")
                    return
                }
                _ = relay.forgetCut()
                #expect(try sql("SELECT COUNT(title) FROM SCHEMA.tag") == "300", "seed \(generator.seed), \(cut)")
                break
            } catch let error as StoreError {
                #expect(error.code == .connectionLost, "seed \(generator.seed), \(cut)")
            }
            #expect(try sql("SELECT COUNT(name) FROM SCHEMA.tag") == "300", "seed \(generator.seed), \(cut)")
            try tags.insert("another \(cut)", in: tags.store)
            _ = try sql("DELETE FROM SCHEMA.tag WHERE name LIKE 'another%'")
        }
    }

    @Test("MIG-29 a migration whose COMMIT has no answer reports its outcome")
    func aMigrationWithoutAnswerIsFoundOut() throws {
        let relay = try Relay(to: tags.server)
        relay.cut(.after("COMMIT\u{0}"))
        let report = try migrate(by: relay.connection)
        #expect(!relay.forgetCut())
        #expect(report.entities.map(\.objectCount) == [300])
        #expect(try sql("SELECT COUNT(title) FROM SCHEMA.tag") == "300")
    }

    @Test("A migration whose COMMIT has no answer, and after which no server responds, has an unknown outcome")
    func aMigrationWithoutAServer() throws {
        let relay = try Relay(to: tags.server)
        relay.cut(.after("COMMIT\u{0}"), isGoneThen: true)
        let error = #expect(throws: StoreError.self) { try migrate(by: relay.connection) }
        #expect(error?.code == .connectionLost && error?.outcome == .unknown)
        #expect(error?.message.contains("not known whether it took place") == true)
        #expect(try sql("SELECT COUNT(title) FROM SCHEMA.tag") == "300")
        relay.comeBack()
        #expect(try migrate(by: relay.connection).entities.isEmpty)
    }

    @Test("A store that has lost the number of an entity is neither opened nor migrated")
    func missingNumber() throws {
        _ = try sql("DELETE FROM SCHEMA.modelgen_entity WHERE name = 'Tag'")
        for operation in [{ _ = try tags.another() }, { _ = try migrate() }] as [() throws -> Void] {
            let error = #expect(throws: StoreError.self) { try operation() }
            #expect(error?.code == .malformed && error?.table == "modelgen_entity")
            #expect(error?.message.contains("there is no row for the entity 'Tag'") == true)
        }
        _ = try sql("INSERT INTO SCHEMA.modelgen_entity VALUES (1, 'Tag', 1000)")
        #expect(try tags.names(in: tags.another()).count == 300)
    }

    @Test("A migration keeps a view that depends on a table, and fails")
    func dependentViews() throws {
        _ = try sql("CREATE VIEW SCHEMA.names AS SELECT name FROM SCHEMA.tag")
        let error = #expect(throws: StoreError.self) { try migrate() }
        #expect(error?.sqlState == "2BP01")
        #expect(try sql("SELECT COUNT(*) FROM SCHEMA.names") == "300")
        try tags.insert("one more", in: tags.store)
    }

    @Test("A backup of a database to a file is refused")
    func aBackupIsRefused() throws {
        let error = #expect(throws: StoreError.self) {
            try migrate(MigrationOptions(backupURL: URL(filePath: "/tmp/copy")))
        }
        #expect(
            error?.message == """
                a store in a database cannot be copied to a file; back it up with pg_dump
                """)
    }

    @Test("A trial writes nothing, and opening migrates only if this is allowed")
    func trials() throws {
        let report = try PostgreSQLStore.migrate(
            connectionString: tags.server.connection, to: Self.next, options: tags.options, isDryRun: true)
        #expect(report.entities.map(\.objectCount) == [300])
        func open(_ migration: MigrationOptions) throws {
            let description = PostgreSQLStoreDescription(
                connectionString: tags.server.connection, options: tags.options, migration: migration)
            withExtendedLifetime(try description.openStore(for: Self.next)) { _ in }
        }
        #expect(throws: StoreError.self) { try open(.disabled) }
        #expect(try sql("SELECT COUNT(name) FROM SCHEMA.tag") == "300")
        try open(.automatic)
        #expect(try sql("SELECT COUNT(title) FROM SCHEMA.tag") == "300")
    }
}
