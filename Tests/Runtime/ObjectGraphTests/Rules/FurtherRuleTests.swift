import Foundation
import JSONStore
import ObjectGraph
import Synchronization
import TestSupport
import Testing

/// Rules of children, conflicts, notifications and special attributes that concern single objects.
struct FurtherRuleTests {
    private let context: ManagedObjectContext

    init() throws {
        context = try makeContext(.rules)
    }

    @Test("CHD-9 a child's object gets its permanent identity when the parent has saved")
    func identitiesInChildren() throws {
        let child = ManagedObjectContext(parent: context)
        let grandchild = ManagedObjectContext(parent: child)
        let notebook = RuleNotebook(context: child)
        let note = RuleNote(context: child)
        note.title = "New"
        note.notebook = notebook
        try child.save()
        let own = try #require(grandchild.object(with: note.objectID) as? RuleNote)
        own.rank = 9
        #expect(note.objectID.isTemporaryID)
        try context.save()
        let saved = try #require(try context.fetch(FetchRequest<RuleNote>()).first)
        #expect(note.objectID == saved.objectID && own.objectID == saved.objectID)
        #expect(child.registeredObject(for: saved.objectID) === note)
        #expect(note.title == "New" && note.notebook === notebook)
        #expect(notebook.notes.objects == [note])
        try grandchild.save()
        try child.save()
        try context.save()
        #expect(try context.reread(saved) { $0.rank } == 9)
    }

    @Test("CHD-19 observers and fetches of the parent see a child's changes after the child has saved")
    func followingAChild() throws {
        var changes: [ObjectChanges] = []
        let observation = context.observe { if case .objectsDidChange(let change) = $0 { changes.append(change) } }
        let child = ManagedObjectContext(parent: context)
        RuleNote(context: child).title = "New"
        #expect(try context.fetch(FetchRequest<RuleNote>()).isEmpty)
        try child.save()
        let found = try context.fetch(FetchRequest<RuleNote>(predicate: .format("title == 'New'")))
        #expect(found.count == 1)
        #expect(changes.map(\.inserted) == [Set(found)])
        observation.cancel()
    }

    @Test("CNF-15 only saves that write an object increment its version")
    func versions() throws {
        let note = try savedNote(in: context)
        let second = try context.sibling()
        let own = try #require(try second.own(note))
        own.title = "Mine"
        for number in 0..<3 {
            note.rank = Int32(number)
            try context.save()
        }
        note.rank = 2
        RuleTag(context: context).name = "another object"
        try context.save()
        let seen = Mutex<[[Int]]>([])
        second.mergePolicy = MergePolicy { conflicts in
            seen.withLock { $0 = conflicts.map { [$0.oldVersionNumber, $0.newVersionNumber] } }
            return .mergeByPropertyObjectTrump
        }
        try second.save()
        #expect(seen.withLock { $0.map { $0[1] - $0[0] } } == [3])
    }

    @Test("UNQ-11 an entity has no constraints unless the model says so")
    func noConstraints() {
        #expect(Entity(name: "Any").uniquenessConstraints.isEmpty)
    }

    @Test("NTF-13 identities that come from elsewhere are merged into several contexts")
    func remoteChanges() throws {
        let note = try savedNote(in: context)
        let contexts = [try context.sibling(), try context.sibling()]
        let own = try contexts.map { try #require(try $0.own(note)) }
        note.title = "New"
        try context.save()
        let uri = note.objectID.uriRepresentation()
        let received = try #require(context.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri))
        for context in contexts { context.mergeChanges(from: SavedObjectIDs(updated: [received])) }
        #expect(own.map(\.title) == ["New", "New"])
    }

    @Test("REL-27 a relationship can't refer to another store")
    func relationshipsBetweenStores() throws {
        var schema = ManagedObjectModel.rules.schema
        schema.configurations = [
            Configuration(name: "Notes", entityNames: ["Note", "Tag"]),
            Configuration(name: "Rest", entityNames: ["Notebook", "Page", "Cover", "Ruled", "Keeper"]),
        ]
        let model = ManagedObjectModel(
            schema, classes: ["Note": RuleNote.self, "Notebook": RuleNotebook.self, "Tag": RuleTag.self])
        let container = try PersistentContainer(model: model, stores: [("Notes", .tested), ("Rest", .tested)])
        let context = container.newContext()
        let note = RuleNote(context: context)
        note.tags = [RuleTag(context: context)]
        try context.save()
        note.notebook = RuleNotebook(context: context)
        #expect(throws: CrossStoreRelationshipError.self) { try context.save() }
        #expect(context.hasChanges)
    }

    @Test("DRV-4 an operator in the middle of a derivation is refused")
    func misplacedOperators() {
        #expect(throws: (any Error).self) { try ModelExpression(derivation: "items.@sum.value") }
        #expect(throws: Never.self) { try ModelExpression(derivation: "items.value.@sum") }
    }

    @Test("DRV-8 members of a composite by key and in predicates")
    func composites() throws {
        let note = RuleNote(context: context)
        note.setValue(["city": "Graz", "floor": 2], forKey: "place")
        try context.save()
        #expect(note.value(forKeyPath: "place.city") as? String == "Graz")
        let value = note.value(forKey: "place") as? [String: Any]
        #expect(value?["floor"] as? Int16 == 2)
        let request = try FetchRequest<RuleNote>(predicate: .format("place.city == %@", "Graz"))
        #expect(try context.fetch(request) == [note])
    }

    @Test("BAT-10 batch requests reach a store in a file as well")
    func batchesInAFile() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Batch.json")
        do {
            let container = try PersistentContainer(model: .rules, store: .json(at: url))
            let request = BatchInsertRequest(entityName: "Tag", objects: [["name": "a"], ["name": "b"]])
            _ = try container.newContext().execute(request)
        }
        let container = try PersistentContainer(model: .rules, store: .json(at: url))
        let context = container.newContext()
        #expect(Set(try context.fetch(FetchRequest<RuleTag>()).map(\.name)) == ["a", "b"])
    }

    @Test("DRV-9 large binary data comes back from a file bit for bit")
    func externalData() throws {
        let schema = Model(
            name: "Films",
            entities: [
                Entity(
                    name: "Film",
                    attributes: [
                        Attribute(
                            name: "reel", type: .binary, isOptional: true, allowsExternalBinaryDataStorage: true)
                    ])
            ])
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "Films.json")
        let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        do {
            let container = try PersistentContainer(model: ManagedObjectModel(schema), store: .json(at: url))
            let context = container.newContext()
            context.insertNewObject(forEntityName: "Film").setValue(data, forKey: "reel")
            try context.save()
        }
        let container = try PersistentContainer(model: ManagedObjectModel(schema), store: .json(at: url))
        let context = container.newContext()
        let film = try #require(try context.fetch(FetchRequest<ManagedObject>(entityName: "Film")).first)
        #expect(film.value(forKey: "reel") as? Data == data)
    }
}
