import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreMigration
import TestSupport
import Testing

/// Stores that are created in a database as a whole, while others use it, and whatever happens on the way.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct DatabaseCreationTests {
    private struct InjectedError: Error {}

    private let server: TestServer
    private let schemaName: String
    private let model: ManagedObjectModel

    init() throws {
        server = try #require(TestServer.shared)
        schemaName = server.newSchemaName()
        model = try .version(
            #"<entity name="Book"><attribute name="title" optional="YES" attributeType="String"/></entity>"#)
    }

    private func store(
        by connection: String? = nil, inSchema name: String? = nil
    ) -> PostgreSQLStoreDescription {
        PostgreSQLStoreDescription(
            connectionString: connection ?? server.connection,
            options: PostgreSQLStoreOptions(schemaName: name ?? schemaName, connectionTimeoutMilliseconds: 200))
    }

    private func insert(_ titles: [String], in store: PostgreSQLStoreDescription) throws {
        let context = try PersistentContainer(model: model, store: store).newContext()
        for title in titles { try context.make("Book", ["title": title]) }
        try context.save()
    }

    private func titles(in store: PostgreSQLStoreDescription) throws -> [String] {
        try PersistentContainer(model: model, store: store).newContext().values("Book", "title")
    }

    /// What others see of a store: nil if it is incomplete.
    private func others<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as StoreError where error.message.hasPrefix("the store is incomplete") {
            #expect(error.code == .malformed)
            return nil
        }
    }

    @Test("A store is incomplete for everyone else until it has all its objects")
    func incompleteStores() throws {
        let store = store()
        try store.create { new in
            try insert(["Dune"], in: new)
            #expect(try titles(in: new) == ["Dune"])
            #expect(try others { try store.exists() } == nil)
            #expect(try others { try titles(in: store) } == nil)
            #expect(try others { try store.storedModel() } == nil)
            #expect(try others { try store.check(model: model) } == nil)
            #expect(try others { try store.migrate(to: model, migration: .automatic, isDryRun: false) } == nil)
            let error = #expect(throws: StoreError.self) { try store.create { try insert(["It"], in: $0) } }
            #expect(error?.code == .alreadyExists)
        }
        #expect(try titles(in: store) == ["Dune"])
    }

    @Test("A creation whose store someone else replaces fails, and leaves the other store", arguments: [true, false])
    func replacedStores(fails: Bool) throws {
        let store = store()
        #expect(throws: (any Error).self) {
            try store.create { new in
                try insert(["Dune"], in: new)
                try store.destroy()
                try insert(["It"], in: store)
                if fails { throw InjectedError() }
            }
        }
        #expect(try titles(in: store) == ["It"])
    }

    @Test(
        "A creation whose connection is lost at any point leaves no store that lacks objects",
        arguments: [true, false])
    func cutCreations(serverIsGoneThen: Bool) throws {
        let relay = try Relay(to: server)
        var outcomes: Set<String> = []
        for byteCount in stride(from: 0, to: 1_000_000, by: runsLongTests ? 20 : 300) {
            let name = server.newSchemaName()
            let store = store(inSchema: name)
            relay.cut(.afterBytes(byteCount), isGoneThen: serverIsGoneThen)
            let creation = Result {
                try self.store(by: relay.connection, inSchema: name).create { try insert(["Dune", "It"], in: $0) }
            }
            relay.comeBack()
            if relay.forgetCut() {
                try creation.get()
                break
            }
            switch try others({ try store.exists() }) {
            case true?:
                #expect(try titles(in: store) == ["Dune", "It"], "\(byteCount)")
                outcomes.insert("complete")
            case false?:
                #expect((try? creation.get()) == nil, "\(byteCount)")
                outcomes.insert("absent")
            case nil:
                #expect((try? creation.get()) == nil, "\(byteCount)")
                try store.destroy()
                #expect(try server.run("SELECT COUNT(*) FROM pg_namespace WHERE nspname = '\(name)'") == "0")
                outcomes.insert("incomplete")
            }
        }
        #expect(outcomes.contains("absent"))
        #expect(outcomes.contains("incomplete") == serverIsGoneThen)
    }
}
