import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import TestSupport
import Testing

/// Rows that no store should have: what can be read is read, the rest is an error with its place, and nothing crashes.
struct BadRowTests {
    @Test("A value of the wrong storage class is an error with its place", arguments: SmallStore.types)
    func wrongStorageClasses(_ type: AttributeType) throws {
        let file = try SmallStore.make()
        let column = "ZTHE" + type.rawValue.filter(\.isLetter).uppercased()
        let values = [
            "9223372036854775807", "-9223372036854775808", "1.5", "1e300", "-1e308 * 10", "'text'", "''", "x''",
            "x'00'",
            "x'ff02'", "CAST(x'ff' AS TEXT)", "'a' || char(0) || 'b'", "x'" + String(repeating: "00", count: 16) + "'",
            "NULL",
        ]
        for value in values {
            try file.edit(
                "PRAGMA ignore_check_constraints = ON", "UPDATE ZPART SET \(column) = \(value) WHERE Z_PK = 2")
            do {
                let rows = try SmallStore.contents(file.open(.readOnly)).filter { $0.hasPrefix("Part ") }
                #expect(rows.count == 3, "\(value)")
            } catch let error as StoreError {
                #expect(error.code == .malformed, "\(value): \(error)")
                #expect(error.table == "ZPART" && error.row == 2, "\(value): \(error)")
                #expect(error.message.contains(column), "\(value): \(error)")
                let findings = try SQLiteStore.check(file.url, model: file.model)
                #expect(findings.contains { $0.row == 2 && $0.table == "ZPART" }, "\(value)")
            }
        }
        try file.edit("UPDATE ZPART SET \(column) = 'text' WHERE Z_PK = 2")
        let takesText = [.string, .uri, .transformable].contains(type)
        if takesText {
            _ = try SmallStore.contents(file.open(.readOnly))
        }
    }

    @Test(
        "A text or bytes that only begin with a decimal, or have more digits than one, are an error with their place",
        arguments: [
            "'12abc'", "'1,5'", "'1 2'", "CAST('12abc' AS BLOB)", "CAST('1.' AS BLOB)",
            "CAST('0.1234567890123456789012345678901234567890123' AS BLOB)",
        ])
    func inexactDecimals(_ value: String) throws {
        let file = try SmallStore.make()
        try file.edit("UPDATE ZPART SET ZTHEDECIMAL = \(value) WHERE Z_PK = 2")
        let error = #expect(throws: StoreError.self) { _ = try SmallStore.contents(file.open(.readOnly)) }
        #expect(error?.code == .malformed && error?.table == "ZPART" && error?.row == 2)
        #expect(error?.message.contains("ZTHEDECIMAL") == true)
    }

    @Test("The empty text of a URI is an empty URL, which a program can have saved")
    func emptyURI() throws {
        let file = try SmallStore.make()
        try file.edit("UPDATE ZPART SET ZTHEURI = '' WHERE Z_PK = 2")
        let rows = try SmallStore.contents(file.open(.readOnly)).filter { $0.hasPrefix("Part ") }
        #expect(rows.count == 3)
        #expect(try SQLiteStore.check(file.url, model: file.model) == [])
    }

    /// Statements that leave a file that SQLite takes for sound.
    static let edits = [
        "UPDATE ZPART SET Z_ENT = 99 WHERE Z_PK = 2", "UPDATE ZPART SET Z_ENT = 2 WHERE Z_PK = 2",
        "UPDATE ZPART SET Z_ENT = NULL WHERE Z_PK = 2", "UPDATE ZPART SET Z_ENT = 'x' WHERE Z_PK = 2",
        "UPDATE ZPART SET ZWHOLE = 99", "UPDATE ZPART SET ZWHOLE = -1", "UPDATE ZPART SET ZWHOLE = 'x'",
        "UPDATE ZPART SET ZFAN = 99", "UPDATE ZPART SET ZFAN = 1", "UPDATE ZWHOLE SET ZFAVOURITE = 9223372036854775807",
        "UPDATE ZPART SET Z_FOK_WHOLE = 9223372036854775807", "UPDATE ZPART SET Z_FOK_WHOLE = -9223372036854775808",
        "UPDATE ZPART SET Z_FOK_WHOLE = NULL", "UPDATE ZPART SET Z_FOK_WHOLE = 'x'",
        "INSERT INTO Z_1PEERSOF SELECT 98, 99", "INSERT INTO Z_1PEERSOF SELECT -1, -2",
        "UPDATE Z_1PEERSOF SET Z_1PEERS = 99",
        "UPDATE ZPART SET Z_PK = -5 WHERE Z_PK = 2", "UPDATE ZPART SET Z_PK = 0 WHERE Z_PK = 2",
        "UPDATE ZPART SET Z_PK = 9223372036854775807 WHERE Z_PK = 2",
        "UPDATE ZPART SET Z_PK = 9223372036854775700 WHERE Z_PK = 2",
        "UPDATE ZPART SET Z_OPT = NULL", "UPDATE ZPART SET Z_OPT = 'x'", "UPDATE ZPART SET Z_OPT = -1",
        "UPDATE ZPART SET Z_OPT = 9223372036854775807", "UPDATE ZPART SET Z_OPT = 2147483647",
        "UPDATE ZPART SET Z_OPT = 4294967296", "UPDATE ZPART SET Z_OPT = -9223372036854775808",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", "UPDATE Z_PRIMARYKEY SET Z_MAX = -9223372036854775808",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL", "UPDATE Z_PRIMARYKEY SET Z_MAX = 'x'",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 77", "INSERT INTO Z_PRIMARYKEY SELECT 98, 'Part', 0, 0",
        "INSERT INTO Z_PRIMARYKEY SELECT 9223372036854775807, 'Other', 0, 0",
        "CREATE TABLE \"Z_1PEERS; DROP TABLE ZPART\" (a)", "CREATE TABLE \"Zü\"\"\" (\"a'; \"\" b\")",
        "CREATE VIEW ZVIEW AS SELECT * FROM ZPART", "CREATE TRIGGER T AFTER UPDATE ON ZPART BEGIN SELECT 1; END",
        "CREATE TRIGGER T AFTER UPDATE ON ZPART BEGIN SELECT load_extension('x'); END",
        "ALTER TABLE ZPART ADD COLUMN \"Z\"\"; x\" INTEGER",
    ]

    @Test("A malicious row causes an error at most, and the file stays intact", arguments: edits)
    func aHostileRowDoesNoHarm(_ edit: String) throws {
        let file = try SmallStore.make()
        try file.edit("PRAGMA journal_mode = DELETE", edit)
        let before = try file.contents()
        expectErrorOfTheStore(edit) { _ = try SmallStore.contents(file.open(.readOnly)) }
        #expect(try file.contents() == before)
        expectErrorOfTheStore(edit) { _ = try SQLiteStore.check(file.url, model: file.model) }
        #expect(try file.contents() == before)
        // Each kind of change by itself, as one may be refused.
        expectErrorOfTheStore(edit) { try self.read(file) }
        for name in ["Part", "Whole"] {
            expectErrorOfTheStore(edit) {
                try file.session { context in
                    let new = context.insertNewObject(forEntityName: name)
                    if name == "Part" { new.setValue("new", forKey: "name") }
                    try context.save()
                }
            }
        }
        expectErrorOfTheStore(edit) { try self.change(file) { $0.setValue("changed", forKey: "name") } }
        expectErrorOfTheStore(edit) { try self.change(file) { $0.managedObjectContext?.delete($0) } }
        expectErrorOfTheStore(edit) {
            try file.session { context in
                let parts = try context.fetch(FetchRequest<ManagedObject>(entityName: "Part"))
                let whole = try context.fetch(FetchRequest<ManagedObject>(entityName: "Whole")).first
                whole?.setValue(Array(parts.reversed()), forKey: "parts")
                parts.first?.setValue(Set(parts), forKey: "peers")
                try context.save()
            }
        }
        #expect(try DatabaseFile(file.url).integrity() == "ok", "\(edit)")
    }

    @Test("A trigger that refuses a change is no conflict with another object", arguments: [true, false])
    func refusingTrigger(refusesInsertion: Bool) throws {
        let file = try SmallStore.make()
        try file.edit(
            "CREATE TRIGGER T BEFORE \(refusesInsertion ? "INSERT" : "UPDATE") ON ZPART "
                + "BEGIN SELECT RAISE(ABORT, 'not today'); END")
        let error = #expect(throws: StoreError.self) {
            if refusesInsertion {
                try file.session { context in
                    context.insertNewObject(forEntityName: "Part").setValue("new", forKey: "name")
                    try context.save()
                }
            } else {
                try change(file) { $0.setValue("changed", forKey: "name") }
            }
        }
        #expect(error?.code == .database && error?.message.hasSuffix("refuses the save: not today") == true)
    }

    #if os(Linux)
        @Test("A trigger with a function that only a trusted file may call is an error that says so")
        func unsafeTrigger() throws {
            let file = try SmallStore.make()
            try file.edit("CREATE TRIGGER T AFTER UPDATE ON ZPART BEGIN SELECT load_extension('x'); END")
            let error = #expect(throws: StoreError.self) {
                try change(file) { $0.setValue("changed", forKey: "name") }
            }
            #expect(error?.code == .database)
            #expect(
                error?.message == """
                    a trigger or an expression that someone has added to the file is not allowed to run, because a file \
                    can come from anyone: unsafe use of load_extension(); remove it from the file
                    """)
        }
    #endif

    @Test(
        "A malicious history causes an error at most, and the file stays intact",
        arguments: [
            "UPDATE ATRANSACTION SET Z_PK = 9223372036854775807", "UPDATE ATRANSACTION SET Z_PK = -9223372036854775808",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807 WHERE Z_ENT > 16000",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = -9223372036854775808 WHERE Z_ENT > 16000",
            "UPDATE ACHANGE SET Z_PK = 9223372036854775807 WHERE Z_PK = 1",
            "UPDATE ACHANGE SET ZENTITYPK = -9223372036854775808, ZCHANGETYPE = 9223372036854775807",
        ])
    func aHostileHistoryDoesNoHarm(_ edit: String) throws {
        let file = try SmallStore.make()
        func save(_ context: ManagedObjectContext) throws {
            context.insertNewObject(forEntityName: "Part").setValue("new", forKey: "name")
            try context.save()
        }
        try file.session { context in
            try context.persistentStoreCoordinator.setTracksHistory(true)
            try save(context)
        }
        try file.edit("PRAGMA journal_mode = DELETE", edit)
        expectErrorOfTheStore(edit) {
            let store = try file.open(.readOnly)
            let history = try #require(store.history)
            _ = (history.lastTransactionNumber, history.lastRemovedTransactionNumber)
            _ = try history.transactions(after: 0)
            _ = try history.transactions(after: .min)
        }
        expectErrorOfTheStore(edit) { try file.session { try save($0) } }
        #expect(try DatabaseFile(file.url).integrity() == "ok")
    }

    private func read(_ file: SQLiteFile) throws {
        try file.session { context in
            for part in try context.fetch(FetchRequest<ManagedObject>(entityName: "Part")) {
                for relationship in part.entity.relationships { _ = part.destinations(relationship.name) }
            }
        }
    }

    private func change(_ file: SQLiteFile, _ body: (ManagedObject) -> Void) throws {
        try file.session { context in
            for part in try context.fetch(FetchRequest<ManagedObject>(entityName: "Part")) { body(part) }
            try context.save()
        }
    }

    /// Runs what may be refused, by an error that says something and is no mistake of Swift's or SQLite's syntax.
    private func expectErrorOfTheStore(
        _ edit: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        do {
            try body()
        } catch let error as StoreError {
            #expect(!error.message.contains("syntax"), "\(edit): \(error)", sourceLocation: sourceLocation)
            #expect(!error.message.isEmpty, "\(edit)", sourceLocation: sourceLocation)
        } catch is ObjectNumbersExhaustedError {
            // There are no numbers left.
        } catch is MergeConflictError {
            // What the rows lead to is not there, or not as it was read.
        } catch {
            Issue.record("\(edit): \(type(of: error)) \(error)", sourceLocation: sourceLocation)
        }
    }

    @Test("A URI that Foundation writes as another text is a finding, and can be read")
    func otherTextsOfURIs() throws {
        let file = try SmallStore.make()
        for text in ["http://example.com/a b", "http://bücher.example/", "50%"] {
            try file.edit("UPDATE ZPART SET ZTHEURI = '\(text)' WHERE Z_PK = 2")
            #expect(try SmallStore.contents(file.open(.readOnly)).count { $0.hasPrefix("Part ") } == 3)
            let findings = try SQLiteStore.check(file.url, model: file.model)
            #expect(findings.map(\.row) == [2])
            #expect(findings.first?.message == "the column 'ZTHEURI' has a value that is not a valid URI")
        }
        try file.edit("UPDATE ZPART SET ZTHEURI = 'http://example.com/a%20b' WHERE Z_PK = 2")
        #expect(try SQLiteStore.check(file.url, model: file.model) == [])
    }
}
