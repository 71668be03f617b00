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

    @Test(
        "A migration removes the R-tree indexes of Core Data, which would no longer follow the objects",
        arguments: ["Z_Note_place", "Z_RT_Note_place"])
    func spatialIndex(name: String) throws {
        try file.edit(
            """
            CREATE VIRTUAL TABLE IF NOT EXISTS \(name) USING RTREE
            (Z_PK INTEGER PRIMARY KEY, ZX_MIN FLOAT, ZX_MAX FLOAT)
            """,
            "INSERT INTO \(name) VALUES (1, 2, 3)",
            """
            CREATE TRIGGER \(name)_INSERT AFTER INSERT ON ZNOTE
            BEGIN INSERT INTO \(name) VALUES (NEW.Z_PK, 1, 1); END
            """,
            "CREATE VIRTUAL TABLE app_places USING RTREE (id, low, high)")
        try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        #expect(try rows("SELECT name FROM sqlite_master WHERE name LIKE '\(name)%'").isEmpty)
        #expect(try rows("SELECT name FROM sqlite_master WHERE name = 'app_places'").count == 1)
    }

    @Test(
        "A migration keeps tables of an app that have names like R-tree indexes of Core Data",
        arguments: [
            "CREATE TABLE Z_Note_place (Z_PK INTEGER PRIMARY KEY, using_rtree TEXT, b)",
            "CREATE VIRTUAL TABLE Z_Note_place USING RTREE (id, low, high)",
            "CREATE VIRTUAL TABLE \"Z_Note_place\" USING RTREE (id, z_pk, high)",
        ])
    func likeSpatialIndex(statement: String) throws {
        try file.edit(statement, "INSERT INTO Z_Note_place VALUES (1, 2, 3)")
        try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        #expect(try rows("SELECT COUNT(*) FROM Z_Note_place") == rows("SELECT 1"))
    }

    @Test("A migration that would remove an R-tree index that a trigger of an app needs is refused")
    func triggerOnSpatialIndex() throws {
        try file.edit(
            "CREATE VIRTUAL TABLE Z_Note_place USING RTREE (Z_PK INTEGER PRIMARY KEY, ZX_MIN FLOAT, ZX_MAX FLOAT)",
            "CREATE TRIGGER app_moved AFTER UPDATE ON ZNOTE BEGIN DELETE FROM Z_Note_place; END")
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        }
        #expect(error?.message.contains("'app_moved' of 'ZNOTE'; drop") == true, "\(error?.message ?? "")")
        #expect(try rows("SELECT name FROM sqlite_master WHERE name = 'Z_Note_place'").count == 1)
    }

    @Test("A migration keeps an index of an app whose name begins with Z, and is not one of Core Data")
    func indexLikeCoreDatas() throws {
        try file.edit("CREATE UNIQUE INDEX Zoom ON ZNOTE (ZTITLE)")
        try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        #expect(try rows("SELECT name FROM sqlite_master WHERE name = 'Zoom'").count == 1)
    }

    @Test("A migration keeps the tables and views of an app, and the rows that refer to objects")
    func tablesAndViews() throws {
        try file.edit(
            "CREATE TABLE app_note (note INTEGER REFERENCES ZNOTE (Z_PK) ON DELETE CASCADE)",
            "INSERT INTO app_note VALUES (1)", "CREATE VIEW app_texts AS SELECT ZTEXT FROM ZNOTE",
            "CREATE TABLE ZOTHER (ZVALUE INTEGER, note TEXT)", "INSERT INTO ZOTHER VALUES (1, 'two')")
        let newer = try Self.model(
            """
            <entity name="Note"><attribute name="title" optional="YES" attributeType="String"/></entity>
            <entity name="Tag"/>
            """)
        try SQLiteStore.migrate(file.url, to: newer)
        #expect(try rows("SELECT * FROM app_note") == rows("SELECT 1"))
        #expect(try rows("SELECT * FROM ZOTHER") == rows("SELECT 1, 'two'"))
        #expect(try rows("SELECT name FROM sqlite_master WHERE type = 'view'") == rows("SELECT 'app_texts'"))
    }

    @Test("A migration to a model that needs a table with the name of one of an app is refused, and changes nothing")
    func tableOfAnEntity() throws {
        try file.edit("CREATE TABLE ZMORE (value)", "INSERT INTO ZMORE VALUES (1)")
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        }
        #expect(error?.message.contains("ZMORE") == true, "\(error?.message ?? "")")
        #expect(try rows("SELECT * FROM ZMORE") == rows("SELECT 1"))
        #expect(try SQLiteStore.check(file.url, model: file.model) == [])
    }

    @Test("A migration keeps the last keys of tables of Core Data itself")
    func numbersOfSystemTables() throws {
        let row = "17001, 'ANSCKEVENT', 0, 5"
        try file.edit("INSERT INTO Z_PRIMARYKEY VALUES (\(row))")
        try SQLiteStore.migrate(file.url, to: Self.model(Self.before + "<entity name=\"More\"/>"))
        #expect(try rows("SELECT * FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") == rows("SELECT \(row)"))
    }

    // MARK: Columns

    @Test(
        "A migration refuses to lose a column that an app has added to a table, and changes nothing",
        arguments: [
            ("ZNOTE", "note", "TEXT NOT NULL DEFAULT 'none'"), ("ZNOTE", "ZMARK", "TEXT"),
            ("ZNOTE", "zmark", "VARCHAR"), ("ZNOTE", "ZMARK", "VARCHAR DEFAULT 'none'"),
            ("ZTAG", "ZSIZE", "INTEGER AS (Z_PK * 2)"), ("Z_METADATA", "note", "BLOB"),
        ])
    func addedColumn(table: String, column: String, type: String) throws {
        try file.edit("ALTER TABLE \(table) ADD COLUMN \(column) \(type)")
        let before = try rows("SELECT * FROM \(table)")
        let newer = try Self.model(Self.before + "<entity name=\"More\"/>")
        for isDryRun in [true, false] {
            let error = #expect(throws: StoreError.self) {
                try SQLiteStore.migrate(file.url, to: newer, isDryRun: isDryRun)
            }
            #expect(error?.code == .database && error?.location == file.path)
            let message = error?.message ?? ""
            #expect(message.contains("contents: '\(table).\(column)'; copy"), "\(message)")
        }
        #expect(try rows("SELECT * FROM \(table)") == before)
        #expect(try SQLiteStore.check(file.url, model: file.model) == [])
    }

    @Test("A migration removes the columns that Core Data has left from an earlier version of the model")
    func leftColumns() throws {
        try file.edit(
            "ALTER TABLE ZNOTE ADD COLUMN ZOLD VARCHAR", "ALTER TABLE ZNOTE ADD COLUMN Z_FOK_OLD INTEGER",
            "ALTER TABLE ZTAG ADD COLUMN Z1OLD INTEGER")
        let newer = try Self.model(Self.before + "<entity name=\"More\"/>")
        try SQLiteStore.migrate(file.url, to: newer)
        #expect(try rows("SELECT name FROM pragma_table_info('ZNOTE') WHERE name LIKE '%OLD'").isEmpty)
        #expect(try SQLiteStore.check(file.url, model: newer) == [])
    }
}
