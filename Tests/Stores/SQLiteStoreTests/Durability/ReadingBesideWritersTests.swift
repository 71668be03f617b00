import FileAccess
import Foundation
import ObjectGraph
import SQLiteStore
import SampleModels
import TestSupport
import Testing

/// Stores that are open read-only, without locks, while others write to the file.
struct ReadingBesideWritersTests {
    private let file: SQLiteFile
    private let readOnly = SQLiteStoreOptions(isReadOnly: true)

    init() throws {
        file = try SQLiteFile()
        try file.session { try insert("Hulk", in: $0) }
    }

    private func insert(_ name: String, in context: ManagedObjectContext) throws {
        Superhero(context: context).name = name
        try context.save()
    }

    private func names(in context: ManagedObjectContext) throws -> Set<String> {
        Set(try context.fetch(FetchRequest<Superhero>(entityName: "Superhero")).compactMap(\.name))
    }

    @Test("A reader that was there first leaves the journal of a writer, and what is in it")
    func journals() throws {
        var reader: ManagedObjectContext? = try file.openContext(readOnly)
        #expect(try reader.map { try names(in: $0) } == ["Hulk"])
        let writer = try file.openContext()
        try insert("Batman", in: writer)
        reader = nil
        try insert("Thor", in: writer)
        // What another process would find if the writer were killed now.
        let copy = try SQLiteFile()
        for (name, bytes) in try file.contents() where name != "Store.sqlite-shm" {
            try bytes.write(to: copy.folder.url.appending(path: name))
        }
        #expect(try copy.session { try names(in: $0) } == ["Hulk", "Batman", "Thor"])
        #expect(try names(in: file.openContext()) == ["Hulk", "Batman", "Thor"])
        withExtendedLifetime(writer) {}
    }

    @Test("A reader creates no file, and later contexts see what was saved since")
    func laterContexts() throws {
        let before = try file.contents()
        let container = try PersistentContainer(model: file.model, store: .sqlite(at: file.url, options: readOnly))
        #expect(try names(in: container.newContext()) == ["Hulk"])
        #expect(try file.contents() == before)
        let writer = try file.openContext()
        try insert("Batman", in: writer)
        #expect(try names(in: container.newContext()) == ["Hulk", "Batman"])
        withExtendedLifetime(writer) {}
    }

    @Test("After a reset, an object has what another program has saved, without a fetch")
    func reset() throws {
        let context = try file.openContext()
        let hulk = try #require(try context.fetch(FetchRequest<Superhero>(entityName: "Superhero")).first)
        let objectID = hulk.objectID
        for name in ["Batman", "Thor"] {
            try file.session { other in
                (other.object(with: objectID) as? Superhero)?.name = name
                try other.save()
            }
            context.reset()
            #expect((context.object(with: objectID) as? Superhero)?.name == name)
        }
    }

    @Test("Pages that a writer changes under an open view are an error, rather than parts of two states")
    func changedPages() throws {
        let store = try file.open(readOnly)
        let view = try store.openView()
        let entity = try #require(file.model.entitiesByName["Superhero"])
        let query = StoreQuery(entity: entity, entityNames: ["Superhero"])
        #expect(try view.count(query) == 1)
        try file.session { try insert("Batman", in: $0) }
        let error = #expect(throws: StoreError.self) { try view.count(query) }
        #expect(error?.code == .inUse)
        #expect(try store.openView().count(query) == 2)
    }

    // MARK: Rollback journals

    /// Begins a transaction with a rollback journal, and writes to the file before its end, so other connections cannot
    /// read it.
    private func beginTransaction() throws -> DatabaseFile {
        let writer = try DatabaseFile(file.url)
        #expect(try writer.rows("PRAGMA journal_mode = DELETE") == [["delete"]])
        for statement in [
            "PRAGMA cache_size = 10", "BEGIN IMMEDIATE", "UPDATE ZSUPERHERO SET ZNAME = 'Thor'",
            "CREATE TABLE FILLER (X)",
            "INSERT INTO FILLER WITH RECURSIVE N(I) AS (SELECT 1 UNION ALL SELECT I + 1 FROM N WHERE I < 500) "
                + "SELECT randomblob(4000) FROM N",
        ] { _ = try writer.rows(statement) }
        let journal = try #require(FileReader.size(of: file.path + "-journal"))
        #expect(journal > 0)
        return writer
    }

    @Test("A transaction with a rollback journal that another connection writes is in use, and not interrupted")
    func rollbackJournalInUse() throws {
        let writer = try beginTransaction()
        let error = #expect(throws: StoreError.self) {
            _ = try file.open(SQLiteStoreOptions(isReadOnly: true, busyTimeoutMilliseconds: 50))
        }
        #expect(error?.code == .inUse)
        #expect(error?.message == "another process is writing to the store; try again when it has finished")
        _ = try writer.rows("ROLLBACK")
        #expect(try file.session(readOnly) { try names(in: $0) } == ["Hulk"])
    }

    @Test("A transaction with a rollback journal that has not reached the file hinders no reader")
    func reservedFile() throws {
        let writer = try DatabaseFile(file.url)
        _ = try writer.rows("PRAGMA journal_mode = DELETE")
        _ = try writer.rows("BEGIN IMMEDIATE")
        _ = try writer.rows("UPDATE ZSUPERHERO SET ZNAME = 'Thor'")
        #expect(try file.session(readOnly) { try names(in: $0) } == ["Hulk"])
        _ = try writer.rows("ROLLBACK")
    }

    @Test("A transaction with a rollback journal whose writer is gone is interrupted, and reading changes nothing")
    func rollbackJournalLeftBehind() throws {
        let copy = try SQLiteFile()
        let writer = try beginTransaction()
        for (name, bytes) in try file.contents() { try bytes.write(to: copy.folder.url.appending(path: name)) }
        _ = try writer.rows("ROLLBACK")
        let before = try copy.contents()
        let error = #expect(throws: StoreError.self) { _ = try copy.open(readOnly) }
        #expect(error?.code == .readOnly)
        #expect(try copy.contents() == before)
        #expect(try copy.session { try names(in: $0) } == ["Hulk"])
    }
}
