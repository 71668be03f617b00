import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import TestSupport
import Testing

extension DocumentationExamples {
    /// Containers, coordinators, and stores.
    @Suite struct ContainerTests {
        @Test("The example of a container saves an object that another context can count")
        @MainActor func aContainer() throws {
            // Example: PersistentContainer
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let hero = Hero(context: container.viewContext)
            hero.name = "Batgirl"
            try container.viewContext.save()
            // End
            #expect(try container.newContext().count(for: Hero.fetchRequest()) == 1)
        }

        @Test("The example of a container with several stores creates the file of each store")
        func severalStores() throws {
            let folder = try TemporaryFolder()
            let (heroesURL, notesURL) = (folder.url.appending(path: "heroes"), folder.url.appending(path: "notes"))
            // Example: PersistentContainer.init
            let container = try PersistentContainer(
                model: .app,
                stores: [("Heroes", .json(at: heroesURL)), ("Notes", .sqlite(at: notesURL))])
            // End
            let context = container.newContext()
            _ = (Hero(context: context), Note(context: context))
            try context.save()
            #expect(FileManager.default.fileExists(atPath: notesURL.path(percentEncoded: false)))
        }

        @Test("The example of an actor with its own context saves an object")
        func aContextForAnActor() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            // Example: PersistentContainer.newContext
            actor Importer {
                let context: ManagedObjectContext
                init(container: PersistentContainer) { context = container.newContext() }

                func addHero(named name: String) throws {
                    Hero(context: context).name = name
                    try context.save()
                }
            }
            // End
            try await Importer(container: container).addHero(named: "Oracle")
            #expect(try container.newContext().count(for: Hero.fetchRequest()) == 1)
        }

        @Test("The example of a background task returns permanent identities")
        func aBackgroundTask() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let names = ["Batgirl", "Robin"]
            // Example: PersistentContainer.performBackgroundTask
            let objectIDs = try await container.performBackgroundTask { context in
                let heroes = names.map { _ in Hero(context: context) }
                for (hero, name) in zip(heroes, names) { hero.name = name }
                try context.save()
                return heroes.map(\.objectID)
            }
            // End
            #expect(objectIDs.count == 2 && objectIDs.allSatisfy { !$0.isTemporaryID })
        }

        @Test("The example of a background context saves an object")
        func aBackgroundContext() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            // Example: PersistentContainer.newBackgroundContext
            let background = container.newBackgroundContext()
            try await background.perform { context in
                Hero(context: context).name = "Batgirl"
                try context.save()
            }
            // End
            let count = try await background.perform { try $0.count(for: Hero.fetchRequest()) }
            #expect(count == 1)
        }

        @Test("The examples of single operations of a background context return what was saved")
        func aSingleOperation() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let background = container.newBackgroundContext()
            await background.perform { Hero(context: $0).name = "Batgirl" }
            try await background.save()
            // Example: BackgroundContext.fetch
            let names = try await background.fetch(Hero.fetchRequest()) { $0.name }
            // End
            #expect(names == ["Batgirl"])
            #expect(try await background.count(for: Hero.fetchRequest()) == 1)
            #expect(try await background.fetchObjectIDs(Hero.fetchRequest()).count == 1)
        }

        @Test("The example of an interruptible call ends when its task is canceled")
        func anInterruptibleCall() async throws {
            final class Connection: Sendable {
                private let end = DispatchSemaphore(value: 0)

                func interrupt() { end.signal() }

                func run(_ statement: String) throws -> [String] {
                    guard end.wait(timeout: .now() + .seconds(60)) == .timedOut else {
                        throw CocoaError(.fileReadUnknown)
                    }
                    return []
                }
            }
            let (connection, statement) = (Connection(), "SELECT pg_sleep(60)")
            @Sendable func ask() throws -> [String] {
                // Example: StoreCancellation
                let rows = try StoreCancellation.interruptible {
                    connection.interrupt()
                    return true
                } _: {
                    try connection.run(statement)
                }
                // End
                return rows
            }
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let task = Task { try await container.performBackgroundTask { _ in try ask() } }
            try await Task.sleep(for: .milliseconds(20))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }

        @Test("The example of background work that awaits another actor saves its result")
        func workThatWaits() async throws {
            actor Directory {
                func name(of universe: Int32) -> String { "Hero of \(universe)" }
            }
            let directory = Directory()
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let background = container.newBackgroundContext()
            try await background.perform { context in
                Hero(context: context).name = "Batgirl"
                try context.save()
            }
            // Example: BackgroundContext.perform
            try await background.perform { context in
                guard let hero = try context.fetch(Hero.fetchRequest()).first else { return }
                hero.name = await directory.name(of: hero.universe)
                try context.save()
            }
            // End
            let names = try await background.perform { try $0.fetch(Hero.fetchRequest()).map(\.name) }
            #expect(names.first?.hasPrefix("Hero of") == true)
        }

        @Test("The example of a coordinator adds, uses, and removes a store")
        func aCoordinator() throws {
            let folder = try TemporaryFolder()
            let archiveURL = folder.url.appending(path: "archive.json")
            let container = try PersistentContainer(model: .app, stores: [("Heroes", .inMemory)])
            // Example: PersistentStoreCoordinator
            let coordinator = container.persistentStoreCoordinator
            let archive = try coordinator.addPersistentStore(with: .json(at: archiveURL), configuration: "Notes")
            let context = ManagedObjectContext(coordinator: coordinator)
            let notes = try context.fetch(Note.fetchRequest())
            try coordinator.remove(archive)
            // End
            #expect(notes.isEmpty && coordinator.persistentStores.count == 1)
        }

        @Test("The example of persistent history merges the changes of other authors")
        func theHistory() throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let context = container.newContext()
            let coordinator = container.persistentStoreCoordinator
            try coordinator.setTracksHistory(true)
            let token = coordinator.currentPersistentHistoryToken
            let hero = Hero(context: context)
            try context.save()
            let other = container.newContext()
            other.counterpart(of: hero).name = "Oracle"
            try other.save()
            // Example: ManagedObjectContext.execute
            let result = try context.execute(PersistentHistoryChangeRequest.fetchHistory(after: token))
            if case .transactionsAndChanges(let transactions) = result {
                for transaction in transactions where transaction.author != "me" {
                    context.mergeChanges(from: transaction.objectIDs)
                }
            }
            // End
            #expect(hero.name == "Oracle")
        }

        @Test("The example of reading the history asynchronously counts transactions")
        func theHistoryAsynchronously() async throws {
            let container = try PersistentContainer(model: .app, store: .inMemory)
            let context = container.newContext()
            try container.persistentStoreCoordinator.setTracksHistory(true)
            let token = container.persistentStoreCoordinator.currentPersistentHistoryToken
            // Example: ManagedObjectContext.executeAsynchronously
            let request = PersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try await context.executeAsynchronously(request)
            if case .transactionsAndChanges(let transactions) = result { print(transactions.count) }
            // End
            #expect(result == .transactionsAndChanges([]))
        }

        @Test("The example of a JSON store opens it with options and reads its properties")
        func aJSONStore() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.json")
            // Example: PersistentStoreDescription.json
            let options = JSONStoreOptions(durability: .normal)
            let container = try PersistentContainer(model: .app, store: .json(at: url, options: options))
            // End
            let context = container.newContext()
            Hero(context: context).name = "Batgirl"
            try context.save()
            // Example: JSONStore
            let store = try JSONStore(at: url, model: .app, options: JSONStoreOptions(isReadOnly: true))
            print(store.identifier, store.history == nil ? "without a history" : "with a history")
            // End
            #expect(store.identifier == container.persistentStore?.identifier)
        }

        @Test("The example of a store's error tells a store that is in use from others")
        func aStoreError() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.json")
            func open() throws -> PersistentContainer? {
                // Example: StoreError
                do {
                    return try PersistentContainer(model: .app, store: .json(at: url))
                } catch let error as StoreError where error.code == .inUse {
                    print("Another program uses \(error.location)")
                    return nil
                }
                // End
            }
            let other = try #require(try open())
            #expect(try open() == nil)
            withExtendedLifetime(other) {}
        }

        @Test("The example of a finding prints its place")
        func aStoreFinding() {
            // Example: StoreFinding
            let finding = StoreFinding(location: "heroes.sqlite", table: "ZHERO", row: 7, "the hero has no name")
            print(finding)  // heroes.sqlite: ZHERO, row 7: the hero has no name
            // End
            #expect("\(finding)" == "heroes.sqlite: ZHERO, row 7: the hero has no name")
        }

        @Test("The example of administration checks a store, and migrates one of an earlier version")
        func storeAdministration() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.sqlite")
            _ = try SQLiteStore(at: url, model: .app)
            // Example: StoreAdministration
            let store = SQLiteStoreDescription(url: url)
            if try !store.isWritten(with: .app) {
                _ = try store.migrate(to: .app, migration: .automatic, isDryRun: false)
            }
            for finding in try store.check(model: .app) { print(finding) }
            // End
            #expect(try store.isWritten(with: .app))
            #expect(try store.check(model: .app) == [])
        }

        @Test("The example of a SQLite store opens it with a seed file")
        func aSQLiteStore() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.sqlite")
            let bundledURL = folder.url.appending(path: "bundled.sqlite")
            _ = try SQLiteStore(at: bundledURL, model: .app)
            // Example: PersistentStoreDescription.sqlite
            let container = try PersistentContainer(model: .app, store: .sqlite(at: url, seed: bundledURL))
            // End
            #expect(container.persistentStore?.identifier.uuidString.count == 36)
        }

        @Test("The example of a JSON store's options merges the journal by hand")
        func optionsOfAJSONStore() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.json")
            // Example: JSONStoreOptions
            let options = JSONStoreOptions(compaction: .manual, maximumSizeBytes: 1 << 30)
            let store = try JSONStore(at: url, model: .app, options: options)
            try store.compact()
            // End
            #expect(store.url == url)
        }

        @Test("The examples of a SQLite store and its options open a file")
        func optionsOfASQLiteStore() throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appending(path: "app.sqlite")
            // Example: SQLiteStoreOptions
            let options = SQLiteStoreOptions(durability: .normal, busyTimeoutMilliseconds: 30_000)
            let container = try PersistentContainer(model: .app, store: .sqlite(at: url, options: options))
            // End
            // Example: SQLiteStore
            let store = try SQLiteStore(at: url, model: .app, options: SQLiteStoreOptions(isReadOnly: true))
            print(store.identifier, store.history == nil ? "without a history" : "with a history")
            // End
            #expect(store.identifier == container.persistentStore?.identifier)
        }

        @Test("The example of a PostgreSQL store's options compiles, and fails without a server")
        func optionsOfAPostgreSQLStore() {
            func open() throws -> PostgreSQLStore {
                // Example: PostgreSQLStoreOptions
                let options = PostgreSQLStoreOptions(
                    schemaName: "app", maximumConnectionCount: 4, statementTimeoutMilliseconds: 5_000)
                let store = try PostgreSQLStore(connectionString: "service=app", model: .app, options: options)
                // End
                return store
            }
            // No service has this name, so nothing is connected to.
            #expect(throws: (any Error).self) { try open() }
        }

        @Test("The example of a PostgreSQL store compiles, and fails without a server")
        func aPostgreSQLStore() {
            func open() throws -> PersistentContainer {
                // Example: PersistentStoreDescription.postgreSQL
                let options = PostgreSQLStoreOptions(schemaName: "app", connectionTimeoutMilliseconds: 2_000)
                let store = PostgreSQLStoreDescription.postgreSQL(connectionString: "service=app", options: options)
                let container = try PersistentContainer(model: .app, store: store)
                // End
                return container
            }
            // No service has this name, so nothing is connected to.
            #expect(throws: StoreError.self) { try open() }
        }

        @Test("The example of a PostgreSQL store's description reads without writing, and fails without a server")
        func aPostgreSQLDescription() {
            func open() throws -> PersistentContainer {
                // Example: PostgreSQLStoreDescription
                var description = PostgreSQLStoreDescription(connectionString: "service=app")  // Without a password
                description.options.isReadOnly = true
                description.options.statementTimeoutMilliseconds = 5_000
                let container = try PersistentContainer(model: .app, store: description)
                // End
                return container
            }
            // No service has this name, so nothing is connected to.
            #expect(throws: StoreError.self) { try open() }
        }

        @Test("The example of a PostgreSQL store by itself compiles, and fails without a server")
        func aPostgreSQLStoreByItself() {
            func open() throws -> UUID {
                // Example: PostgreSQLStore
                let options = PostgreSQLStoreOptions(schemaName: "app", isReadOnly: true)
                let store = try PostgreSQLStore(connectionString: "service=app", model: .app, options: options)
                print(store.identifier, store.history?.lastTransactionNumber ?? 0)
                // End
                return store.identifier
            }
            // No service has this name, so nothing is connected to.
            #expect(throws: StoreError.self) { try open() }
        }
    }
}
