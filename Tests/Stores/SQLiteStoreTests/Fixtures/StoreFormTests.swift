import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreMigration
import TestSupport
import Testing

/// Stores that this project has not written, in forms that Core Data's format allows: each is read in whole, checked,
/// changed, and read again.
@Suite struct StoreFormTests {
    /// Every store, by what is special about it. A test below reads each list.
    private enum Forms {
        static let pages = ["PageSize512", "PageSize8192", "PageSize65536"]
        static let vacuum = ["AutoVacuumNone", "AutoVacuumFull", "AutoVacuumIncremental"]
        static let encodings = [
            "UTF16LittleEndian", "UTF16BigEndian", "ValuesInUTF16", "ValuesOfOtherClassesInUTF16",
        ]
        static let completeLogs = ["LogCommitted", "LogOverEarlierOne"]
        static let incompleteLogs = ["LogUnfinished", "LogUnfinishedEnd", "LogDamagedEnd"]
        static let metadata = ["MetadataBinary", "MetadataXML"]
        static let columns = ["ColumnsReversed", "ColumnsByName"]
        static let indexes = ["IndexesOfOldNames", "IndexesOfBothNames", "IndexesMissing"] + indexesInUTF16
        static let indexesInUTF16 = ["IndexesInUTF16LittleEndian", "IndexesInUTF16BigEndian"]
        static let joins = ["JoinTablesReversed", "JoinTablesOfOtherNames"]
        static let order = ["OrderWithTies", "OrderMissing"]
        static let libraries =
            columns + indexes + joins + order + [
                "ColumnsAndTablesUnknown", "OrderWithGaps", "History", "ModelCacheWithInheritance",
            ]
        static let triggers = ["TriggersOfOtherNames", "TriggersMissing"]
        static let models = ["ModelCache", "ModelCacheWithInheritance"]
        static let single = [
            "RollbackJournal", "RollbackJournalLeft", "LogEmpty", "MaximumKeyTooLow", "VersionMissing",
            "EntityNumberIgnored", "MetadataOfOldFramework", "Mirrored", "ColumnsAndTablesUnknown", "OrderWithGaps",
            "History", "Values", "ValuesOfOtherClasses", "ValuesInFiles",
        ]
        static let all = [
            pages, vacuum, encodings, completeLogs, incompleteLogs, metadata, columns, indexes, joins, order, triggers,
            models, single,
        ].flatMap(\.self)
    }

    @Test("Every store of the fixtures has a test, and every file belongs to a store")
    func everyStoreIsRead() throws {
        let expected = try StoreFixture.Expectations.read()
        #expect(expected.stores.keys.sorted() == Forms.all.sorted())
        #expect(Set(expected.stores.values.map(\.contents)) == Set(expected.contents.keys))
        let files = try Fixtures.fileNames(in: "Stores")
        for name in Forms.all { #expect(files.contains("\(name).sqlite")) }
        let superfluous = files.filter { file in
            file != "expected.json"
                && !Forms.all.contains { name in
                    ["", "-wal", "-journal"].contains { file == "\(name).sqlite\($0)" }
                        || file.hasPrefix(".\(name)_SUPPORT/")
                }
        }
        #expect(superfluous == [])
        #expect(files.filter { $0.hasSuffix("-wal") }.count == 6)
        #expect(files.filter { $0.hasSuffix("-journal") }.count == 1)
    }

    @Test(
        "The files have the pages, the encoding, and the vacuum that their names say",
        arguments: [
            ("PageSize512", ["512", "UTF-8", "2"]), ("PageSize8192", ["8192", "UTF-8", "0"]),
            ("PageSize65536", ["65536", "UTF-8", "0"]), ("AutoVacuumNone", ["1024", "UTF-8", "0"]),
            ("AutoVacuumFull", ["1024", "UTF-8", "1"]), ("AutoVacuumIncremental", ["1024", "UTF-8", "2"]),
            ("UTF16LittleEndian", ["1024", "UTF-16le", "2"]), ("UTF16BigEndian", ["1024", "UTF-16be", "2"]),
            ("IndexesOfOldNames", ["2048", "UTF-8", "1"]),
        ])
    func settings(name: String, expected: [String]) throws {
        let folder = try TemporaryFolder()
        let file = try StoreFixture(name).copy(in: folder)
        // Byte 18 says whether the database has a write-ahead log.
        let bytes = [UInt8](try Data(contentsOf: file))
        #expect(bytes[18] == (name == "IndexesOfOldNames" ? 1 : 2))
        let database = try DatabaseFile(file)
        let found = try ["page_size", "encoding", "auto_vacuum"].map { try database.rows("PRAGMA \($0)")[0][0] }
        #expect(found == expected)
        #expect(try database.integrity() == "ok")
    }

    // MARK: The file

    @Test("Pages of any size are read", arguments: Forms.pages)
    func pages(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("A store is read whether and however SQLite frees pages", arguments: Forms.vacuum)
    func vacuum(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("Text in UTF-16 of either byte order is read", arguments: Forms.encodings)
    func encodings(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("A store with a rollback journal is read")
    func rollbackJournal() throws { try StoreFixture("RollbackJournal").expectReadAndChanged() }

    @Test("What is committed in the write-ahead log is read", arguments: Forms.completeLogs)
    func completeLogs(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("A transaction that the write-ahead log contains in part is not read", arguments: Forms.incompleteLogs)
    func incompleteLogs(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("A store with an empty write-ahead log is read")
    func emptyLog() throws { try StoreFixture("LogEmpty").expectReadAndChanged() }

    @Test("An interrupted save in a rollback journal is undone by the first writer")
    func rollbackJournalLeft() throws { try StoreFixture("RollbackJournalLeft").expectReadAndChanged() }

    // MARK: Bookkeeping

    @Test("New keys follow the greatest one, even if a lower one is recorded as the last")
    func maximumKeyTooLow() throws { try StoreFixture("MaximumKeyTooLow").expectReadAndChanged() }

    @Test("An object without a version is read, and saved")
    func versionMissing() throws { try StoreFixture("VersionMissing").expectReadAndChanged() }

    @Test("In a table of one entity, the entity number of a row does not matter")
    func entityNumberIgnored() throws { try StoreFixture("EntityNumberIgnored").expectReadAndChanged() }

    @Test("Metadata is read in both forms of property lists, and what a program added stays", arguments: Forms.metadata)
    func metadata(name: String) throws {
        let fixture = try StoreFixture(name)
        let folder = try TemporaryFolder()
        let found = try SQLiteStore.programMetadata(at: fixture.copy(in: folder)).mapValues(StoreFixture.text)
        #expect(found == fixture.expectation.metadata)
        try fixture.expectReadAndChanged()
    }

    @Test("A store of a framework without digests of the version hashes is read")
    func metadataOfOldFramework() throws { try StoreFixture("MetadataOfOldFramework").expectReadAndChanged() }

    @Test("A store that CloudKit mirrors is read, but not opened for writing")
    func mirrored() throws { try StoreFixture("Mirrored").expectReadAndChanged() }

    @Test("The model in a store is that of its entities, and opens it", arguments: Forms.models)
    func models(name: String) throws {
        let fixture = try StoreFixture(name)
        #expect(fixture.expectation.hasModel == true)
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let stored = try SQLiteStore.model(at: file)
        #expect(
            ModelLookup(stored.schema).coreDataVersionHashes == ModelLookup(fixture.model.schema).coreDataVersionHashes)
        #expect(stored.entities.map(\.ancestorNames) == fixture.model.entities.map(\.ancestorNames))
        _ = try SQLiteStore(at: file, model: stored, options: SQLiteStoreOptions(isReadOnly: true))
        try fixture.expectReadAndChanged()
    }

    @Test("A store without its model says so")
    func modelMissing() throws {
        let folder = try TemporaryFolder()
        let file = try StoreFixture("Values").copy(in: folder)
        let error = #expect(throws: StoreError.self) { try SQLiteStore.model(at: file) }
        #expect(error?.code == .modelMissing)
    }

    // MARK: Tables

    @Test("Columns are found by name in any order, with their hierarchy in one table", arguments: Forms.columns)
    func columns(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("Columns, tables, views, triggers, and numbers of others stay, and do no harm")
    func unknownTables() throws {
        let fixture = try StoreFixture("ColumnsAndTablesUnknown")
        try fixture.expectReadAndChanged()
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let context = try PersistentContainer(model: fixture.model, store: .sqlite(at: file)).newContext()
        try withExtendedLifetime(context) {
            for shelf in try context.fetch(FetchRequest<ManagedObject>(entityName: "Shelf")) {
                shelf.setValue("moved", forKey: "label")
            }
            try context.save()
        }
        let database = try DatabaseFile(file)
        #expect(try database.rows("SELECT n FROM \"plugin settings\"") == [["3"]])
        #expect(try database.rows("SELECT * FROM ZUNKNOWN") == [["1", "99", "1", "1"]])
        #expect(try database.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Unknown'") == [["1"]])
        #expect(try database.rows("SELECT COUNT(*) FROM ZTITLES") == [["5"]])
    }

    @Test("Indexes may have the names of any generation, or be missing", arguments: Forms.indexes)
    func indexes(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("Texts are sorted and compared as in every store, whatever the index", arguments: Forms.indexes)
    func textsInQueries(name: String) throws {
        let fixture = try StoreFixture(name)
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let context = try PersistentContainer(model: fixture.model, store: .sqlite(at: file)).newContext()
        #expect(try authors("name != nil", in: context) == ["Hazel Ito", "Émile", "Āris"])
        #expect(try authors("name != nil", limit: 1, in: context) == ["Hazel Ito"])
        #expect(try authors("name != nil", ascending: false, limit: 2, in: context) == ["Āris", "Émile"])
        #expect(try authors("name == 'Émile'", in: context) == ["Émile"])
        #expect(try authors("name ==[cd] 'aris'", in: context) == ["Āris"])
        #expect(try authors("name < 'É'", in: context) == ["Hazel Ito"])
        #expect(try authors("name >= 'É'", in: context) == ["Émile", "Āris"])
        #expect(try authors("name CONTAINS 'mil'", in: context) == ["Émile"])
        #expect(try authors("name LIKE '*I?o'", in: context) == ["Hazel Ito"])
        #expect(try authors("name IN {'Āris', 'Émile', 'x'}", in: context) == ["Émile", "Āris"])
    }

    /// The names of the authors that match a predicate, sorted.
    private func authors(
        _ predicate: String, ascending: Bool = true, limit: Int = 0, in context: ManagedObjectContext
    ) throws -> [String] {
        var request = FetchRequest<ManagedObject>(entityName: "Author")
        request.predicate = try .format(predicate)
        request.sortDescriptors = [ModelSortDescriptor(key: "name", ascending: ascending)]
        request.fetchLimit = limit
        return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
    }

    @Test("A uniqueness constraint in the table is as good as an index of today")
    func oldUniquenessConstraint() throws {
        for name in Forms.indexes {
            let fixture = try StoreFixture(name)
            let folder = try TemporaryFolder()
            let container = try PersistentContainer(
                model: fixture.model, store: .sqlite(at: fixture.copy(in: folder)))
            let context = container.newContext()
            withExtendedLifetime(container) {
                context.insertNewObject(forEntityName: "Author").setValue("Hazel Ito", forKey: "name")
                #expect(throws: (any Error).self, "\(name)") { try context.save() }
            }
        }
    }

    @Test("Tables of pairs may have the name of either side, and columns in any order", arguments: Forms.joins)
    func joins(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("Positions in an order may have gaps of any size")
    func orderWithGaps() throws { try StoreFixture("OrderWithGaps").expectReadAndChanged() }

    @Test("Objects with equal positions, or none, follow one another by key", arguments: Forms.order)
    func order(name: String) throws { try StoreFixture(name).expectReadAndChanged() }

    @Test("Insertions, updates with their properties, and deletions with preserved values are read from the history")
    func history() throws {
        let fixture = try StoreFixture("History")
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let store = try SQLiteStore(at: file, model: fixture.model, options: SQLiteStoreOptions(isReadOnly: true))
        #expect(store.history?.isTracking == true)
        #expect(try StoreFixture.history(in: store) == fixture.expectation.history)
        #expect(try StoreFixture.history(in: store, after: 3) == fixture.expectation.history?.suffix(3).map(\.self))
        #expect(store.history?.lastTransactionNumber == 4)
        #expect(store.history?.lastRemovedTransactionNumber == 1)
        try fixture.expectReadAndChanged()
    }

    @Test("The history of a store continues with the next save")
    func historyGoesOn() throws {
        let fixture = try StoreFixture("History")
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let context = try PersistentContainer(model: fixture.model, store: .sqlite(at: file)).newContext()
        try withExtendedLifetime(context) {
            context.transactionAuthor = "import"
            let shelf = try context.fetch(FetchRequest<ManagedObject>(entityName: "Shelf")).min {
                $0.objectID < $1.objectID
            }
            try #require(shelf).setValue("moved", forKey: "label")
            try context.save()
        }
        let store = try SQLiteStore(at: file, model: fixture.model, options: SQLiteStoreOptions(isReadOnly: true))
        let transactions = try #require(store.history).transactions(after: 4)
        #expect(transactions.map(\.token.transactionNumber) == [5])
        #expect(transactions.first?.author == "import")
        #expect(transactions.first?.changes.map(\.updatedProperties) == [["label"]])
        // The text is that of the first transaction.
        let names = try DatabaseFile(file).rows("SELECT COUNT(*) FROM ATRANSACTIONSTRING WHERE ZNAME = 'import'")
        #expect(names == [["1"]])
    }

    @Test("Counts are right with triggers of others and without any", arguments: Forms.triggers)
    func triggers(name: String) throws {
        let fixture = try StoreFixture(name)
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        try fixture.expectRead(file, in: folder)
        let context = try PersistentContainer(model: fixture.model, store: .sqlite(at: file)).newContext()
        try withExtendedLifetime(context) {
            func object(_ entityName: String, _ title: String) throws -> ManagedObject {
                var request = FetchRequest<ManagedObject>(entityName: entityName)
                request.predicate = try .format("\(entityName == "Album" ? "name" : "title") == '\(title)'")
                return try #require(try context.fetch(request).first)
            }
            let empty = try object("Album", "Empty")
            try object("Photo", "Loose").setValue(empty, forKey: "album")
            try object("Photo", "Gulls").setValue(empty, forKey: "album")
            context.delete(try object("Photo", "Waves"))
            context.insertNewObject(forEntityName: "Photo").setValue(empty, forKey: "album")
            context.insertNewObject(forEntityName: "Album").setValue("New", forKey: "name")
            try context.save()
        }
        let store = try SQLiteStore(at: file, model: fixture.model, options: SQLiteStoreOptions(isReadOnly: true))
        let albums = try fixture.objects(in: store).filter { $0.key.hasPrefix("Album") }.values
        let counts = albums.map { "\($0["name"] ?? ""): \($0["photoCount"] ?? "nil")" }
        #expect(counts.sorted() == ["Empty: 3", "New: 0", "Sea: 0"])
        #expect(try fixture.findings(in: file) == [])
        #expect(try DatabaseFile(file).integrity() == "ok")
    }

    @Test("A store in any of these forms migrates with all of its objects", arguments: Forms.libraries)
    func migration(name: String) throws {
        let fixture = try StoreFixture(name)
        let folder = try TemporaryFolder()
        let file = try fixture.copy(in: folder)
        let next = ManagedObjectModel(try readModel(Fixtures.modelText("Library", version: "Library 2")))
        let options = MigrationOptions(earlierModels: [fixture.model])
        if name == "ColumnsAndTablesUnknown" {
            // One of its columns cannot be Core Data's, so it is dropped first, as the error says.
            let error = try #require(throws: StoreError.self) {
                try SQLiteStore.migrate(file, to: next, migration: options)
            }
            #expect(error.code == .database && error.message.contains("'ZPUBLICATION.EXTRA'"))
            _ = try DatabaseFile(file).rows("ALTER TABLE ZPUBLICATION DROP COLUMN EXTRA")
        }
        _ = try SQLiteStore.migrate(file, to: next, migration: options)
        #expect(try SQLiteStore.check(file, model: next).map(\.description) == [])
        let store = try SQLiteStore(at: file, model: next, options: SQLiteStoreOptions(isReadOnly: true))
        let found = try fixture.objects(in: store, of: next).mapValues { $0.filter { $0.key != "version" } }
        let expected = fixture.objects.mapValues { $0.filter { $0.key != "version" } }
        #expect(found.filter { !$0.key.hasPrefix("Shelf") } == expected.filter { !$0.key.hasPrefix("Shelf") })
        #expect(found["Shelf 1"]?.filter { $0.key != "room" } == expected["Shelf 1"])
        #expect(found.filter { $0.key.hasPrefix("Shelf") }.values.map { $0["room"] } == ["1", "1", "1"])
    }

    // MARK: Values

    @Test("Every type of value is read as Core Data stores it")
    func values() throws { try StoreFixture("Values").expectReadAndChanged() }

    @Test("Numbers are read from columns of other types: integers from fractions, and decimals from text")
    func valuesOfOtherClasses() throws { try StoreFixture("ValuesOfOtherClasses").expectReadAndChanged() }

    @Test("Large values are read from the row and from their files")
    func valuesInFiles() throws { try StoreFixture("ValuesInFiles").expectReadAndChanged() }
}
