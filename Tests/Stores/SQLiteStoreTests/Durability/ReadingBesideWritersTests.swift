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
}
