import Foundation
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreTestSupport
import Testing

/// What processes hear of one another's saves. The interval at which stores look by themselves is so long here that
/// nothing is found but what is heard.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct ChangeNotificationTests {
    private let server: TestServer
    private let options: PostgreSQLStoreOptions
    private let store: PostgreSQLStore
    private let container: PersistentContainer
    /// What the container's store logs.
    private let lines = LogLines()

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(
            schemaName: server.newSchemaName(), maximumConnectionCount: 2, pollingIntervalMilliseconds: 3_600_000)
        store = try PostgreSQLStore(connectionString: server.connection, model: TagStore.model, options: options)
        var logged = options
        logged.logger = lines.logger
        container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: server.connection, options: logged))
    }

    private var commitCount: Int { container.persistentStoreCoordinator.commitCount }

    /// The connections that listen to the store, as the server tells them.
    private func listeners() throws -> [String] {
        let identifier = store.identifier.uuidString.lowercased().replacing("-", with: "")
        return try server.run("SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN \"modelgen_\(identifier)\"'")
            .split(separator: "\n").map(String.init)
    }

    /// A context that follows others, of a store that listens.
    private func followingContext() throws -> ManagedObjectContext {
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        #expect(try eventually { try listeners().count == 1 })
        expectListening(1)
        return context
    }

    /// Waits until the container's store has begun to listen for a number of times, and has then looked for saves,
    /// which it does once.
    private func expectListening(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let hasLooked = eventually {
            let statements = lines.all.filter { $0.hasPrefix("debug: ran a statement") }
            let beginnings = statements.indices.filter { statements[$0].contains("LISTEN ") }
            guard beginnings.count >= count, let last = beginnings.last else { return false }
            return statements[last...].contains { $0.contains("CASE WHEN writer") }
        }
        #expect(hasLooked, sourceLocation: sourceLocation)
    }

    /// - Parameter other: Another store than the usual one, which notifies others.
    private func insert(_ name: String, into other: PostgreSQLStore? = nil) throws {
        let store = other ?? store
        var changes = StoreChanges()
        let objectID = ObjectID(
            storeIdentifier: store.identifier, entityName: "Tag",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Tag"))
        changes.inserted = [
            StoreChanges.Insertion(objectID: objectID, values: [.string(name), .null], destinations: [])
        ]
        _ = try store.commit(changes)
    }

    private func names(in context: ManagedObjectContext) throws -> [String] {
        let tags = try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag"))
        return tags.compactMap { $0.value(forKey: "name") as? String }.sorted()
    }

    @Test("A save of another process is found at once, and merged by contexts that merge automatically")
    func mergingOfSaves() throws {
        let context = try followingContext()
        let count = commitCount
        try insert("a")
        #expect(eventually { commitCount != count })
        #expect(try names(in: context) == ["a"])
        let seen = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Tag")).first)
        var changes = StoreChanges()
        changes.updated = [StoreChanges.Update(objectID: seen.objectID, version: 1, values: [0: .string("b")])]
        _ = try store.commit(changes)
        #expect(
            eventually {
                context.processPendingChanges()
                return seen.value(forKey: "name") as? String == "b"
            })
    }

    @Test("Several saves in quick succession are all found")
    func savesShortlyAfterOneAnotherAreAllFound() throws {
        let context = try followingContext()
        for number in 0..<9 { try insert("\(number)") }
        let controller = try FetchedResultsController(
            fetchRequest: FetchRequest<ManagedObject>(
                entityName: "Tag", sortDescriptors: [ModelSortDescriptor(key: "name")]),
            managedObjectContext: context)
        try controller.performFetch()
        #expect(
            eventually {
                context.processPendingChanges()
                return controller.fetchedObjects?.count == 9
            })
    }

    @Test("The context of the main actor merges the saves of other processes automatically")
    @MainActor func viewContext() async throws {
        let context = container.viewContext
        context.automaticallyMergesChangesFromParent = true
        let observation = context.observe { event in
            if case .didFailToRead(let error) = event { Issue.record(error) }
        }
        defer { withExtendedLifetime(observation) {} }
        let tag = context.insertNewObject(forEntityName: "Tag")
        try context.save()
        #expect(try eventually { try listeners().count == 1 })
        var changes = StoreChanges()
        changes.updated = [StoreChanges.Update(objectID: tag.objectID, version: 1, values: [0: .string("theirs")])]
        _ = try store.commit(changes)
        // Tests beside this one occupy the threads of stores.
        let deadline = ContinuousClock.now + .seconds(600)
        while tag.value(forKey: "name") == nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(tag.value(forKey: "name") as? String == "theirs", "\(lines.all)")
    }

    @Test("A save of another process posts a remote change notification")
    func savesOfOtherProcessesArePosted() throws {
        let center = NotificationCenter()
        container.persistentStoreCoordinator.notificationCenter = center
        let posted = DispatchSemaphore(value: 0)
        let identifier = store.identifier
        let token = center.addObserver(forName: .NSPersistentStoreRemoteChange, object: nil, queue: nil) { change in
            let key = PersistentStoreCoordinator.RemoteChangeKey.storeUUID.rawValue
            if change.userInfo?[key] as? UUID == identifier { posted.signal() }
        }
        defer { center.removeObserver(token) }
        let context = try followingContext()
        try insert("a")
        #expect(posted.wait(timeout: .now() + 30) == .success)
        withExtendedLifetime(context) {}
    }

    @Test("Saves are found after the listening connection was lost and opened again")
    func reconnection() throws {
        let context = try followingContext()
        let count = commitCount
        for process in try listeners() { try server.run("SELECT pg_terminate_backend(\(process))") }
        try insert("a")
        #expect(eventually { commitCount != count })
        #expect(try eventually { try listeners().count == 1 })
        expectListening(2)
        let later = commitCount
        try insert("b")
        #expect(eventually { commitCount != later })
        #expect(try names(in: context) == ["a", "b"])
    }

    @Test("A failed check after a notification is repeated, even without another notification")
    func repetition() throws {
        let context = try followingContext()
        var options = options
        options.usesNotifications = false
        let quiet = try PostgreSQLStore(connectionString: server.connection, model: TagStore.model, options: options)
        let schema = try #require(options.schemaName)
        let count = commitCount
        try server.run("ALTER TABLE \(schema).modelgen_transaction RENAME TO elsewhere")
        let identifier = store.identifier.uuidString.lowercased().replacing("-", with: "")
        try server.run("NOTIFY \"modelgen_\(identifier)\", 'somebody'")
        #expect(eventually { lines.all.contains { $0.hasPrefix("debug: a statement failed") } })
        try server.run("ALTER TABLE \(schema).elsewhere RENAME TO modelgen_transaction")
        try insert("a", into: quiet)
        #expect(eventually { commitCount != count })
        withExtendedLifetime(context) {}
    }

    @Test("Notifying other processes takes no additional round trip")
    func aSaveThatNotifiesTakesNoRoundTripMore() throws {
        try insert("a")
        try insert("b")
        // The shortest time between two notifications: the next save has one.
        Thread.sleep(forTimeInterval: 0.05)
        let objectID = ObjectID(
            storeIdentifier: store.identifier, entityName: "Tag",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Tag"))
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.null, .null], destinations: [])]
        let before = store.roundTripCount
        _ = try store.commit(changes)
        #expect(store.roundTripCount - before == 1)
    }

    @Test("Without notifications, no statement is a `LISTEN` or `NOTIFY`")
    func withoutNotifications() throws {
        let engine = try SharedFeatureEngine(on: server, refusing: [])
        var options = options
        options.usesNotifications = false
        options.pollingIntervalMilliseconds = 100
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: engine.connection, options: options))
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        context.insertNewObject(forEntityName: "Tag")
        try context.save()
        let count = container.persistentStoreCoordinator.commitCount
        try insert("a")
        #expect(eventually { container.persistentStoreCoordinator.commitCount != count })
        #expect(engine.account.statements["WITH"] != nil)
        #expect(engine.account.statements.keys.filter { ["LISTEN", "NOTIFY"].contains($0) } == [])
    }

    @Test("The listening thread ends with the store")
    func theThreadThatListensGoesAwayWithTheStore() throws {
        try withFollowedContainer()
        #expect(try eventually { try listeners().isEmpty })
    }

    private func withFollowedContainer() throws {
        let container = try PersistentContainer(
            model: TagStore.model, store: .postgreSQL(connectionString: server.connection, options: options))
        let context = container.newContext()
        context.automaticallyMergesChangesFromParent = true
        #expect(try eventually { try listeners().count == 1 })
        withExtendedLifetime(context) {}
    }
}
