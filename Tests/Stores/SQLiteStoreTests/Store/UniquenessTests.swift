import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// What is unique stays so when another process writes between the look that a save takes and the save itself: the
/// store is given changes here that no coordinator has looked at.
struct UniquenessTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        let tag = Entity(
            name: "Tag",
            attributes: [
                Attribute(name: "name", type: .string, isOptional: true),
                Attribute(name: "rank", type: .integer64, isOptional: true),
            ],
            uniquenessConstraints: [UniquenessConstraint(["name"])])
        folder = try TemporaryFolder()
        store = try SQLiteStore(
            at: folder.url.appending(path: "tags.sqlite"),
            model: ManagedObjectModel(Model(name: "Tags", entities: [tag])))
    }

    private func newObjectID() throws -> ObjectID {
        ObjectID(
            storeIdentifier: store.identifier, entityName: "Tag",
            number: try store.reserveNumbers(1, forRootEntityNamed: "Tag"))
    }

    private func insert(_ name: String, as objectID: ObjectID) throws {
        var changes = StoreChanges()
        changes.inserted = [
            StoreChanges.Insertion(objectID: objectID, values: [.string(name), .null], destinations: [])
        ]
        _ = try store.commit(changes)
    }

    private func rename(_ names: [(objectID: ObjectID, name: String)]) throws {
        var changes = StoreChanges()
        changes.updated = names.map {
            StoreChanges.Update(objectID: $0.objectID, version: 1, values: [0: .string($0.name)])
        }
        _ = try store.commit(changes)
    }

    private func names(of objectIDs: [ObjectID]) throws -> [AttributeValue] {
        let rows = try store.openView().rows(of: objectIDs)
        return objectIDs.compactMap { objectID in rows.first { $0.objectID == objectID }?.values[0] }
    }

    @Test("Inserting a duplicate unique value is a constraint conflict")
    func insertedDuplicates() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        let error = #expect(throws: ConstraintConflictError.self) { try insert("a", as: second) }
        #expect(error?.conflicts.first?.constraint == ["name"])
        #expect(error?.conflicts.first?.databaseObjectID == first)
        #expect(error?.conflicts.first?.conflictingObjectIDs == [second])
        #expect(try names(of: [first, second]) == [.string("a")])
    }

    @Test("Updating to a duplicate unique value is a constraint conflict")
    func updatedDuplicates() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        try insert("b", as: second)
        let error = #expect(throws: ConstraintConflictError.self) { try rename([(second, "a")]) }
        #expect(error?.conflicts.first?.databaseObjectID == first)
        #expect(try names(of: [first, second]) == [.string("a"), .string("b")])
    }

    @Test("Objects can exchange unique values in one save")
    func objectsExchangeWhatIsUniqueInOneSave() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        try insert("b", as: second)
        try rename([(first, "b"), (second, "a")])
        #expect(try names(of: [first, second]) == [.string("b"), .string("a")])
    }

    @Test("Indexes and constraints of equal names can be in one store, and a constraint on nothing has no effect")
    func equalNames() throws {
        func index(_ name: String) -> FetchIndex { FetchIndex(name: name, elements: [.init(propertyName: "a")]) }
        let entity = Entity(
            name: "Tag",
            attributes: [
                Attribute(name: "a", type: .string, isOptional: true, isIndexed: true),
                Attribute(name: "a_b", type: .string, isOptional: true),
                Attribute(name: "b", type: .string, isOptional: true),
            ],
            indexes: [index("byA"), index("bya"), index("UNIQUE_a_b")], compoundIndexes: [["a"], ["a"]],
            uniquenessConstraints: [["a", "b"], ["a_b"], ["a_b"], []].map(UniquenessConstraint.init))
        let container = try PersistentContainer(
            model: ManagedObjectModel(Model(name: "Tags", entities: [entity])),
            store: .sqlite(at: folder.url.appending(path: "equal.sqlite")))
        let context = container.newContext()
        func insert(_ values: [String]) {
            let tag = context.insertNewObject(forEntityName: "Tag")
            for (key, value) in zip(["a", "b", "a_b"], values) { tag.setValue(value, forKey: key) }
        }
        insert(["x", "y", "1"])
        insert(["x", "z", "2"])
        try context.save()
        insert(["x", "y", "3"])
        insert(["u", "u", "2"])
        let error = #expect(throws: ConstraintConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.constraint).contains(["a", "b"]) == true)
        #expect(error?.conflicts.map(\.constraint).contains(["a_b"]) == true)
    }

    @Test("A duplicate value of an attribute and a relationship together is a constraint conflict")
    func relationships() throws {
        let tag = Entity(
            name: "Tag", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
            relationships: [
                Relationship(name: "box", isOptional: true, destinationName: "Box", inverseName: "tags")
            ], uniquenessConstraints: [UniquenessConstraint(["name", "box"])])
        let box = Entity(
            name: "Box",
            relationships: [
                Relationship(
                    name: "tags", isOptional: true, isToMany: true, destinationName: "Tag", inverseName: "box")
            ])
        let store = try SQLiteStore(
            at: folder.url.appending(path: "boxes.sqlite"),
            model: ManagedObjectModel(Model(name: "Boxes", entities: [tag, box])))
        func objectID(_ name: String, _ number: Int64) -> ObjectID {
            ObjectID(storeIdentifier: store.identifier, entityName: name, number: number)
        }
        let boxes = [objectID("Box", 1), objectID("Box", 2)]
        let tags = [objectID("Tag", 1), objectID("Tag", 2)]
        func insertion(_ tag: ObjectID, in box: ObjectID) -> StoreChanges.Insertion {
            StoreChanges.Insertion(objectID: tag, values: [.string("a")], destinations: [[box]])
        }
        var changes = StoreChanges()
        changes.inserted =
            boxes.map { StoreChanges.Insertion(objectID: $0, values: [], destinations: [[]]) }
            + zip(tags, boxes).map { insertion($0, in: $1) }
        _ = try store.commit(changes)
        changes.inserted = [insertion(objectID("Tag", 3), in: boxes[0])]
        var error = #expect(throws: ConstraintConflictError.self) { try store.commit(changes) }
        let taken = ConstraintConflict(
            constraint: ["name", "box"], values: [.string("a"), .uri(boxes[0].uriRepresentation())],
            databaseObjectID: tags[0], conflictingObjectIDs: [objectID("Tag", 3)])
        #expect(error?.conflicts == [taken])
        changes = StoreChanges()
        changes.updated = [
            StoreChanges.Update(
                objectID: tags[1], version: 1,
                links: [0: StoreChanges.LinkChange(destinations: [boxes[0]], added: [boxes[0]], removed: [boxes[1]])])
        ]
        error = #expect(throws: ConstraintConflictError.self) { try store.commit(changes) }
        #expect(error?.conflicts.first?.databaseObjectID == tags[0])
        #expect(error?.conflicts.first?.conflictingObjectIDs == [tags[1]])
    }

    @Test("Inserting an existing primary key is a merge conflict")
    func anInsertionWithATakenKeyIsAMergeConflict() throws {
        let first = try newObjectID()
        try insert("a", as: first)
        let error = #expect(throws: MergeConflictError.self) { try insert("b", as: first) }
        #expect(error?.objectIDs == [first])
    }
}

/// What contexts learn about values that have to be unique, although the store enforces most of it itself.
struct EnforcedUniquenessTests {
    private let folder: TemporaryFolder
    private let container: PersistentContainer
    private var url: URL { folder.url.appending(path: "tags.sqlite") }

    private static let model = ManagedObjectModel(
        Model(
            name: "Tags",
            entities: [
                Entity(
                    name: "Tag",
                    attributes: [
                        Attribute(name: "name", type: .string, isOptional: true),
                        Attribute(name: "weight", type: .double, isOptional: true),
                    ],
                    relationships: [
                        Relationship(
                            name: "box", isOptional: true, maximumCount: 1, destinationName: "Box",
                            inverseName: "tags")
                    ],
                    uniquenessConstraints: [
                        UniquenessConstraint(["name"]), UniquenessConstraint(["weight"]), UniquenessConstraint(["box"]),
                    ]),
                Entity(
                    name: "Box",
                    relationships: [
                        Relationship(
                            name: "tags", isOptional: true, isToMany: true, destinationName: "Tag", inverseName: "box")
                    ]),
            ]))

    init() throws {
        folder = try TemporaryFolder()
        container = try PersistentContainer(
            model: Self.model, store: .sqlite(at: folder.url.appending(path: "tags.sqlite")))
    }

    private func tags(_ values: [(key: String, value: Any)], in context: ManagedObjectContext) -> [ManagedObject] {
        values.map { key, value in
            let tag = context.insertNewObject(forEntityName: "Tag")
            tag.setValue(value, forKey: key)
            return tag
        }
    }

    private func conflicts(of context: ManagedObjectContext) -> [ConstraintConflict] {
        #expect(throws: ConstraintConflictError.self) { try context.save() }?.conflicts ?? []
    }

    @Test("Canonically equivalent strings are equal, in whatever form each is stored")
    func equivalentStrings() throws {
        for (stored, new) in [("\u{e9}", "e\u{301}"), ("e\u{302}", "\u{ea}"), ("\u{212a}", "K"), ("a;", "a\u{37e}")] {
            let context = container.newContext()
            let first = tags([("name", stored)], in: context)[0]
            try context.save()
            _ = tags([("name", new)], in: context)
            let found = conflicts(of: context)
            #expect(found.map(\.databaseObjectID) == [first.objectID])
            #expect(found.map(\.conflictingObjectIDs.count) == [1])
        }
    }

    @Test("Negative zero equals zero")
    func zeros() throws {
        let context = container.newContext()
        let first = tags([("weight", 0.0)], in: context)[0]
        try context.save()
        _ = tags([("weight", -0.0)], in: context)
        #expect(conflicts(of: context).map(\.databaseObjectID) == [first.objectID])
    }

    @Test("A save learns of all of its conflicts, those among its own objects as well")
    func allConflicts() throws {
        let context = container.newContext()
        let first = tags([("name", "a")], in: context)[0]
        try context.save()
        _ = tags([("name", "a"), ("name", "b"), ("name", "b"), ("weight", 1.5), ("weight", 1.5)], in: context)
        let found = conflicts(of: context).sorted { $0.values.description < $1.values.description }
        #expect(found.map(\.values) == [[.double(1.5)], [.string("a")], [.string("b")]])
        #expect(found.map(\.databaseObjectID) == [nil, first.objectID, nil])
        #expect(found.map(\.conflictingObjectIDs.count) == [2, 1, 2])
    }

    @Test("A destination that only one object may point to is a conflict of its constraint")
    func destinations() throws {
        let context = container.newContext()
        let box = context.insertNewObject(forEntityName: "Box")
        let first = tags([("box", box)], in: context)[0]
        try context.save()
        _ = tags([("box", box)], in: context)
        #expect(conflicts(of: context).map(\.databaseObjectID) == [first.objectID])
    }

    @Test("UNQ-9 objects exchange unique values and destinations in one save")
    func exchanges() throws {
        let context = container.newContext()
        let pair = tags([("name", "a"), ("name", "b")], in: context)
        let boxes = (0..<2).map { _ in context.insertNewObject(forEntityName: "Box") }
        for (tag, box) in zip(pair, boxes) { tag.setValue(box, forKey: "box") }
        try context.save()
        for (tag, (name, box)) in zip(pair, [("b", boxes[1]), ("a", boxes[0])]) {
            tag.setValue(name, forKey: "name")
            tag.setValue(box, forKey: "box")
        }
        try context.save()
        let stored = container.newContext()
        let names = pair.map { stored.object(with: $0.objectID).value(forKey: "name") as? String }
        #expect(names == ["b", "a"])
    }

    @Test("In a file of an app without a unique index, equal values are found all the same")
    func missingIndexes() throws {
        let url = url
        _ = try DatabaseFile(url).rows("DROP INDEX Z_Tag_UNIQUE_name")
        let context = try PersistentContainer(model: Self.model, store: .sqlite(at: url)).newContext()
        let first = tags([("name", "a")], in: context)[0]
        try context.save()
        _ = tags([("name", "a")], in: context)
        #expect(conflicts(of: context).map(\.databaseObjectID) == [first.objectID])
    }
}
