import Foundation
import ObjectGraph
import Synchronization
import Testing

/// Saves to several stores of which one refuses its part after another one has written its own.
struct PartlyWrittenSaveTests {
    /// Opens a store that can refuse commits.
    private final class Refusable: PersistentStoreDescription {
        private let opened = Mutex<RefusingStore?>(nil)

        func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
            let store = RefusingStore(model: model)
            opened.withLock { $0 = store }
            return store
        }

        func refuse(_ refuses: Bool) {
            opened.withLock { $0?.refuse(refuses) }
        }

        func refuseOnce(with error: any Error) {
            opened.withLock { $0?.refuseOnce(with: error) }
        }
    }

    private let last = Refusable()
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(model: Office.model, stores: [("People", .tested), ("Paper", last)])
        context = container.newContext()
    }

    @Test("CTX-10 what one store has written is saved, and the next save writes the rest once")
    func savingAgain() throws {
        let changed = context.insert("Person", ["name": "Ann"])
        let gone = context.insert("Person", ["name": "Bob"])
        let notebook = context.insert("Notebook", ["title": "first"])
        try context.save()
        changed.setValue("Anna", forKey: "name")
        context.delete(gone)
        let badge = context.insert("Badge", ["code": Int32(1)])
        notebook.setValue("second", forKey: "title")
        let note = context.insert("Note", ["notebook": notebook])
        last.refuse(true)
        for _ in 0..<2 {
            #expect(throws: RefusingStore.RefusalError()) { try context.save() }
            #expect(!badge.hasChanges && !badge.objectID.isTemporaryID)
            #expect(!changed.hasChanges && changed.text("name") == "Anna")
            #expect(gone.managedObjectContext == nil)
            #expect(context.insertedObjects == [note] && context.updatedObjects == [notebook])
            #expect(context.deletedObjects.isEmpty && note.objectID.isTemporaryID)
            #expect(notebook.text("title") == "second")
        }
        last.refuse(false)
        try context.save()
        #expect(!context.hasChanges)
        changed.setValue("Anne", forKey: "name")
        try context.save()
        let fresh = container.newContext()
        #expect(try fresh.objects("Badge").count == 1)
        #expect(try fresh.objects("Person").map { $0.text("name") } == ["Anne"])
        #expect(try fresh.objects("Note").map { $0.member("notebook")?.text("title") } == ["second"])
    }

    @Test("UNQ-1 values that one store has written are unique, though the save has failed")
    func uniqueness() throws {
        context.insert("Badge", ["code": Int32(1)])
        context.insert("Note")
        // The values of the constraint are known from now on.
        context.insert("Badge", ["code": Int32(0)])
        last.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try context.save() }
        let others = container.newContext()
        others.insert("Badge", ["code": Int32(1)])
        #expect(throws: ConstraintConflictError.self) { try others.save() }
        last.refuse(false)
        try context.save()
        #expect(throws: ConstraintConflictError.self) { try others.save() }
    }

    @Test("NTF-8 contexts that follow others learn of what is written to several stores, and to one of them alone")
    func following() throws {
        let follower = container.newContext()
        follower.automaticallyMergesChangesFromParent = true
        var inserted: [String] = []
        let observation = follower.observe { event in
            if case .objectsDidChange(let change) = event { inserted += change.inserted.map(\.entity.name) }
        }
        context.insert("Badge", ["code": Int32(1)])
        context.insert("Note")
        try context.save()
        follower.processPendingChanges()
        #expect(inserted.sorted() == ["Badge", "Note"])
        inserted = []
        context.insert("Badge", ["code": Int32(2)])
        context.insert("Note")
        last.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try context.save() }
        follower.processPendingChanges()
        #expect(inserted == ["Badge"])
        last.refuse(false)
        try context.save()
        follower.processPendingChanges()
        #expect(inserted == ["Badge", "Note"])
        observation.cancel()
    }

    @Test("CTX-10 what one store has written after a merge has the merged values")
    func mergedValues() throws {
        let person = context.insert("Person", ["name": "Ann", "salary": Int32(1)])
        let notebook = context.insert("Notebook", ["title": "first"])
        try context.save()
        let others = container.newContext()
        others.counterpart(of: person).setValue(Int32(2), forKey: "salary")
        try others.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        person.setValue("Anna", forKey: "name")
        notebook.setValue("second", forKey: "title")
        last.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try context.save() }
        #expect(!person.hasChanges && person.text("name") == "Anna")
        #expect(person.value(forKey: "salary") as? Int32 == 2)
        last.refuse(false)
        person.setValue("Anne", forKey: "name")
        try context.save()
        let fresh = container.newContext()
        let stored = try #require(try fresh.objects("Person").first)
        #expect(stored.text("name") == "Anne" && stored.value(forKey: "salary") as? Int32 == 2)
    }

    @Test("NTF-2 a save that succeeds after one store has written its part reports that part, too")
    func reportingParts() throws {
        let notebook = context.insert("Notebook", ["title": "first"])
        try context.save()
        context.mergePolicy = .mergeByPropertyObjectTrump
        var saved: [SavedObjects] = []
        let observation = context.observe { event in
            if case .didSave(let objects) = event { saved.append(objects) }
        }
        let badge = context.insert("Badge", ["code": Int32(1)])
        notebook.setValue("second", forKey: "title")
        // As if another process had saved it between the check for conflicts and the commit.
        last.refuseOnce(with: MergeConflictError(objectIDs: [notebook.objectID]))
        try context.save()
        #expect(saved.map(\.inserted) == [[badge]] && saved.map(\.updated) == [[notebook]])
        #expect(!context.hasChanges)
        observation.cancel()
    }

    @Test("CTX-10 canceling a save does not keep the stores from writing the rest of it")
    func canceling() async throws {
        let container = try PersistentContainer(
            model: Office.model, stores: [("People", CancelingStores()), ("Paper", CancelingStores())])
        let context = container.newContext()
        context.insert("Badge", ["code": Int32(1)])
        context.insert("Note")
        try await context.saveAsynchronously()
        let fresh = container.newContext()
        #expect(try fresh.objects("Badge").count == 1)
        #expect(try fresh.objects("Note").count == 1)
    }

    private struct CancelingStores: PersistentStoreDescription {
        func openStore(for model: ManagedObjectModel) throws -> any PersistentStore { CancelingStore(model: model) }
    }

    /// A store that notices the cancellation of a save, and cancels it after each commit.
    private final class CancelingStore: ResidentStore {
        private let store: InMemoryStore

        init(model: ManagedObjectModel) { store = InMemoryStore(model: model) }

        var identifier: UUID { store.identifier }
        var snapshot: GraphSnapshot { store.snapshot }

        func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
            store.reserveNumbers(count, forRootEntityNamed: name)
        }

        func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
            try StoreCancellation.check()
            defer { StoreCancellation.current?.cancel() }
            return try store.commit(changes)
        }
    }
}
