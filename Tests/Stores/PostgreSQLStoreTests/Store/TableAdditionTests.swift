import ModelSchema
import ObjectGraph
import PostgreSQLStore
import PostgreSQLTestSupport
import StoreMigration
import Testing

/// Migrations of tables to which someone has added something.
@Suite(.enabled(if: TestServer.shared != nil, "\(TestServer.absence)"))
struct TableAdditionTests {
    private let server: TestServer
    private let options: PostgreSQLStoreOptions

    private static let shelf = Entity(
        name: "Shelf",
        attributes: [Attribute(name: "code", type: .string, isOptional: true)],
        relationships: [
            Relationship(
                name: "books", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "shelf")
        ], uniquenessConstraints: [UniquenessConstraint(["code"])])
    private static let book = Entity(
        name: "Book",
        attributes: [Attribute(name: "title", type: .string, isOptional: true)],
        relationships: [
            Relationship(name: "shelf", isOptional: true, destinationName: "Shelf", inverseName: "books"),
            Relationship(
                name: "tags", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "tagged"),
            Relationship(
                name: "tagged", isOptional: true, isToMany: true, destinationName: "Book", inverseName: "tags"),
        ])

    /// The model, with an attribute more: one that the server adds by itself, or one with values of its own.
    private static func next(isPlain: Bool) -> ManagedObjectModel {
        var book = book
        book.attributes.append(
            isPlain
                ? Attribute(name: "note", type: .string, isOptional: true)
                : Attribute(
                    name: "tagCount", type: .integer64, isOptional: true, isDerived: true,
                    derivationExpression: "tags.@count"))
        return ManagedObjectModel(Model(name: "Shelves", entities: [shelf, book]))
    }

    init() throws {
        server = try #require(TestServer.shared)
        options = PostgreSQLStoreOptions(schemaName: server.newSchemaName())
        let store = try PostgreSQLStore(
            connectionString: server.connection,
            model: ManagedObjectModel(Model(name: "Shelves", entities: [Self.shelf, Self.book])), options: options)
        let objectID = ObjectID(storeIdentifier: store.identifier, entityName: "Shelf", number: 1)
        #expect(try store.reserveNumbers(1, forRootEntityNamed: "Shelf") == 1)
        var changes = StoreChanges()
        changes.inserted = [StoreChanges.Insertion(objectID: objectID, values: [.string("A1")], destinations: [[]])]
        _ = try store.commit(changes)
    }

    private func run(_ statement: String) throws {
        try server.run(statement.replacing("SCHEMA", with: options.schemaName ?? ""))
    }

    private func migrate(isPlain: Bool, isDryRun: Bool = false) throws {
        try PostgreSQLStore.migrate(
            connectionString: server.connection, to: Self.next(isPlain: isPlain), options: options, isDryRun: isDryRun)
    }

    @Test("Columns, constraints, and defaults of others are refused by name, and stay", arguments: [true, false])
    func additions(isPlain: Bool) throws {
        try run("ALTER TABLE SCHEMA.shelf ADD COLUMN extra_user text CHECK (extra_user <> ''), ALTER code SET NOT NULL")
        try run("ALTER TABLE SCHEMA.book ALTER title SET DEFAULT 'x', ADD CONSTRAINT one_title UNIQUE (title)")
        try run("ALTER TABLE SCHEMA.book ADD CONSTRAINT other_shelf FOREIGN KEY (version) REFERENCES SCHEMA.shelf (id)")
        try run("UPDATE SCHEMA.shelf SET extra_user = 'precious'")
        for isDryRun in [true, false] {
            let error = #expect(throws: StoreError.self) { try migrate(isPlain: isPlain, isDryRun: isDryRun) }
            #expect(
                error?.message == """
                    the migration recreates the tables, and would lose what was added to them: the default of the column \
                    'book.title', NOT NULL of the column 'shelf.code', the column 'shelf.extra_user', the constraint \
                    'one_title' of 'book', the constraint 'other_shelf' of 'book', the constraint 'shelf_extra_user_check' \
                    of 'shelf'; remove this first, and add it to the new tables afterward
                    """)
        }
        #expect(try server.run("SELECT extra_user FROM \(options.schemaName ?? "").shelf") == "precious")
    }

    @Test("A table that a publication lists is not replaced")
    func publication() throws {
        try run("CREATE PUBLICATION books_SCHEMA FOR TABLE SCHEMA.book")
        let error = #expect(throws: StoreError.self) { try migrate(isPlain: true) }
        let name = "books_\(options.schemaName ?? "")"
        #expect(error?.message.contains("the table 'book' in the publication '\(name)'") == true)
        try run("DROP PUBLICATION books_SCHEMA")
        try migrate(isPlain: true)
    }

    @Test("A table with nothing but what the store puts there migrates", arguments: [true, false])
    func untouchedTables(isPlain: Bool) throws {
        // What the store does not refuse: it can be created again.
        try run("CREATE INDEX own_index ON SCHEMA.book (title)")
        try migrate(isPlain: isPlain, isDryRun: true)
        try migrate(isPlain: isPlain)
        #expect(
            try PostgreSQLStore.check(
                connectionString: server.connection, model: Self.next(isPlain: isPlain), options: options) == [])
    }
}
