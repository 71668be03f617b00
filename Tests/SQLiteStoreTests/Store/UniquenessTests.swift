import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// What is unique stays so when another process writes between the look at it and the save.
struct UniquenessTests {
    @Test func aValueThatAnotherProcessHasTakenIsAConflictOfItsConstraint() throws {
        let folder = try TemporaryFolder()
        let model = ManagedObjectModel(
            Model(
                name: "Tags",
                entities: [
                    Entity(
                        name: "Tag",
                        attributes: [
                            Attribute(name: "name", type: .string, isOptional: true),
                            Attribute(name: "rank", type: .integer64, isOptional: true),
                        ],
                        uniquenessConstraints: [UniquenessConstraint(["name"])])
                ]))
        let store = try SQLiteStore(at: folder.url.appending(path: "tags.sqlite"), model: model)
        func insertion(_ name: String) throws -> StoreChanges {
            let number = try store.reserveNumbers(1, forRootEntityNamed: "Tag")
            var changes = StoreChanges()
            changes.inserted = [
                StoreChanges.Insertion(
                    objectID: ObjectID(storeIdentifier: store.identifier, entityName: "Tag", number: number),
                    values: [.string(name), .null], destinations: [])
            ]
            return changes
        }
        let first = try insertion("a")
        _ = try store.commit(first)
        let second = try insertion("a")
        let error = #expect(throws: ConstraintConflicts.self) { try store.commit(second) }
        #expect(error?.conflicts.first?.constraint == ["name"])
        #expect(error?.conflicts.first?.databaseObjectID == first.inserted[0].objectID)
        #expect(error?.conflicts.first?.conflictingObjectIDs == [second.inserted[0].objectID])
        // Two objects may exchange what is unique, in one save.
        let third = try insertion("b")
        _ = try store.commit(third)
        var exchange = StoreChanges()
        exchange.updated = [
            StoreChanges.Update(objectID: first.inserted[0].objectID, version: 1, values: [0: .string("b")]),
            StoreChanges.Update(objectID: third.inserted[0].objectID, version: 1, values: [0: .string("a")]),
        ]
        #expect(try store.commit(exchange).versions.values.sorted() == [2, 2])
        let again = try insertion("c")
        _ = try store.commit(again)
        var renaming = StoreChanges()
        renaming.updated = [
            StoreChanges.Update(objectID: again.inserted[0].objectID, version: 1, values: [0: .string("a")])
        ]
        #expect(throws: ConstraintConflicts.self) { try store.commit(renaming) }
    }
}
