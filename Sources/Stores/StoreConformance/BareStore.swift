import Foundation
import ObjectGraph

/// A store without contexts, which is used like by a coordinator.
struct BareStore {
    let store: any PersistentStore

    private var model: ManagedObjectModel { ConformanceModel.model }

    func entity(_ name: String) throws -> EntityDescription {
        guard let entity = model.entitiesByName[name] else {
            throw StoreConformanceError(description: "the store contains an object of an unknown entity '\(name)'")
        }
        return entity
    }

    func relationship(_ name: String, of objectID: ObjectID) throws -> RelationshipDescription {
        guard let relationship = try entity(objectID.entityName).relationship(named: name) else {
            throw StoreConformanceError(description: "'\(objectID.entityName)' has no relationship '\(name)'")
        }
        return relationship
    }

    /// A view of the latest state.
    func view() throws -> CheckedView {
        CheckedView(view: try store.openView(), storeIdentifier: store.identifier)
    }

    /// A view that keeps the latest state; nil if the store does not distinguish such views.
    func pinnedView() throws -> CheckedView? {
        try (store as? any ViewPinningStore).map {
            CheckedView(view: try $0.openPinnedView(), storeIdentifier: store.identifier)
        }
    }

    func newObjectID(_ entityName: String) throws -> ObjectID {
        let number = try store.reserveNumbers(1, forRootEntityNamed: entity(entityName).rootName)
        return ObjectID(storeIdentifier: store.identifier, entityName: entityName, number: number)
    }

    /// A new object. The destinations can be given on both sides, of which one is stored.
    func insertion(
        _ objectID: ObjectID, _ values: [String: AttributeValue] = [:], _ destinations: [String: [ObjectID]] = [:]
    ) throws -> StoreChanges.Insertion {
        let entity = try entity(objectID.entityName)
        return StoreChanges.Insertion(
            objectID: objectID, values: entity.attributes.map { values[$0.name] ?? .null },
            destinations: entity.relationships.map { $0.isStored ? destinations[$0.name] ?? [] : [] })
    }

    /// A change of the current version of an object.
    func update(
        _ objectID: ObjectID, _ values: [String: AttributeValue] = [:], _ destinations: [String: [ObjectID]] = [:]
    ) throws -> StoreChanges.Update {
        let view = try view()
        var update = StoreChanges.Update(objectID: objectID, version: try version(of: objectID))
        for (index, attribute) in try entity(objectID.entityName).attributes.enumerated() {
            update.values[index] = values[attribute.name]
        }
        for (name, new) in destinations {
            let relationship = try relationship(name, of: objectID)
            guard relationship.isStored else { continue }
            let old = try view.destinations(of: relationship, from: [objectID])[0]
            update.links[relationship.index] = StoreChanges.LinkChange(
                destinations: new, added: new.filter { !old.contains($0) }, removed: old.filter { !new.contains($0) })
        }
        return update
    }

    func version(of objectID: ObjectID) throws -> Int {
        guard let row = try view().row(of: objectID) else {
            throw StoreConformanceError(description: "a committed object is missing (\(objectID))")
        }
        return row.version
    }

    /// Commits changes, and checks the receipt.
    @discardableResult
    func commit(_ build: (inout StoreChanges) throws -> Void) throws -> StoreReceipt {
        var changes = StoreChanges()
        try build(&changes)
        let receipt = try store.commit(changes)
        let written =
            changes.inserted.map { ($0.objectID, Int?.none) } + changes.updated.map { ($0.objectID, $0.version) }
        for (objectID, old) in written {
            let said = old == nil ? receipt.version(ofInserted: objectID) : receipt.versions[objectID]
            guard let version = said else {
                throw StoreConformanceError(
                    description: "a receipt contains no version of a written object (\(objectID))")
            }
            if let old, version <= old { throw StoreContractError(rule: .version, objectID: objectID) }
        }
        return receipt
    }

    /// Expects a commit to be rejected because of an object.
    ///
    /// - Parameter bystander: A new object, which the commit also inserts.
    func expectConflict(
        over objectID: ObjectID, beside bystander: ObjectID, _ description: String,
        _ build: (inout StoreChanges) throws -> Void
    ) throws {
        var changes = StoreChanges()
        changes.inserted = [try insertion(bystander)]
        try build(&changes)
        do {
            _ = try store.commit(changes)
        } catch let conflict as MergeConflictError {
            guard conflict.objectIDs.contains(objectID) else {
                throw StoreConformanceError(description: "a conflict names \(conflict.objectIDs), but not \(objectID)")
            }
            return
        }
        throw StoreConformanceError(description: description)
    }
}

/// Stored objects with every kind of relationship.
struct BareGraph {
    let box: ObjectID
    let lid: ObjectID
    let parent: ObjectID
    let child: ObjectID
    let special: ObjectID

    /// Commits the objects.
    init(in store: BareStore) throws {
        box = try store.newObjectID("Box")
        lid = try store.newObjectID("Lid")
        parent = try store.newObjectID("Thing")
        child = try store.newObjectID("Thing")
        special = try store.newObjectID("SpecialThing")
        let inserted = try [
            store.insertion(box, ["label": .string("box")], ["lid": [lid], "shelf": [special, parent, child]]),
            store.insertion(lid, [:], ["box": [box]]),
            store.insertion(
                parent, ["stringValue": .string("parent")], ["shelves": [box], "friends": [child, special]]),
            store.insertion(
                child, ["stringValue": .string("child")],
                ["box": [box], "shelves": [box], "parent": [parent], "friends": [parent]]),
            store.insertion(
                special, ["stringValue": .string("special")],
                ["box": [box], "shelves": [box], "parent": [parent], "friends": [parent]]),
        ]
        try store.commit { $0.inserted = inserted }
    }

    var objectIDs: [ObjectID] { [box, lid, parent, child, special] }

    /// The destinations of the relationships, from both sides.
    var links: [(source: ObjectID, name: String, destinations: [ObjectID])] {
        [
            (box, "contents", [child, special]), (box, "shelf", [special, parent, child]), (box, "lid", [lid]),
            (lid, "box", [box]), (parent, "box", []), (child, "box", [box]), (special, "box", [box]),
            (parent, "shelves", [box]), (child, "shelves", [box]), (special, "shelves", [box]),
            (parent, "children", [child, special]), (child, "children", []), (child, "parent", [parent]),
            (special, "parent", [parent]), (parent, "parent", []), (parent, "friends", [child, special]),
            (child, "friends", [parent]), (special, "friends", [parent]),
        ]
    }
}
