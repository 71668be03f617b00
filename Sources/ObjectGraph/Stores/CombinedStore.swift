import Foundation
import Synchronization

/// Several stores that contexts see as one: the objects of each entity are kept in the first store whose configuration has
/// it (rule STO-25).
///
/// A save is all or nothing in each store, and is written to one after the other (rule CTX-10). Relationships cannot lead
/// from one store to another (rule REL-27); fetched properties can.
final class CombinedStore: PersistentStore {
    let identifier: UUID
    let stores: [any PersistentStore]
    private let layout: GraphLayout
    /// The index of the store by the place of the entity.
    private let storeIndexes: [Int]
    private let model: ManagedObjectModel
    private let lastSnapshot: Mutex<GraphSnapshot>

    /// - Parameter stores: At least one, each with the names of the entities of its configuration; nil for all.
    init(model: ManagedObjectModel, stores: [(store: any PersistentStore, entityNames: Set<String>?)]) {
        self.model = model
        self.stores = stores.map(\.store)
        let storeIndexes = model.entities.map { entity in
            stores.firstIndex { $0.entityNames?.contains(entity.name) ?? true } ?? 0
        }
        self.storeIndexes = storeIndexes
        identifier = stores.first?.store.identifier ?? UUID()
        layout = GraphLayout(
            model: model, storeIdentifier: identifier,
            storeIdentifiers: storeIndexes.map { stores[$0].store.identifier })
        lastSnapshot = Mutex(GraphSnapshot(layout: layout))
        _ = snapshot
    }

    var snapshot: GraphSnapshot {
        let snapshots = stores.map(\.snapshot)
        let generation = snapshots.reduce(0) { $0 + $1.generation }
        return lastSnapshot.withLock { last in
            if last.generation != generation || generation == 0 {
                last.generation = generation
                last.tables = storeIndexes.indices.map { snapshots[storeIndexes[$0]].tables[$0] }
            }
            return last
        }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        // Members of a family may be in different stores: the numbers of each are free in the others.
        try stores.map { try $0.reserveNumbers(count, forRootEntityNamed: name) }.max() ?? 1
    }

    func commit(_ changes: ChangeSet) throws -> GraphSnapshot {
        try checkLinks(of: changes)
        for (index, store) in stores.enumerated() {
            let part = changes.filtered { storeIndexes[$0.entityOrdinal] == index }
            if part.isEmpty { _ = try store.snapshot.applying(part) } else { _ = try store.commit(part) }
        }
        return snapshot
    }

    private func checkLinks(of changes: ChangeSet) throws {
        for insertion in changes.inserted {
            for (index, links) in insertion.links.enumerated() { try check(links, at: index, of: insertion.reference) }
        }
        for update in changes.updated {
            for (index, links) in update.links { try check(links, at: index, of: update.reference) }
        }
    }

    private func check(_ links: Links, at index: Int, of source: ObjectReference) throws {
        let store = storeIndexes[source.entityOrdinal]
        guard links.references.contains(where: { storeIndexes[$0.entityOrdinal] != store }) else { return }
        let entity = layout.entities[source.entityOrdinal]
        throw CrossStoreRelationship(entityName: entity.name, relationshipName: entity.relationshipNames[index])
    }
}

/// A relationship was to lead from one store to another, which it cannot. Nothing was written to the store of its object
/// (rule REL-27).
public struct CrossStoreRelationship: Error, Sendable, Hashable, CustomStringConvertible {
    /// The entity of the object that was to lead to another store.
    public var entityName: String
    /// The relationship that was to lead there.
    public var relationshipName: String

    public var description: String {
        "'\(entityName).\(relationshipName)' leads to an object in another store; use a fetched property for that"
    }
}

extension ChangeSet {
    fileprivate func filtered(_ isIncluded: (ObjectReference) -> Bool) -> ChangeSet {
        var part = self
        part.inserted = inserted.filter { isIncluded($0.reference) }
        part.updated = updated.filter { isIncluded($0.reference) }
        part.deleted = deleted.filter { isIncluded($0.reference) }
        part.touched = touched.filter(isIncluded)
        part.checked = checked.filter { isIncluded($0.reference) }
        return part
    }
}
