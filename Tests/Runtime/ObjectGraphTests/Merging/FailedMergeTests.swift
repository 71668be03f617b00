import ObjectGraph
import Testing

/// Saves that fail after they have merged others' changes: nothing of the merge remains, whoever changed it.
struct FailedMergeTests {
    private struct RefusalError: Error {}

    private let container: PersistentContainer
    private let own: ManagedObjectContext
    private let others: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(model: Office.model, store: .tested)
        own = container.newContext()
        others = container.newContext()
    }

    /// Saves an object of another context, which is a conflict for this one.
    private func change(_ object: ManagedObject, _ key: String, _ value: Any) throws {
        others.twin(object).setValue(value, forKey: key)
        try others.save()
    }

    @Test("CTX-9 what a policy's closure changes is as before if the save fails, and can be changed and saved again")
    func changesOfPolicy() throws {
        let ann = own.insert("Person", ["name": "Ann"])
        let desk = own.insert("Desk", ["label": "before"])
        let badge = own.insert("Badge", ["code": Int32(1)])
        try own.save()
        try change(ann, "salary", Int32(1))
        own.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { context in
            for object in context.registeredObjects {
                if object.entity.name == "Desk" { object.setValue("merged", forKey: "label") }
                if object.entity.name == "Badge" { context.delete(object) }
            }
            context.insert("Note", ["content": "merged"])
            throw RefusalError()
        }
        ann.setValue("Anna", forKey: "name")
        for _ in 0..<2 {
            #expect(throws: RefusalError.self) { try own.save() }
            #expect(own.updatedObjects == [ann])
            #expect(own.insertedObjects.isEmpty && own.deletedObjects.isEmpty)
            #expect(desk.text("label") == "before")
            #expect(!desk.hasChanges && !badge.isDeleted)
        }
        own.mergePolicy = .mergeByPropertyObjectTrump
        desk.setValue("after", forKey: "label")
        badge.setValue(Int32(2), forKey: "code")
        try own.save()
        #expect(!own.hasChanges)
        let fresh = container.newContext()
        #expect(fresh.twin(desk).text("label") == "after")
        #expect(fresh.twin(badge).number("code") == 2)
        #expect(try fresh.objects("Note").isEmpty)
    }

    @Test("CTX-9 an object that a failed save's merge has deleted by a cascade exists again, and the next deletes it")
    func cascadedDeletion() throws {
        let notebook = own.insert("Notebook", ["title": "all"])
        let note = own.insert("Note", ["content": "moved"])
        try own.save()
        try change(note, "notebook", others.twin(notebook))
        own.delete(notebook)
        own.mergePolicy = MergePolicy(.mergeByPropertyObjectTrump) { _ in throw RefusalError() }
        #expect(throws: RefusalError.self) { try own.save() }
        #expect(own.deletedObjects == [notebook])
        #expect(!note.isDeleted && !note.hasChanges)
        own.mergePolicy = .mergeByPropertyObjectTrump
        try own.save()
        #expect(try own.afresh { try $0.objects("Note").isEmpty && $0.objects("Notebook").isEmpty })
    }

    @Test("OBJ-31 a save that an observer of a save begins, and that fails, leaves the first one saved")
    func savingWhenSaved() throws {
        own.insert("Badge", ["code": Int32(1)])
        try own.save()
        var wasRefused = false
        var badge: ManagedObject?
        let observation = own.observe { event in
            guard case .didSave = event, badge == nil else { return }
            badge = own.insert("Badge", ["code": Int32(1)])
            do { try own.save() } catch { wasRefused = error is ConstraintConflictError }
        }
        // Its count of notes is computed by the save.
        let notebook = own.insert("Notebook", ["title": "A"])
        try own.save()
        observation.cancel()
        #expect(wasRefused)
        #expect(!notebook.isInserted && !notebook.objectID.isTemporaryID)
        let refused = try #require(badge)
        #expect(own.insertedObjects == [refused])
        own.delete(refused)
        notebook.setValue("B", forKey: "title")
        try own.save()
        #expect(try own.afresh { try $0.objects("Notebook").map { $0.text("title") } } == ["B"])
    }

    @Test("CTX-9 and DEL-11 a save that fails keeps links to an object that it would have stored again")
    func remainingLinks() throws {
        let model = ManagedObjectModel(
            Model(
                name: "Library",
                entities: [
                    Entity(
                        name: "Author", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "books", isOptional: true, isToMany: true, deleteRule: .noAction,
                                destinationName: "Book", inverseName: "author", inverseEntityName: "Book")
                        ]),
                    Entity(
                        name: "Book", attributes: [Attribute(name: "title", type: .string, isOptional: true)],
                        relationships: [
                            Relationship(
                                name: "author", isOptional: true, destinationName: "Author", inverseName: "books",
                                inverseEntityName: "Author")
                        ]),
                ]))
        let store = RefusingStore(model: model)
        let container = try PersistentContainer(model: model, store: OpenStoreDescription(store))
        let (parent, others) = (container.newContext(), container.newContext())
        let author = parent.insert("Author", ["name": "Ann"])
        let book = parent.insert("Book", ["author": author])
        try parent.save()
        let child = ManagedObjectContext(parent: parent)
        child.mergePolicy = .mergeByPropertyObjectTrump
        child.twin(author).setValue("Anna", forKey: "name")
        others.delete(others.twin(author))
        try others.save()
        parent.mergeChanges(from: SavedObjectIDs(deleted: [author.objectID]))
        try child.save()
        #expect(parent.insertedObjects == [author])
        #expect(parent.updatedObjects.isEmpty)
        store.refuse(true)
        #expect(throws: RefusingStore.RefusalError()) { try parent.save() }
        #expect(parent.insertedObjects == [author])
        #expect(parent.updatedObjects.isEmpty && !book.hasChanges)
        store.refuse(false)
        try parent.save()
        let fresh = container.newContext()
        #expect(fresh.twin(author).text("name") == "Anna")
        #expect(fresh.twin(book).member("author") == nil)
    }
}
