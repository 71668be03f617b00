import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// The examples in the doc comments of what is done with a store as a whole.
@Suite struct StoreExampleTests {
    private let folder: TemporaryFolder
    private let model = library("title"), newModel = library("title", "rating")
    private var backupURL: URL { folder.url.appending(path: "Backup") }
    private var books: FetchRequest<ManagedObject> { FetchRequest(entityName: "Book") }

    init() throws { folder = try TemporaryFolder() }

    private static func library(_ names: String...) -> ManagedObjectModel {
        let attributes = names.map { Attribute(name: $0, type: .string, isOptional: true) }
        return ManagedObjectModel(Model(name: "Library", entities: [Entity(name: "Book", attributes: attributes)]))
    }

    /// Writes a store with one book, and closes it.
    private func write(_ store: some PersistentStoreDescription) throws {
        let context = try PersistentContainer(model: model, store: store).newContext()
        context.insertNewObject(forEntityName: "Book").setValue("Emma", forKey: "title")
        try context.save()
    }

    @Test("The examples of a JSON store check, copy, migrate, and remove it")
    func aJSONStore() throws {
        let url = folder.url.appending(path: "Library.json")
        try write(.json(at: url))
        // Example: JSONStore.check
        for finding in try JSONStore.check(url, model: model) { print(finding) }
        // End
        #expect(try JSONStore.check(url, model: model) == [])
        do {
            // Example: JSONStore.backUp
            let store = try JSONStore(at: url, model: model)
            try store.backUp(to: backupURL)  // Contexts can save meanwhile.
            // End
        }
        #expect(try JSONStore.check(backupURL, model: model) == [])
        // Example: JSONStore.migrate
        print(try JSONStore.migrate(url, to: newModel, isDryRun: true))  // What would change
        let report = try JSONStore.migrate(url, to: newModel)
        // End
        #expect(report.entities.map(\.objectCount) == [1])
        do {
            // Example: JSONStore.model
            let model = try JSONStore.model(at: url)
            let container = try PersistentContainer(model: model, store: .json(at: url))  // Without a model file
            // End
            #expect(try container.newContext().count(for: books) == 1)
        }
        do {
            // Example: JSONStore.repair
            let report = try JSONStore.repair(url, model: newModel)
            for finding in report.findings { print(finding) }
            // End
            #expect(report.findings.isEmpty)
        }
        // Example: JSONStore.destroy
        try JSONStore.destroy(at: url)  // With its journal and its large values
        // End
        // Example: JSONStore.seed
        try JSONStore.seed(url, from: backupURL, model: model)  // The backup stays as it is.
        // End
        #expect(try JSONStore.check(url, model: model) == [])
        let schemaURL = folder.url.appending(path: "Library.schema.json")
        // Example: JSONStore.schema
        let schema = Data(JSONStore.schema(of: model))
        try schema.write(to: schemaURL)
        // End
        #expect(try JSONSerialization.jsonObject(with: schema) is [String: Any])
    }

    @Test("The examples of a SQLite store check, copy, migrate, and remove it")
    func aSQLiteStore() throws {
        let url = folder.url.appending(path: "Library.sqlite")
        try write(.sqlite(at: url))
        // Example: SQLiteStore.check
        for finding in try SQLiteStore.check(url, model: model) { print(finding) }
        // End
        #expect(try SQLiteStore.check(url, model: model) == [])
        do {
            let backupURL = folder.url.appending(path: "Own")
            // Example: SQLiteStore.backUp
            let store = try SQLiteStore(at: url, model: model)
            try store.backUp(to: backupURL)  // Contexts can save meanwhile.
            // End
            #expect(try SQLiteStore.check(backupURL, model: model) == [])
        }
        // Example: SQLiteStore.backUp
        try SQLiteStore.backUp(url, to: backupURL)  // Other programs can save meanwhile.
        // End
        #expect(try SQLiteStore.check(backupURL, model: model) == [])
        // Example: SQLiteStore.migrate
        print(try SQLiteStore.migrate(url, to: newModel, isDryRun: true))  // What would change
        let report = try SQLiteStore.migrate(url, to: newModel)
        // End
        #expect(report.entities.map(\.objectCount) == [1])
        do {
            // Example: SQLiteStore.model
            let model = try SQLiteStore.model(at: url)
            let container = try PersistentContainer(model: model, store: .sqlite(at: url))  // Without a model file
            // End
            #expect(try container.newContext().count(for: books) == 1)
        }
        // Example: SQLiteStore.destroy
        try SQLiteStore.destroy(at: url)  // With its journal and its large values
        // End
        // Example: SQLiteStore.seed
        try SQLiteStore.seed(url, from: backupURL)  // The backup stays as it is.
        // End
        #expect(try SQLiteStore.check(url, model: model) == [])
        // Example: SQLiteStore.schema
        let statements = SQLiteStore.schema(of: model)  // CREATE TABLE …
        // End
        #expect(statements.contains("CREATE TABLE"))
    }

    @Test("The examples of a store of any kind migrate it with a copy, and create another one")
    func administration() throws {
        let store = JSONStoreDescription(url: folder.url.appending(path: "Library.json"))
        try write(store)
        // Example: StoreAdministration.storedModel
        let (storedModel, unreadableParts) = try store.storedModel()
        for part in unreadableParts { print("not readable: \(part)") }
        // End
        #expect(unreadableParts == [] && storedModel.entities.map(\.name) == ["Book"])
        // Example: StoreAdministration.backUp
        try store.backUp(to: backupURL, model: model)
        // End
        #expect(try JSONStore.check(backupURL, model: model) == [])
        let originalURL = folder.url.appending(path: "Original")
        // Example: StoreAdministration.migrate
        let migration = MigrationOptions(backupURL: originalURL)  // The original, in case people want it back
        let report = try store.migrate(to: newModel, migration: migration, isDryRun: false)
        // End
        #expect(report.entities.map(\.objectCount) == [1])
        #expect(try store.isWritten(with: newModel))
        #expect(try JSONStore.check(originalURL, model: model) == [])
        do {
            let originalURL = folder.url.appending(path: "Rated")
            // Example: MigrationOptions.init
            let migration = MigrationOptions(droppedElements: ["Book.rating"], backupURL: originalURL) { progress in
                print("\(progress.completedUnitCount) of \(progress.totalUnitCount) objects")
            }
            // End
            _ = try store.migrate(to: model, migration: migration, isDryRun: false)
            #expect(try store.isWritten(with: model))
            #expect(try JSONStore.check(originalURL, model: newModel) == [])
        }
        let copy = SQLiteStoreDescription(url: folder.url.appending(path: "Library.sqlite"))
        // Example: StoreAdministration.create
        try copy.create { store in
            let context = try PersistentContainer(model: newModel, store: store).newContext()
            context.insertNewObject(forEntityName: "Book").setValue("Persuasion", forKey: "title")
            try context.save()
        }  // There is no store if the closure throws an error.
        // End
        #expect(try copy.check(model: newModel) == [])
    }

    @Test("The examples of PostgreSQL stores compile, and fail without a server")
    func aPostgreSQLStore() {
        let operations: [() throws -> Void] = [
            {
                // Example: PostgreSQLStore.exists
                if try PostgreSQLStore.exists(connectionString: "service=app") { print("There is a store.") }
                // End
            },
            {
                // Example: PostgreSQLStore.model
                let model = try PostgreSQLStore.model(
                    connectionString: "service=app", options: PostgreSQLStoreOptions(schemaName: "library"))
                print(model.entities.map(\.name))
                // End
            },
            {
                // Example: PostgreSQLStore.check
                for finding in try PostgreSQLStore.check(connectionString: "service=app", model: model) {
                    print(finding)
                }
                // End
            },
            {
                // Example: PostgreSQLStore.migrate
                print(try PostgreSQLStore.migrate(connectionString: "service=app", to: newModel, isDryRun: true))
                try PostgreSQLStore.migrate(connectionString: "service=app", to: newModel)
                // End
            },
            {
                // Example: PostgreSQLStore.destroy
                let options = PostgreSQLStoreOptions(schemaName: "library")
                try PostgreSQLStore.destroy(connectionString: "service=app", options: options)
                // End
            },
        ]
        // No service has this name, so nothing is connected to.
        for operation in operations { #expect(throws: StoreError.self) { try operation() } }
        // Example: PostgreSQLStore.schema
        print(PostgreSQLStore.schema(of: model, options: PostgreSQLStoreOptions(schemaName: "library")))
        // End
        #expect(PostgreSQLStore.schema(of: model).contains("CREATE TABLE"))
    }
}
