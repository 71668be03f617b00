import Foundation
import JSONStore
import ObjectGraph
import PostgreSQLStore
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// What tools do with whole stores of any kind.
@Suite struct StoreAdministrationTests {
    private struct InjectedError: Error {}

    private static let books =
        #"<entity name="Book"><attribute name="title" optional="YES" attributeType="String"/></entity>"#

    private func insert(_ store: any PersistentStoreDescription, _ model: ManagedObjectModel) throws {
        let context = try PersistentContainer(model: model, store: store).newContext()
        try context.make("Book", ["title": "Dune"])
        try context.save()
    }

    @Test("A new store is filled as a whole, and an existing one stays", arguments: StoreKind.allCases)
    func creation(of kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(Self.books)
        let store = try MigratedStore(kind)
        let description = store.description(.disabled)
        #expect(try !description.exists())
        try create(description) { try self.insert($0, model) }
        #expect(try description.exists())
        #expect(try description.isWritten(with: model))
        let before = try store.files
        #expect(throws: StoreError.self) { try create(description) { try self.insert($0, model) } }
        #expect(try store.files == before)
        #expect(try description.check(model: model) == [])
        try description.destroy()
        #expect(try !description.exists())
    }

    @Test("A store whose filling fails is not there", arguments: StoreKind.allCases)
    func failedCreation(of kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(Self.books)
        let description = try MigratedStore(kind).description(.disabled)
        #expect(throws: InjectedError.self) {
            try create(description) { new in
                try self.insert(new, model)
                throw InjectedError()
            }
        }
        #expect(try !description.exists())
    }

    @Test("A store that someone else creates meanwhile stays", arguments: StoreKind.allCases)
    func creationBesideAnother(of kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(Self.books)
        let store = try MigratedStore(kind)
        let description = store.description(.disabled)
        #expect(throws: StoreError.self) {
            try create(description) { new in
                try self.insert(description, model)
                try self.insert(new, model)
            }
        }
        let context = try PersistentContainer(model: model, store: description).newContext()
        #expect(try context.count(for: FetchRequest<ManagedObject>(entityName: "Book")) == 1)
    }

    private func create(
        _ description: some StoreAdministration, _ fill: (any StoreAdministration) throws -> Void
    ) throws { try description.create { try fill($0) } }

    @Test("A store that is described by its file alone migrates when it is opened, and one of an argument does not")
    func migrationByDefault() throws {
        let folder = try TemporaryFolder()
        #expect(JSONStoreDescription(url: folder.url).migration.isAutomatic)
        #expect(SQLiteStoreDescription(url: folder.url).migration.isAutomatic)
        #expect(try !#require(JSONStoreDescription(argument: "a.json")).migration.isAutomatic)
        #expect(try !#require(SQLiteStoreDescription(argument: "a.sqlite")).migration.isAutomatic)
        #expect(SQLiteStoreDescription(argument: "a.json") == nil)
        #expect(PostgreSQLStoreDescription(argument: "a.json") == nil)
        let address = PostgreSQLStoreDescription(argument: "PostgreSQL://Server/App")?.connectionString
        #expect(address == "postgresql://Server/App")
        let database = try #require(
            PostgreSQLStoreDescription(argument: "postgresql://server/app?sslmode=require&schema=a%20b"))
        #expect(database.connectionString == "postgresql://server/app?sslmode=require" && database.schemaName == "a b")
        // Without the server and a password.
        #expect(database.displayName == "the store in the schema 'a b'")
        #expect(
            PostgreSQLStoreDescription(argument: "postgresql://me:secret@server/app")?.displayName
                == "the store in the default schema")
        let percent = try #require(PostgreSQLStoreDescription(argument: "postgresql://server/app?schema=50%"))
        #expect(percent.schemaName == "50%")
    }

    @Test("A backup of a database is refused with the program that makes one")
    func backupOfADatabase() throws {
        let database = try #require(PostgreSQLStoreDescription(argument: "postgresql://server/app"))
        let folder = try TemporaryFolder()
        let error = #expect(throws: StoreError.self) {
            try database.backUp(to: folder.url.appending(path: "copy"), model: ManagedObjectModel.version(Self.books))
        }
        #expect(error?.code == .unsupported && error?.message.contains("pg_dump") == true)
    }

    @Test("Each kind of store describes its form", arguments: StoreKind.allCases)
    func schema(of kind: StoreKind) throws {
        let model = try ManagedObjectModel.version(Self.books)
        let text = try #require(type(of: MigratedStore(kind).description()).schema(of: model))
        #expect(text.contains(kind == .sqlite ? "CREATE TABLE ZBOOK" : kind == .json ? #""Book""# : #""book""#))
        #expect(text.hasSuffix("\n"))
    }
}
