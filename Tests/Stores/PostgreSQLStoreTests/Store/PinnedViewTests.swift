import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import SampleModels
import StoreTestSupport
import Testing

/// States that a context keeps although the views of the store are short.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct PinnedViewTests {
    private let server: TestServer
    private let options: PostgreSQLStoreOptions
    private let container: PersistentContainer
    /// The same store as another process opens it.
    private let other: PersistentContainer

    init() throws {
        server = try #require(TestServer.shared)
        // The pool has no connection to spare.
        options = PostgreSQLStoreOptions(
            schemaName: server.newSchemaName(), maximumConnectionCount: 1, pollingIntervalMilliseconds: 0)
        let description = PostgreSQLStoreDescription.postgreSQL(connectionString: server.connection, options: options)
        container = try PersistentContainer(model: .superheroes, store: description)
        other = try PersistentContainer(model: .superheroes, store: description)
        try Self.add("Aquaman", to: other)
    }

    private static func add(_ name: String, to container: PersistentContainer) throws {
        let context = container.newContext()
        Superhero(context: context).name = name
        try context.save()
    }

    private func names(in context: ManagedObjectContext) throws -> [String] {
        try context.fetch(Superhero.fetchRequest()).compactMap(\.name).sorted()
    }

    /// How many connections keep a transaction open.
    private func openTransactionCount() throws -> String {
        try server.run(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE '%\(schemaName)%'"
        )
    }

    private var schemaName: String { options.schemaName ?? "" }

    @Test("A query generation is pinned only if its cost is accepted")
    func acceptedCost() throws {
        let context = container.newContext()
        let error = #expect(throws: QueryGenerationError.self) { try context.pinQueryGeneration() }
        #expect(
            error?.description == """
                keeping a state takes a connection of its own and an open transaction, during which the server can't remove old \
                rows or alter the tables; to accept that, call pinQueryGeneration(acceptingCost: true)
                """)
        #expect(!context.isQueryGenerationPinned)
        try Self.add("Batman", to: other)
        #expect(try names(in: context) == ["Aquaman", "Batman"])
    }

    @Test("A pinned context reads the same data until it is unpinned")
    func pinning() throws {
        let context = container.newContext()
        try context.pinQueryGeneration(acceptingCost: true)
        try Self.add("Batman", to: other)
        #expect(try names(in: context) == ["Aquaman"])
        #expect(try openTransactionCount() == "1")
        // The pool's only connection is free for others.
        try Self.add("Cyborg", to: container)
        #expect(try names(in: container.newContext()) == ["Aquaman", "Batman", "Cyborg"])
        #expect(try names(in: context) == ["Aquaman"])
        context.unpinQueryGeneration()
        #expect(try names(in: context) == ["Aquaman", "Batman", "Cyborg"])
        #expect(try eventually { try openTransactionCount() == "0" })
    }

    @Test("The transaction ends although objects and a child context still exist")
    func endOfTransaction() throws {
        let setup = other.newContext()
        let team = Team(context: setup)
        team.name = "Justice League"
        team.heroes.formUnion(try setup.fetch(Superhero.fetchRequest()))
        try setup.save()
        let context = container.newContext()
        let child = ManagedObjectContext(parent: context)
        try context.pinQueryGeneration(acceptingCost: true)
        let hero = try #require(try context.fetch(Superhero.fetchRequest()).first)
        try Self.add("Batman", to: other)
        #expect(try names(in: child) == ["Aquaman"])
        context.unpinQueryGeneration()
        #expect(try eventually { try openTransactionCount() == "0" })
        // By the usual views.
        #expect(hero.teams.map(\.name) == ["Justice League"])
        #expect(try names(in: child) == ["Aquaman", "Batman"])
    }

    @Test("A pinned context does not merge automatically")
    func aPinnedContextDoesNotMergeAutomatically() throws {
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        try context.pinQueryGeneration(acceptingCost: true)
        try Self.add("Batman", to: other)
        context.processPendingChanges()
        #expect(context.isQueryGenerationPinned)
        #expect(try names(in: context) == ["Aquaman"])
    }

    @Test("A pinned context whose connection is lost throws an error")
    func lostConnections() throws {
        let context = container.newContext()
        try context.pinQueryGeneration(acceptingCost: true)
        #expect(try names(in: context) == ["Aquaman"])
        try server.run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
            WHERE state = 'idle in transaction' AND query LIKE '%\(schemaName)%'
            """)
        try Self.add("Batman", to: other)
        let error = #expect(throws: StoreError.self) { try names(in: context) }
        #expect(error?.code == .connectionLost)
        let second = #expect(throws: StoreError.self) { try names(in: context) }
        #expect(
            second?.message.hasPrefix(
                "the pinned query generation ended when a query failed; unpin it, or pin the latest one: ") == true)
        try context.pinQueryGeneration(acceptingCost: true)
        #expect(try names(in: context) == ["Aquaman", "Batman"])
    }
}
