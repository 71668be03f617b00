import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// What is unique stays so when another process writes between the look that a save takes and the save itself: the store is given
/// changes here that no coordinator has looked at.
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

    @Test func anInsertionWithATakenValueIsAConflictOfItsConstraint() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        let error = #expect(throws: ConstraintConflicts.self) { try insert("a", as: second) }
        #expect(error?.conflicts.first?.constraint == ["name"])
        #expect(error?.conflicts.first?.databaseObjectID == first)
        #expect(error?.conflicts.first?.conflictingObjectIDs == [second])
        #expect(try names(of: [first, second]) == [.string("a")])
    }

    @Test func aChangeToATakenValueIsAConflictOfItsConstraint() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        try insert("b", as: second)
        let error = #expect(throws: ConstraintConflicts.self) { try rename([(second, "a")]) }
        #expect(error?.conflicts.first?.databaseObjectID == first)
        #expect(try names(of: [first, second]) == [.string("a"), .string("b")])
    }

    @Test func objectsExchangeWhatIsUniqueInOneSave() throws {
        let (first, second) = (try newObjectID(), try newObjectID())
        try insert("a", as: first)
        try insert("b", as: second)
        try rename([(first, "b"), (second, "a")])
        #expect(try names(of: [first, second]) == [.string("b"), .string("a")])
    }

    @Test func anInsertionWithATakenKeyIsAMergeConflict() throws {
        let first = try newObjectID()
        try insert("a", as: first)
        let error = #expect(throws: MergeConflict.self) { try insert("b", as: first) }
        #expect(error?.objectIDs == [first])
    }
}
