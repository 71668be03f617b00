import Foundation
import ObjectGraph
import Synchronization

/// A store in memory that executes queries, and violates a requirement on demand.
final class BrokenStore: PersistentStore {
    /// What it does wrong.
    enum Fault: String, CaseIterable {
        case answersWithAnotherEntity
        case answersWithAnObjectTwice
        case answersWithAnUnknownObject
        case answersBeyondTheLimit
        case handsOutARowTwice
        case leavesOutAValue
        case leadsToAnObjectTwice
        case leavesOutDestinations
        case countsVersionsDown
    }

    private let store: InMemoryStore
    private let model: ManagedObjectModel
    private let fault: Mutex<Fault?>

    init(model: ManagedObjectModel, fault: Fault? = nil) {
        store = InMemoryStore(model: model)
        self.model = model
        self.fault = Mutex(fault)
    }

    var identifier: UUID { store.identifier }

    /// Violates a requirement from now on.
    func breakPromise(_ fault: Fault) {
        self.fault.withLock { $0 = fault }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) -> Int64 {
        store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() -> any StoreView { BrokenView(store.openView(), of: model, fault.withLock { $0 }) }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        guard fault.withLock({ $0 }) == .countsVersionsDown else { return try store.commit(changes) }
        var changes = changes
        for index in changes.updated.indices {
            changes.updated[index].version = BrokenView.countedDown(changes.updated[index].version)
        }
        let receipt = try store.commit(changes)
        return StoreReceipt(
            versions: receipt.versions.mapValues(BrokenView.countedDown),
            versionOfInsertedObjects: receipt.versionOfInsertedObjects.map(BrokenView.countedDown))
    }
}

private final class BrokenView: StoreView {
    private let view: any StoreView
    private let model: ManagedObjectModel
    private let fault: BrokenStore.Fault?

    init(_ view: any StoreView, of model: ManagedObjectModel, _ fault: BrokenStore.Fault?) {
        self.view = view
        self.model = model
        self.fault = fault
    }

    static func countedDown(_ version: Int) -> Int { 1000 - version }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        let rows = try view.rows(of: objectIDs).map(broken)
        return fault == .handsOutARowTwice ? rows + rows.prefix(1) : rows
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        var destinations = try view.destinations(of: relationship, from: objectIDs)
        if fault == .leavesOutDestinations { destinations.objectIDs.removeLast() }
        return destinations
    }

    func execute(_ query: StoreQuery) throws -> StoreResult {
        var whole = query
        whole.includesRows = true
        if fault == .answersBeyondTheLimit { whole.limit = 0 }
        var rows = try rows(answering: whole)
        guard let first = rows.first else { return StoreResult(.rows(rows)) }
        switch fault {
        case .answersWithAnotherEntity: rows[0] = try rowOfAnotherEntity(than: query.entityNames) ?? first
        case .answersWithAnObjectTwice: rows.append(first)
        case .answersWithAnUnknownObject:
            rows[0].objectID = ObjectID(
                storeIdentifier: UUID(), entityName: first.objectID.entityName, number: first.objectID.number)
        default: break
        }
        return StoreResult(.rows(rows.map(broken)))
    }

    private func rows(answering query: StoreQuery) throws -> [StoreRow] {
        guard case .rows(let rows) = try view.execute(query).objects else { return [] }
        return rows
    }

    private func rowOfAnotherEntity(than names: [String]) throws -> StoreRow? {
        for entity in model.entities where !names.contains(entity.name) {
            let query = StoreQuery(entity: entity, entityNames: [entity.name])
            if let row = try rows(answering: query).first { return row }
        }
        return nil
    }

    private func broken(_ row: StoreRow) -> StoreRow {
        var row = row
        switch fault {
        case .leavesOutAValue: row.values.removeLast()
        case .leadsToAnObjectTwice: row.destinations = row.destinations.map { $0.map { $0 + $0 } }
        case .countsVersionsDown: row.version = Self.countedDown(row.version)
        default: break
        }
        return row
    }
}
