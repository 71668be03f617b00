import Foundation
import ModelExpressions
import ObjectGraph
import Synchronization

// The store of one's own in the doc comments of the protocols of stores: it keeps rows in a dictionary, and follows
// every rule of `StoreConformance`.

// Example: PersistentStore
final class ShelfStore: PersistentStore {
    let identifier = UUID()
    fileprivate let shelf: Mutex<Shelf>

    init(model: ManagedObjectModel) { shelf = Mutex(Shelf(model: model)) }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        shelf.withLock { $0.reserve(count) }
    }
    func openView() -> any StoreView { ShelfView(shelf.withLock { $0 }) }
    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try shelf.withLock { try $0.commit(changes) } }
}
// End

// Example: PersistentStoreDescription
struct ShelfStoreDescription: PersistentStoreDescription {
    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore { ShelfStore(model: model) }
}

extension PersistentStoreDescription where Self == ShelfStoreDescription {
    static var shelf: ShelfStoreDescription { ShelfStoreDescription() }
}
// End

// Example: StoreView
final class ShelfView: StoreView {
    private let shelf: Shelf
    init(_ shelf: Shelf) { self.shelf = shelf }

    func rows(of objectIDs: [ObjectID]) -> [StoreRow] { objectIDs.compactMap(shelf.row) }

    func destinations(of relationship: RelationshipDescription, from objectIDs: [ObjectID]) -> StoreDestinations {
        StoreDestinations(objectIDs.map { shelf.destinations(of: relationship, from: $0) })
    }

    func execute(_ query: StoreQuery) -> StoreResult { shelf.result(of: query) }
}
// End

extension ShelfView {
    func groups(_ query: StoreGroupQuery) -> [StoreGroup]? { shelf.groups(query) }
}

// Example: GroupCommittingStore
extension ShelfStore: GroupCommittingStore {
    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        try shelf.withLock { shelf in
            var next = shelf  // A copy, so that an error leaves the shelf as it was.
            let receipts = try next.commit(group)
            shelf = next
            return receipts
        }
    }
}
// End

/// What a store of shelves keeps. Its copies are states that later commits leave as they are.
struct Shelf {
    let model: ManagedObjectModel
    /// The rows, with stored destinations.
    private var rows: [ObjectID: StoreRow] = [:]
    private var lastNumber: Int64 = 0

    init(model: ManagedObjectModel) { self.model = model }

    mutating func reserve(_ count: Int) -> Int64 {
        defer { lastNumber += Int64(count) }
        return lastNumber + 1
    }

    /// The row of an object, without destinations that no longer exist; nil if there is none.
    func row(_ objectID: ObjectID) -> StoreRow? {
        guard var row = rows[objectID] else { return nil }
        row.destinations = row.destinations.map { $0?.filter { rows[$0] != nil } }
        return row
    }

    /// The destinations of one object.
    func destinations(of relationship: RelationshipDescription, from objectID: ObjectID) -> [ObjectID] {
        guard let row = row(objectID) else { return [] }
        if relationship.isStored { return row.destinations[relationship.index] ?? [] }
        // The other side is stored.
        guard let entity = model.entitiesByName[relationship.destinationName],
            let inverse = relationship.inverseName.flatMap(entity.relationship(named:))
        else { return [] }
        return rows.values.filter { row in
            entity.concreteFamilyNames.contains(row.objectID.entityName)
                && row.destinations[inverse.index]?.contains(objectID) == true
        }.map(\.objectID)
    }

    // Example: StoreQuery
    func result(of query: StoreQuery) -> StoreResult {
        let found = query.entityNames.flatMap(rows(ofEntityNamed:))
        // Whoever asks applies the predicate, the order, and the range.
        return StoreResult(.rows(found), remainingParts: [.predicate, .order, .range])
    }
    // End

    // Example: StoreGroupQuery
    func groups(_ query: StoreGroupQuery) -> [StoreGroup]? {
        // The number of all objects is known. Whoever asks computes everything else.
        guard query.keys.isEmpty, query.objects.predicate == nil, query.objects.limit == 0,
            query.aggregates.allSatisfy({ $0 == StoreAggregate(.count, of: ModelKeyPath([])) })
        else { return nil }
        let count = Int64(query.objects.entityNames.flatMap(rows(ofEntityNamed:)).count - query.objects.offset)
        return [StoreGroup(keys: [], aggregates: query.aggregates.map { _ in .integer(max(count, 0)) })]
    }
    // End

    private func rows(ofEntityNamed name: String) -> [StoreRow] {
        rows.keys.filter { $0.entityName == name }.compactMap(row)
    }

    /// - Throws: ``MergeConflictError`` for stale objects, and nothing has changed.
    mutating func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        var next = self
        let receipt = try next.apply(changes)
        try next.checkDestinations()
        self = next
        return receipt
    }

    // Example: GroupCommitError
    mutating func commit(_ group: [StoreChanges]) throws(GroupCommitError) -> [StoreReceipt] {
        var receipts: [StoreReceipt] = []
        do {
            for changes in group { receipts.append(try commit(changes)) }
            return receipts
        } catch {
            throw GroupCommitError(error)  // The caller then commits each on its own.
        }
    }
    // End

    // Example: StoreChanges
    mutating func apply(_ changes: StoreChanges) throws -> StoreReceipt {
        try checkVersions(of: changes)
        for deletion in changes.deleted { rows[deletion.objectID] = nil }
        for insertion in changes.inserted { rows[insertion.objectID] = row(of: insertion) }
        for update in changes.updated {
            for (index, value) in update.values { rows[update.objectID]?.values[index] = value }
            for (index, link) in update.links { rows[update.objectID]?.destinations[index] = link.destinations }
            rows[update.objectID]?.version += 1
        }
        return receipt(for: changes)
    }
    // End

    private func row(of insertion: StoreChanges.Insertion) -> StoreRow {
        let relationships = model.entitiesByName[insertion.objectID.entityName]?.relationships ?? []
        // Example: StoreRow
        let stored = relationships.map { $0.isStored ? insertion.destinations[$0.index] : nil }
        let row = StoreRow(
            objectID: insertion.objectID, version: 1, values: insertion.values, destinations: stored)
        // End
        return row
    }

    private func receipt(for changes: StoreChanges) -> StoreReceipt {
        // Example: StoreReceipt
        let updated = changes.updated.map { ($0.objectID, $0.version + 1) }
        let receipt = StoreReceipt(versions: Dictionary(uniqueKeysWithValues: updated), versionOfInsertedObjects: 1)
        // End
        return receipt
    }

    private func checkVersions(of changes: StoreChanges) throws {
        // Example: MergeConflictError.init
        var stale = changes.updated.filter { rows[$0.objectID]?.version != $0.version }.map(\.objectID)
        stale += changes.indirectlyUpdated.filter { rows[$0] == nil }
        for expected in changes.deleted + changes.expectedVersions {
            let version = rows[expected.objectID]?.version
            if version == nil || expected.version ?? version != version { stale.append(expected.objectID) }
        }
        guard stale.isEmpty else { throw MergeConflictError(objectIDs: Set(stale).sorted()) }
        // End
        let existing = changes.inserted.map(\.objectID).filter { rows[$0] != nil }
        guard existing.isEmpty else { throw MergeConflictError(objectIDs: existing.sorted()) }
    }

    /// Rejects a state in which a relationship that must not do so points to a missing object.
    private func checkDestinations() throws {
        let missing = rows.values.flatMap { row in
            (model.entitiesByName[row.objectID.entityName]?.relationships ?? [])
                .filter { !$0.allowsMissingDestination }
                .flatMap { row.destinations[$0.index] ?? [] }.filter { rows[$0] == nil }
        }
        guard missing.isEmpty else { throw MergeConflictError(objectIDs: Set(missing).sorted()) }
    }
}
