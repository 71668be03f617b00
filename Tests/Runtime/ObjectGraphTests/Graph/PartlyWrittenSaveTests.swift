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
            #expect(throws: RefusingStore.Refusal()) { try context.save() }
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
        #expect(throws: RefusingStore.Refusal()) { try context.save() }
        let others = container.newContext()
        others.insert("Badge", ["code": Int32(1)])
        #expect(throws: ConstraintConflicts.self) { try others.save() }
        last.refuse(false)
        try context.save()
        #expect(throws: ConstraintConflicts.self) { try others.save() }
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
        #expect(throws: RefusingStore.Refusal()) { try context.save() }
        follower.processPendingChanges()
        #expect(inserted == ["Badge"])
        last.refuse(false)
        try context.save()
        follower.processPendingChanges()
        #expect(inserted == ["Badge", "Note"])
        observation.cancel()
    }

    @Test("CTX-10 canceling a save does not keep the stores from writing the rest of it")
    func canceling() async throws {
        let store = SlowStores()
        let container = try PersistentContainer(
            model: Office.model, stores: [("People", store), ("Paper", .tested)])
        let task = Task {
            let context = container.newContext()
            context.insert("Badge", ["code": Int32(1)])
            context.insert("Note")
            store.whenCommitting.withLock { $0 = { withUnsafeCurrentTask { $0?.cancel() } } }
            try await context.saveAsynchronously()
        }
        _ = await task.result
        let fresh = container.newContext()
        #expect(try fresh.objects("Badge").count == fresh.objects("Note").count)
    }

    /// Stores that do something when they have committed.
    private final class SlowStores: PersistentStoreDescription {
        let whenCommitting = Mutex<(@Sendable () -> Void)?>(nil)

        func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
            CallingStore(model: model) { [weak self] in self?.whenCommitting.withLock { $0 }?() }
        }
    }

    private final class CallingStore: ResidentStore {
        private let store: InMemoryStore
        private let hasCommitted: @Sendable () -> Void

        init(model: ManagedObjectModel, hasCommitted: @escaping @Sendable () -> Void) {
            store = InMemoryStore(model: model)
            self.hasCommitted = hasCommitted
        }

        var identifier: UUID { store.identifier }
        var snapshot: GraphSnapshot { store.snapshot }

        func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
            store.reserveNumbers(count, forRootEntityNamed: name)
        }

        func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
            defer { hasCommitted() }
            return try store.commit(changes)
        }
    }
}
