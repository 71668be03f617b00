import ObjectGraph
import SQLiteStore
import StoreMigration
import StoreTestSupport
import TestSupport
import Testing

/// What an app or Core Data has added to the tables of a store that is migrated.
struct TableAdditionTests {
    private let file: SQLiteFile

    private static let before = """
        <entity name="Note">
            <attribute name="title" optional="YES" attributeType="String"/>
            <attribute name="text" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Tag"/>
        """

    private static func model(_ elements: String = before) throws -> ManagedObjectModel {
        ManagedObjectModel(try readModel(.model(containing: elements)))
    }

    /// A store with one note, and a table of an app.
    init() throws {
        file = try SQLiteFile(Self.model())
        try file.session { context in
            context.insertNewObject(forEntityName: "Note").setValue("one", forKey: "title")
            try context.save()
        }
        try file.edit("CREATE TABLE log (event TEXT)")
    }

    private func rows(_ statement: String) throws -> [[String]] {
        try DatabaseFile(file.url).rows(statement).map { row in row.map { "\($0)" } }
    }

    /// The names of what is in the tables, without what Core Data puts there.
    private func additions() throws -> [String] {
        let statement = "SELECT name FROM sqlite_master WHERE name LIKE 'app_%' AND type <> 'table' ORDER BY name"
        return try rows(statement).flatMap { $0 }.map { $0.replacing("\"", with: "") }
    }

    @Test("A migration keeps the triggers and indexes of an app, and does not run the triggers")
    func kept() throws {
        try file.edit(
            "CREATE TRIGGER app_inserted AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES (NEW.ZTITLE); END",
            "CREATE TRIGGER app_updated AFTER UPDATE OF ZTITLE ON ZNOTE BEGIN INSERT INTO log VALUES ('update'); END",
            "CREATE INDEX app_title ON ZNOTE (ZTITLE)")
        let names = try additions()
        #expect(names.count == 3)
        let newer = try Self.model(Self.before.replacing("name=\"text\"", with: "name=\"body\" elementID=\"text\""))
        try SQLiteStore.migrate(file.url, to: newer)
        #expect(try additions() == names)
        #expect(try rows("SELECT * FROM log").isEmpty)
        let context = try PersistentContainer(model: newer, store: .sqlite(at: file.url)).newContext()
        context.insertNewObject(forEntityName: "Note").setValue("two", forKey: "title")
        try context.save()
        #expect(try rows("SELECT COUNT(*) FROM log WHERE event = 'two'") == rows("SELECT 1"))
        #expect(try SQLiteStore.check(file.url, model: newer) == [])
    }

    @Test(
        "A migration to tables in which triggers or indexes of an app would fail is refused, and changes nothing",
        arguments: [
            ("CREATE TRIGGER app_added AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES (NEW.ZTEXT); END", "ZNOTE"),
            ("CREATE TRIGGER app_added AFTER DELETE ON ZTAG BEGIN DELETE FROM log; END", "ZTAG"),
            ("CREATE INDEX app_added ON ZNOTE (ZTEXT)", "ZNOTE"),
        ])
    func refused(statement: String, table: String) throws {
        try file.edit(statement, "CREATE TRIGGER app_other AFTER INSERT ON ZNOTE BEGIN DELETE FROM log; END")
        let names = try additions()
        let newer = try Self.model(
            """
            <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/></entity>
            """)
        let error = #expect(throws: StoreError.self) { try SQLiteStore.migrate(file.url, to: newer) }
        #expect(error?.code == .database && error?.location == file.path)
        #expect(error?.message.contains("'app_added' of '\(table)'; drop") == true, "\(error?.message ?? "")")
        #expect(try additions() == names)
        #expect(try SQLiteStore.check(file.url, model: file.model) == [])
    }

    @Test("A migration removes the R-tree indexes of Core Data, which would no longer follow the objects")
    func spatialIndex() throws {
        try file.edit(
            "CREATE VIRTUAL TABLE Z_Note_place USING RTREE (Z_PK, ZX_MIN, ZX_MAX)",
            "INSERT INTO Z_Note_place VALUES (1, 2, 3)",
            """
            CREATE TRIGGER Z_RTREE_INSERT_Z_Note_place AFTER INSERT ON ZNOTE
            BEGIN INSERT INTO Z_Note_place VALUES (NEW.Z_PK, 1, 1); END
            """,
            "CREATE VIRTUAL TABLE app_places USING RTREE (id, low, high)")
        let newer = try Self.model(Self.before + "<entity name=\"More\"/>")
        try SQLiteStore.migrate(file.url, to: newer)
        #expect(try rows("SELECT name FROM sqlite_master WHERE name LIKE '%Z_Note_place%'").isEmpty)
        #expect(try rows("SELECT name FROM sqlite_master WHERE name = 'app_places'").count == 1)
    }
}
