import Foundation
import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import Testing

/// What a check says about links that the server's own keys and types allow.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct StoreCheckTests {
    private static let model = ManagedObjectModel(
        Model(
            name: "Books",
            entities: [
                Entity(
                    name: "Book",
                    relationships: [
                        toOne("shelf", "Shelf", "books"), toOne("twin", "Book", "twin"),
                        toOne("cover", "Cover", "book"), toMany("friends", "Book", "friends"),
                        toMany("readers", "Reader", "books"),
                    ]),
                Entity(name: "Novel", parentName: "Book", relationships: [toMany("prizes", "Prize", "winner")]),
                Entity(name: "Shelf", relationships: [toMany("books", "Book", "shelf", isOrdered: true)]),
                Entity(name: "Cover", relationships: [toOne("book", "Book", "cover")]),
                Entity(name: "Reader", relationships: [toMany("books", "Book", "readers", isOrdered: true)]),
                Entity(
                    name: "Prize",
                    relationships: [Relationship(name: "winner", destinationName: "Novel", inverseName: "prizes")]),
            ]))

    private static func toOne(_ name: String, _ destination: String, _ inverse: String) -> Relationship {
        Relationship(name: name, isOptional: true, destinationName: destination, inverseName: inverse)
    }

    private static func toMany(
        _ name: String, _ destination: String, _ inverse: String, isOrdered: Bool = false
    ) -> Relationship {
        Relationship(
            name: name, isOptional: true, isToMany: true, isOrdered: isOrdered, destinationName: destination,
            inverseName: inverse)
    }

    private let server: TestServer
    private let options: PostgreSQLStoreOptions

    /// Saves two books and a novel, which are on a shelf, have a reader, and so on: each is the first of its table,
    /// except for the second book and the novel.
    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(connectionString: server.connection, model: Self.model, options: options)
        func objectID(_ name: String, _ number: Int64) -> ObjectID {
            ObjectID(storeIdentifier: store.identifier, entityName: name, number: number)
        }
        let (first, second, novel) = (objectID("Book", 1), objectID("Book", 2), objectID("Novel", 3))
        let (shelf, cover, reader) = (objectID("Shelf", 1), objectID("Cover", 1), objectID("Reader", 1))
        let links: [(ObjectID, [String: [ObjectID]])] = [
            (shelf, ["books": [second, first]]), (cover, ["book": [first]]), (reader, ["books": [first, second]]),
            (
                first,
                ["shelf": [shelf], "twin": [second], "cover": [cover], "friends": [second], "readers": [reader]]
            ), (second, ["shelf": [shelf], "twin": [first], "friends": [first], "readers": [reader]]),
            (novel, [:]), (objectID("Prize", 1), ["winner": [novel]]),
        ]
        var changes = StoreChanges()
        for (objectID, destinations) in links {
            let entity = try #require(Self.model.entitiesByName[objectID.entityName])
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID, values: [],
                    destinations: entity.relationships.map { $0.isStored ? destinations[$0.name] ?? [] : [] }))
        }
        _ = try store.commit(changes)
    }

    private func findings() throws -> [String] { try findings(Self.model, options) }

    private func findings(_ model: ManagedObjectModel, _ options: PostgreSQLStoreOptions) throws -> [String] {
        try PostgreSQLStore.check(connectionString: server.connection, model: model, options: options)
            .map { $0.description.replacing("\($0.location): ", with: "") }
    }

    @Test("A check of an intact store finds nothing")
    func intactStore() throws {
        #expect(try findings() == [])
    }

    @Test(
        "A check reports each wrong link with its table and row",
        arguments: [
            // The foreign key only says that there is such a row in the table of all books.
            ("UPDATE prize SET winner_id = 1", "prize, row 1: 'winner_id' points to Novel 1, which does not exist"),
            (
                "UPDATE book SET shelf_position = NULL WHERE id = 2",
                "book, row 2: it has no position in the order of 1 ('shelf_position')"
            ),
            (
                "UPDATE book SET shelf_position = 5 WHERE shelf_id = 1",
                "book, row 2: it has another's position in the order of 1 ('shelf_position')"
            ),
            (
                "UPDATE book_readers SET inverse_position = NULL WHERE book_id = 2",
                "book_readers: 2 has no position in the order of 1 ('inverse_position')"
            ),
            (
                "UPDATE book_readers SET inverse_position = 5",
                "book_readers: 2 has another's position in the order of 1 ('inverse_position')"
            ),
            (
                "UPDATE book SET twin_id = NULL WHERE id = 2",
                "book, row 1: 'twin_id' points to Book 2, whose 'twin_id' does not point back"
            ),
            (
                "UPDATE book SET cover_id = 1 WHERE id = 2",
                "book: 'cover_id' points to Cover 1 from 2 rows instead of 1"
            ),
            (
                "DELETE FROM book_friends WHERE book_id = 2",
                "book_friends: Book 1 points to Book 2, which does not point back"
            ),
            (
                "UPDATE prize SET winner_id = NULL",
                "prize, row 1: the model does not allow 0 as the count of 'winner'"
            ),
        ])
    func wrongLinks(_ statement: String, _ expected: String) throws {
        try server.run("SET search_path TO \(options.schemaName ?? ""); \(statement)")
        #expect(try findings() == [expected])
    }

    /// Items do not know their crates, so one can be deleted while a crate still refers to it.
    private static let crates = ManagedObjectModel(
        Model(
            name: "Crates",
            entities: [
                Entity(
                    name: "Crate",
                    relationships: [
                        Relationship(
                            name: "items", isOptional: true, isToMany: true, maximumCount: 3, isOrdered: true,
                            destinationName: "Item"),
                        Relationship(
                            name: "parts", isOptional: true, isToMany: true, minimumCount: 2, destinationName: "Item"),
                    ]), Entity(name: "Item"),
            ]))

    @Test("A link to a deleted object has no place in an order, counts for a minimum, and not for a maximum")
    func linksToDeletedObjects() throws {
        let schema = server.newSchemaName()
        let options = PostgreSQLStoreOptions(schemaName: schema)
        let container = try PersistentContainer(
            model: Self.crates, store: .postgreSQL(connectionString: server.connection, options: options))
        let start = container.newContext()
        let (full, kit) = (
            start.insertNewObject(forEntityName: "Crate"), start.insertNewObject(forEntityName: "Crate")
        )
        let items = (0..<5).map { _ in start.insertNewObject(forEntityName: "Item") }
        for item in items.prefix(3) { full.mutableOrderedSetValue(forKey: "items").append(item) }
        for item in items.suffix(2) { kit.mutableSetValue(forKey: "parts").insert(item) }
        try start.save()
        // The second item, and the last part.
        let deleting = container.newContext()
        for item in [items[1], items[4]] { deleting.delete(try deleting.existingObject(with: item.objectID)) }
        try deleting.save()
        let adding = container.newContext()
        let crate = try adding.existingObject(with: full.objectID)
        crate.mutableOrderedSetValue(forKey: "items").append(adding.insertNewObject(forEntityName: "Item"))
        try adding.save()
        #expect(crate.mutableOrderedSetValue(forKey: "items").count == 3)
        #expect(try server.run("SELECT COUNT(*) FROM \(schema).crate_items") == "4")
        #expect(try server.run("SELECT COUNT(*) FROM \(schema).crate_parts") == "2")
        #expect(try findings(Self.crates, options) == [])

        // What is wrong with the objects that exist is still found.
        let (first, third) = (items[0].objectID.number, items[2].objectID.number)
        let (fullRow, kitRow) = (full.objectID.number, kit.objectID.number)
        try server.run(
            """
            UPDATE \(schema).crate_items SET position = 0 WHERE item_id = \(third);
            INSERT INTO \(schema).crate_items (crate_id, item_id, position)
                VALUES (\(fullRow), \(items[3].objectID.number), 3);
            DELETE FROM \(schema).crate_parts WHERE item_id = \(items[4].objectID.number)
            """)
        #expect(
            try findings(Self.crates, options) == [
                "crate_items: \(max(first, third)) has another's position in the order of \(fullRow) ('position')",
                "crate, row \(fullRow): the model does not allow 4 as the count of 'items'",
                "crate, row \(kitRow): the model does not allow 1 as the count of 'parts'",
            ])
    }
}
