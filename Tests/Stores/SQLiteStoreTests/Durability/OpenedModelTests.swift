import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import Testing

/// Someone changes the tables of a store that a program has open.
struct OpenedModelTests {
    private static func entity(_ name: String, _ attributes: [String]) -> Entity {
        Entity(name: name, attributes: attributes.map { Attribute(name: $0, type: .string, isOptional: true) })
    }

    private static func model(_ entities: Entity...) -> ManagedObjectModel {
        ManagedObjectModel(Model(name: "Library", entities: entities))
    }

    private static let before = model(entity("Book", ["title"]), entity("Member", ["name"]))
    /// The new entity comes first, and so takes the number of the earlier first one.
    private static let after = model(
        entity("Author", ["name"]), entity("Book", ["title", "note"]), entity("Member", ["name"]))

    private let file: SQLiteFile

    init() throws { file = try SQLiteFile(Self.before) }

    private func insert(_ title: String, _ context: ManagedObjectContext) throws {
        context.insertNewObject(forEntityName: "Book").setValue(title, forKey: "title")
        try context.save()
    }

    private func titles(_ context: ManagedObjectContext) throws -> [String] {
        try context.fetch(FetchRequest<ManagedObject>(entityName: "Book"))
            .compactMap { $0.value(forKey: "title") as? String }.sorted()
    }

    private func expectMigrated(_ body: () throws -> Void) {
        let error = #expect(throws: StoreError.self) { try body() }
        #expect(error?.code == .modelMismatch)
        #expect(
            error?.description == """
                \(file.path): the store has been migrated to another version of the model 'Library' since it was \
                opened; open it again, with that version
                """)
    }

    private func container(_ options: SQLiteStoreOptions = SQLiteStoreOptions()) throws -> PersistentContainer {
        try PersistentContainer(model: file.model, store: .sqlite(at: file.url, options: options))
    }

    @Test("A store that was migrated since it was opened is neither written nor read with the earlier model")
    func migration() throws {
        try file.session { try insert("one", $0) }
        let (reader, writer) = (try container(.readOnly), try container())
        #expect(try titles(reader.newContext()) == ["one"])
        let context = writer.newContext()
        #expect(try titles(context) == ["one"])
        // So that the save reserves no numbers in a transaction of its own.
        try context.obtainPermanentIDs(for: [context.insertNewObject(forEntityName: "Book")])
        try SQLiteStore.migrate(file.url, to: Self.after)
        for _ in 0..<2 {
            expectMigrated { try context.save() }
            expectMigrated { _ = try titles(writer.newContext()) }
            expectMigrated { _ = try titles(reader.newContext()) }
        }
        #expect(context.insertedObjects.count == 1)
        let store = try SQLiteStore(at: file.url, model: Self.after)
        let book = try #require(Self.after.entitiesByName["Book"])
        #expect(try store.openView().count(StoreQuery(entity: book, entityNames: ["Book"])) == 1)
        #expect(try SQLiteStore.check(file.url, model: Self.after) == [])
    }

    @Test("A store goes on when someone has changed other tables or indexes since it was opened")
    func otherTables() throws {
        try file.session { try insert("one", $0) }
        let (reader, writer) = (try container(.readOnly), try container())
        let context = writer.newContext()
        func expect(_ expected: [String]) throws {
            #expect(try titles(reader.newContext()) == expected)
            #expect(try titles(writer.newContext()) == expected)
        }
        try expect(["one"])
        try file.edit("CREATE TABLE OWN (x)", "CREATE INDEX OWN_INDEX ON ZBOOK (ZTITLE)")
        try expect(["one"])
        try insert("two", context)
        try expect(["one", "two"])
        try file.edit("DROP TABLE OWN")
        try insert("three", context)
        try expect(["one", "three", "two"])
    }

    @Test("A history that another program starts has the saves of a program that had the store open, until it ends")
    func history() throws {
        try file.session { try insert("one", $0) }
        let (first, second) = (try container(), try container())
        let reader = try container(.readOnly).persistentStoreCoordinator
        let context = first.newContext()
        try insert("two", context)
        let coordinator = second.persistentStoreCoordinator
        try coordinator.setTracksHistory(true)
        try insert("three", context)
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).count == 1)
        #expect(try reader.history(after: PersistentHistoryToken?.none).count == 1)
        #expect(first.persistentStoreCoordinator.tracksHistory)
        try coordinator.setTracksHistory(false)
        try insert("four", context)
        #expect(try coordinator.history(after: PersistentHistoryToken?.none).isEmpty)
        #expect(try titles(context) == ["four", "one", "three", "two"])
    }

    @Test("A history without the columns of preserved values gets them when an object is deleted")
    func missingTombstones() throws {
        var entity = Self.entity("Book", ["title"])
        entity.attributes[0].preservesValueInHistoryOnDeletion = true
        let file = try SQLiteFile(Self.model(entity))
        try file.session { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            try insert("one", context)
        }
        try file.edit("ALTER TABLE ACHANGE RENAME COLUMN ZTOMBSTONE0 TO ZOTHER")
        try file.session { context in
            for book in try context.fetch(FetchRequest<ManagedObject>(entityName: "Book")) { context.delete(book) }
            try context.save()
            let changes = try context.persistentStoreCoordinator.history(after: PersistentHistoryToken?.none)
                .flatMap(\.changes)
            #expect(changes.last?.tombstone == ["title": .string("one")])
        }
    }

    @Test("A store into whose file someone has copied another store says so")
    func anotherStore() throws {
        try file.session { context in
            try insert("one", context)
            try file.edit(
                "UPDATE Z_METADATA SET Z_UUID = '\(UUID().uuidString)'", "CREATE TABLE OWN (x)")
            context.insertNewObject(forEntityName: "Book").setValue("two", forKey: "title")
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .changedElsewhere && error?.location == file.path)
        }
    }
}
