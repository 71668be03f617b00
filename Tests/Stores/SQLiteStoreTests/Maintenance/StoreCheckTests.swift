import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// What is wrong in a store is said with table and row, and nothing is said of a sound one.
@Suite struct StoreCheckTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.url.appending(path: "store.sqlite")
        try EveryShape.write(to: SQLiteStore(at: file, model: EveryShape.model))
    }

    private func findings() throws -> [String] {
        let path = file.path(percentEncoded: false)
        return try SQLiteStore.check(file, model: EveryShape.model).map { finding in
            finding.description.replacing("\(path): ", with: "").replacing(folder.path(""), with: "")
        }
    }

    @Test("A check of an intact store finds nothing")
    func aSoundStoreHasNoFindings() throws {
        #expect(try findings() == [])
    }

    @Test(
        "A check reports each error with its table and row",
        arguments: [
            (
                "UPDATE ZTHING SET Z_ENT = 42 WHERE Z_PK = 2",
                "ZTHING, row 2: this table has no entity with the number 42 (Z_ENT)"
            ),
            ("UPDATE ZLID SET Z_ENT = NULL", "ZLID, row 11: this table has no entity with the number 0 (Z_ENT)"),
            (
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 8 WHERE Z_NAME = 'Thing'",
                "ZTHING, row 9: the key is greater than the last assigned key, 8 (Z_MAX)"
            ),
            (
                "UPDATE ZLID SET Z_PK = 70368744177664 WHERE Z_PK = 11",
                "ZLID, row 70368744177664: a key must not be greater than 70368744177663 (Z_PK)"
            ),
            ("UPDATE ZLID SET Z_OPT = -1", "ZLID, row 11: an object cannot have the version -1 (Z_OPT)"),
            (
                "UPDATE ZLID SET Z_OPT = 2147483648",
                "ZLID, row 11: an object cannot have the version 2147483648 (Z_OPT)"
            ),
            (
                "UPDATE ZTHING SET ZBOX = 5 WHERE Z_PK = 1",
                "ZTHING, row 1: 'ZBOX' points to Box 5, which does not exist"
            ),
            (
                "UPDATE ZTHING SET Z_FOK_BOX = NULL WHERE Z_PK = 2",
                "ZTHING, row 2: it has no position in the order of 3 ('Z_FOK_BOX')"
            ),
            (
                "UPDATE ZTHING SET Z_FOK_BOX = 2048 WHERE ZBOX = 3 AND Z_PK < 3",
                "ZTHING, row 7: it has another's position in the order of 3 ('Z_FOK_BOX')"
            ),
            ("UPDATE ZLID SET ZBOX = NULL", "ZBOX, row 3: 'ZLID' points to Lid 11, whose 'ZBOX' does not point back"),
            ("UPDATE ZBOX SET ZLID = 11", "ZBOX: 'ZLID' points to Lid 11 from 2 rows instead of 1"),
            (
                "UPDATE ZTHING SET ZTWIN = NULL WHERE Z_PK = 9",
                "ZTHING, row 1: 'ZTWIN' points to Thing 9, whose 'ZTWIN' does not point back"
            ),
            (
                "DELETE FROM ZBOX WHERE Z_PK = 4", "points to Box 4, which does not exist"
            ),
            (
                "DELETE FROM Z_3FRIENDS WHERE REFLEXIVE = 7",
                "Z_3FRIENDS: Thing 1 points to Thing 7, which does not point back"
            ),
            (
                "UPDATE ZTHING SET ZUUIDVALUE = 'text' WHERE Z_PK = 1",
                "ZTHING, row 1: the column 'ZUUIDVALUE' has a value that is not a valid UUID"
            ),
            ("ALTER TABLE ZTHING DROP COLUMN ZSTRINGVALUE", "ZTHING: the column 'ZSTRINGVALUE' is missing"),
            ("DROP TABLE ZLID", "ZLID: the table is missing"),
        ])
    func whatIsWrongIsSaid(_ statement: String, _ expected: String) throws {
        try edit(statement)
        let found = try findings()
        #expect(found.contains { $0.hasSuffix(expected) }, "\(found)")
    }

    private func edit(_ statement: String) throws {
        let database = try DatabaseFile(file)
        _ = try database.rows(statement)
    }

    @Test("A check finds a wrong entity beside a foreign key")
    func wrongEntitiesBesideKeysAreSaid() throws {
        let database = try DatabaseFile(file)
        let column = try database.rows(
            "SELECT name FROM pragma_table_info('ZTHING') WHERE name LIKE 'Z%\\_PARENT' ESCAPE '\\'")[0][0]
        _ = try database.rows("UPDATE ZTHING SET \(column) = 99 WHERE ZPARENT IS NOT NULL")
        #expect(
            try findings()
                == ["ZTHING, row 2: '\(column)' is not the destination's entity, which is 3 (Z_ENT)"])
    }

    @Test("A check finds counts of destinations that the model does not allow")
    func counts() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Teams",
                entities: [
                    Entity(
                        name: "Club",
                        relationships: [
                            Relationship(
                                name: "members", isOptional: true, isToMany: true, destinationName: "Player",
                                inverseName: "clubs")
                        ]),
                    Entity(
                        name: "Player",
                        relationships: [
                            Relationship(name: "team", destinationName: "Team", inverseName: "players"),
                            Relationship(
                                name: "clubs", isToMany: true, minimumCount: 1, destinationName: "Club",
                                inverseName: "members"),
                        ]),
                    Entity(
                        name: "Team",
                        relationships: [
                            Relationship(
                                name: "players", isOptional: true, isToMany: true, minimumCount: 2, maximumCount: 3,
                                destinationName: "Player", inverseName: "team")
                        ]),
                ]))
        let url = folder.url.appending(path: "teams.sqlite")
        let context = try PersistentContainer(model: model, store: .sqlite(at: url)).newContext()
        let team = context.insertNewObject(forEntityName: "Team")
        let club = context.insertNewObject(forEntityName: "Club")
        for _ in 0..<2 {
            let player = context.insertNewObject(forEntityName: "Player")
            player.setValue(team, forKey: "team")
            player.setValue(Set([club]), forKey: "clubs")
        }
        try context.save()
        func findings(after statement: String) throws -> [String] {
            _ = try DatabaseFile(url).rows(statement)
            return try SQLiteStore.check(url, model: model).map { finding in
                finding.description.replacing("\(url.path(percentEncoded: false)): ", with: "")
            }
        }
        #expect(try findings(after: "SELECT 1") == [])
        #expect(
            try findings(after: "UPDATE ZPLAYER SET ZTEAM = NULL WHERE Z_PK = 1") == [
                "ZPLAYER, row 1: the model does not allow 0 as the count of 'team'",
                "ZTEAM, row 1: the model does not allow 1 as the count of 'players'",
            ])
        // An optional relationship can be empty, whatever its minimum is.
        #expect(
            try findings(after: "UPDATE ZPLAYER SET ZTEAM = NULL")
                == [1, 2].map {
                    "ZPLAYER, row \($0): the model does not allow 0 as the count of 'team'"
                })
        #expect(try findings(after: "UPDATE ZPLAYER SET ZTEAM = 1") == [])
        #expect(
            try findings(after: "DELETE FROM Z_1MEMBERS")
                == [1, 2].map {
                    "ZPLAYER, row \($0): the model does not allow 0 as the count of 'clubs'"
                })
    }

    @Test("A check finds missing files of large values")
    func missingFilesOfLargeValuesAreSaid() throws {
        try FileManager.default.removeItem(atPath: folder.path(".store_SUPPORT"))
        let found = try findings()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("ZTHING, row 1: the file ") == true)
    }

    @Test("A check finds empty files of large values")
    func emptyFilesOfLargeValues() throws {
        let values = ".store_SUPPORT/_EXTERNAL_DATA/"
        let name = try #require(folder.names(in: values).first)
        try Data().write(to: folder.url.appending(path: values + name))
        let found = try findings()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("ZTHING, row 1: the file ") == true)
        #expect(found.first?.hasSuffix("of a large value is empty") == true)
    }

    @Test("A check says what is in the place of the file of a large value")
    func foldersInPlaceOfLargeValues() throws {
        let values = ".store_SUPPORT/_EXTERNAL_DATA/"
        let name = try #require(folder.names(in: values).first)
        let place = folder.url.appending(path: values + name)
        try FileManager.default.removeItem(at: place)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        let found = try findings()
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("ZTHING, row 1: the file ") == true)
        #expect(found.first?.hasSuffix("of a large value cannot be read: it is a folder") == true)
    }

    @Test("Large values to which no object refers are no problem, and a repair removes them")
    func unusedLargeValues() throws {
        let values = ".store_SUPPORT/_EXTERNAL_DATA"
        let used = try folder.names(in: values)
        for _ in 1...2 { try folder.write("12345", to: "\(values)/\(UUID().uuidString)") }
        #expect(try findings() == [])
        let store = SQLiteStoreDescription(url: file, migration: .disabled)
        do {
            let other = try SQLiteStore(at: file, model: EveryShape.model)
            let report = try withExtendedLifetime(other) { try store.repair(model: EveryShape.model) }
            #expect(report.findings == [] && report.unrepairedCount == 0)
        }
        #expect(try folder.names(in: values).count == used.count + 2)
        let report = try store.repair(model: EveryShape.model)
        #expect(report.removedFiles.count == 1 && report.unrepairedCount == 0)
        #expect(
            report.removedFiles.first?.message.hasPrefix("no object referred to 2 large values in ") == true
                && report.removedFiles.first?.message.hasSuffix(" (10 bytes), which were removed") == true)
        #expect(try folder.names(in: values) == used)
    }

    @Test("A repair does not say that it has removed what it cannot remove")
    func valueThatStays() throws {
        // Only regular files are values, so a folder is never removed.
        let name = ".store_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)"
        try folder.write("inside", to: "\(name)/file")
        let report = try SQLiteStoreDescription(url: file, migration: .disabled).repair(model: EveryShape.model)
        #expect(report.findings == [])
        #expect(try folder.names(in: name) == ["file"])
    }

    @Test("A repair and a migration keep large values that only rows of other tables refer to")
    func valuesOfOtherTables() throws {
        let values = ".store_SUPPORT/_EXTERNAL_DATA"
        let (kept, unused) = (UUID().uuidString, UUID().uuidString)
        for name in [kept, unused] { try folder.write("12345", to: "\(values)/\(name)") }
        for statement in [
            "CREATE TABLE ASSET (Z_PK INTEGER PRIMARY KEY, ZDATA BLOB)",
            "INSERT INTO ASSET VALUES (1, CAST(x'02' || '\(kept.lowercased())' || x'00' AS BLOB))",
        ] { _ = try DatabaseFile(file).rows(statement) }
        let store = SQLiteStoreDescription(url: file, migration: .disabled)
        #expect(try store.repair(model: EveryShape.model).removedFiles.count == 1)
        #expect(try folder.names(in: values).contains(kept))
        #expect(try !folder.names(in: values).contains(unused))
        var schema = EveryShape.model.schema
        schema.entities.append(Entity(name: "More"))
        try SQLiteStore.migrate(file, to: ManagedObjectModel(schema))
        #expect(try folder.names(in: values).contains(kept))
    }

    @Test("A repair keeps large values that could be those of another store")
    func valuesOfAnotherStore() throws {
        let name = ".store_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)"
        try folder.write("12345", to: name)
        try folder.write("a copy", to: "store.bak")
        let report = try SQLiteStoreDescription(url: file, migration: .disabled).repair(model: EveryShape.model)
        #expect(report.findings == [])
        #expect(FileManager.default.fileExists(atPath: folder.path(name)))
    }

    @Test("A check finds damaged pages")
    func damagedPagesAreSaid() throws {
        _ = try DatabaseFile(file).rows("PRAGMA wal_checkpoint(TRUNCATE)")
        let handle = try FileHandle(forWritingTo: file)
        // The root page of an index: the tables can still be read.
        let page = try DatabaseFile(file).rows("SELECT rootpage FROM sqlite_master WHERE name LIKE 'ZTHING_ZBOX_INDEX'")
        let number = try #require(UInt64(page[0][0]))
        try handle.seek(toOffset: (number - 1) * 4096)
        try handle.write(contentsOf: Data(repeating: 0xff, count: 64))
        try handle.close()
        #expect(try !findings().isEmpty)
    }

    @Test("A check with another model is an error")
    func anotherModelIsAnError() throws {
        let error = #expect(throws: StoreError.self) {
            try SQLiteStore.check(
                file, model: ManagedObjectModel(Model(name: "Other", entities: [Entity(name: "Box")])))
        }
        #expect(error?.code == .modelMismatch)
        #expect(
            error?.message == """
                the store was written with another version of the model 'Other' (changed: Box; removed: Lid, SpecialThing, \
                Thing); open it with that version, or migrate it (see the page 'Migrate a store')
                """)
    }
}

@Suite(.enabled(if: PublicStores.isPresent, Comment(rawValue: PublicStores.absence)))
struct CheckingPublicStoresTests {
    @Test("A check of a store that Core Data wrote finds nothing", arguments: PublicStore.all)
    func aStoreThatCoreDataWroteIsSound(_ store: PublicStore) throws {
        let folder = try TemporaryFolder()
        let findings = try SQLiteStore.check(store.copy(in: folder), model: store.model())
        #expect(findings.map(\.description) == [])
    }
}
