import Foundation
import ModelExpressions
import ObjectGraph
import Synchronization

/// A database that several programs write to, each through a store of its own: the objects, the commits, and the
/// history. It is in memory.
final class SharedDatabase: Sendable {
    /// What a program has committed.
    private struct Commit {
        var program: UUID
        var changes: ExternalChanges
    }

    private struct State {
        var commits: [Commit] = []
        var isTracking = false
        var transactions: [PersistentHistoryTransaction] = []
        var lastRemovedNumber = 0
    }

    let model: ManagedObjectModel
    let objects: InMemoryStore
    /// Locked for a whole commit.
    private let state = Mutex(State())

    init(model: ManagedObjectModel) {
        self.model = model
        objects = InMemoryStore(model: model)
    }

    /// How many commits there have been.
    var commitCount: Int { state.withLock { $0.commits.count } }

    /// A view of the present state, and the number of commits that it shows.
    func openView() -> (view: any StoreView, commitCount: Int) {
        state.withLock { (objects.openView(), $0.commits.count) }
    }

    /// Commits the changes of a program.
    ///
    /// - Throws: `ConstraintConflictError` for a second object with a value that must be unique,
    ///   `MergeConflictError` for objects that have changed. Nothing has changed then.
    func commit(
        _ changes: StoreChanges, by program: UUID, _ write: (StoreChanges) throws -> StoreReceipt
    ) throws -> StoreReceipt {
        try state.withLock { state in
            try checkUniqueness(of: changes)
            let receipt = try write(changes)
            state.commits.append(Commit(program: program, changes: ExternalChanges(changes)))
            return receipt
        }
    }

    /// What other programs have committed after some commits, up to others; nil for nothing.
    func changes(after start: Int, upTo end: Int, without program: UUID) -> ExternalChanges? {
        let commits = state.withLock { state in state.commits[start..<end].filter { $0.program != program } }
        guard !commits.isEmpty else { return nil }
        return commits.reduce(into: ExternalChanges()) { all, commit in
            all.inserted.formUnion(commit.changes.inserted)
            all.updated.formUnion(commit.changes.updated)
            all.deleted.formUnion(commit.changes.deleted)
        }
    }

    private func checkUniqueness(of changes: StoreChanges) throws {
        let written = Set(changes.inserted.map(\.objectID) + changes.updated.map(\.objectID))
        var conflicts: [ConstraintConflict] = []
        for entity in model.entities {
            for constraint in entity.schema.uniquenessConstraints {
                let names = constraint.propertyNames
                let values = try values(of: names, of: entity, after: changes)
                let groups = Dictionary(grouping: values.filter { !$0.value.contains(.null) }, by: \.value)
                for (values, objects) in groups where objects.count > 1 {
                    let objectIDs = objects.map(\.key).sorted()
                    let own = objectIDs.filter(written.contains)
                    if own.isEmpty { continue }
                    conflicts.append(
                        ConstraintConflict(
                            constraint: names, values: values,
                            databaseObjectID: objectIDs.first { !written.contains($0) }, conflictingObjectIDs: own))
                }
            }
        }
        guard conflicts.isEmpty else { throw ConstraintConflictError(conflicts: conflicts) }
    }

    /// The values of a constraint's attributes after some changes, by object.
    private func values(
        of names: [String], of entity: EntityDescription, after changes: StoreChanges
    ) throws -> [ObjectID: [AttributeValue]] {
        let indexes = names.compactMap { name in entity.attributes.firstIndex { $0.name == name } }
        let family = entity.concreteFamilyNames
        guard indexes.count == names.count,
            case .rows(let rows) = try objects.openView().execute(
                StoreQuery(entity: entity, entityNames: Array(family))
            ).objects
        else { return [:] }
        var values: [ObjectID: [AttributeValue]] = [:]
        for row in rows { values[row.objectID] = indexes.map { row.values[$0] } }
        for deletion in changes.deleted { values[deletion.objectID] = nil }
        for update in changes.updated where values[update.objectID] != nil {
            for (place, index) in indexes.enumerated() {
                if let value = update.values[index] { values[update.objectID]?[place] = value }
            }
        }
        for insertion in changes.inserted where family.contains(insertion.objectID.entityName) {
            values[insertion.objectID] = indexes.map { insertion.values[$0] }
        }
        return values
    }

    /// Whether commits refuse a second object with the values of a constraint: one of attributes only.
    func enforcesUniqueness(in propertyNames: [String], ofEntityNamed name: String) -> Bool {
        guard let entity = model.entitiesByName[name] else { return false }
        return propertyNames.allSatisfy { entity.attribute(named: $0) != nil }
    }

    // MARK: History

    var isTracking: Bool { state.withLock { $0.isTracking } }
    var lastRemovedNumber: Int { state.withLock { $0.lastRemovedNumber } }
    var lastNumber: Int {
        state.withLock { $0.transactions.last?.token.transactionNumber ?? $0.lastRemovedNumber }
    }

    func setTracking(_ isTracking: Bool) {
        let last = lastNumber
        state.withLock { state in
            state.isTracking = isTracking
            if !isTracking { (state.transactions, state.lastRemovedNumber) = ([], last) }
        }
    }

    func append(_ transaction: PersistentHistoryTransaction) {
        state.withLock { $0.transactions.append(transaction) }
    }

    func removeLastTransaction() { state.withLock { _ = $0.transactions.popLast() } }

    func transactions(after number: Int) -> [PersistentHistoryTransaction] {
        state.withLock { state in state.transactions.filter { $0.token.transactionNumber > number } }
    }

    func removeTransactions(upTo number: Int) {
        state.withLock { state in
            state.transactions.removeAll { $0.token.transactionNumber <= number }
            state.lastRemovedNumber = max(state.lastRemovedNumber, number)
        }
    }
}

extension ExternalChanges {
    fileprivate init(_ changes: StoreChanges) {
        self.init(
            inserted: Set(changes.inserted.map(\.objectID)),
            updated: Set(changes.updated.map(\.objectID)).union(changes.indirectlyUpdated),
            deleted: Set(changes.deleted.map(\.objectID)))
    }
}

/// A program's access to a shared database, whose calls are counted and fail on demand.
final class DatabaseProgram: Sendable {
    let database: SharedDatabase
    /// Counts the calls, and fails.
    let calls: InstrumentedStore
    let history: InstrumentedHistory
    private let identifier = UUID()
    /// The number of commits that have been reported.
    private let reported: Mutex<Int>

    /// - Parameter leader: A store with which this one fails; nil for none.
    init(_ database: SharedDatabase, failingWith leader: InstrumentedStore? = nil) {
        self.database = database
        calls = InstrumentedStore(database.objects, failingWith: leader)
        history = InstrumentedHistory(database, calls)
        reported = Mutex(database.commitCount)
    }

    /// Opens a view that always shows the latest rows, as a server does without a transaction.
    func openView() throws -> DatabaseView {
        try calls.noteCall()
        return DatabaseView(self, keeping: nil)
    }

    /// Opens a view that keeps its state until it is unpinned.
    func openPinnedView() throws -> DatabaseView {
        try calls.noteCall()
        return DatabaseView(self, keeping: database.openView())
    }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try calls.noteCall()
        return try database.commit(changes, by: identifier, calls.write)
    }

    /// Commits several change sets, none of which conflicts with what others have committed, or with another one.
    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        try calls.noteCall()
        return try group.map { try database.commit($0, by: identifier, calls.write) }
    }

    /// What others have committed since the last time, as far as a view shows it; nil for the latest state.
    func externalChanges(in view: DatabaseView? = nil) throws -> ExternalChanges? {
        try calls.noteCall()
        let end = view?.commitCount ?? database.commitCount
        return reported.withLock { reported in
            guard end > reported else { return nil }
            defer { reported = end }
            return database.changes(after: reported, upTo: end, without: identifier)
        }
    }
}

/// A store with every optional protocol but ``GroupCommittingStore``, which a store with many writers does not need.
final class DatabaseStore: ChangeReportingStore, ConcurrentlyCommittingStore, UniquenessEnforcingStore, ViewPinningStore
{
    let program: DatabaseProgram

    /// Whether usual views keep their state, too.
    private let keepsViews: Bool

    /// - Parameters:
    ///   - leader: A store with which this one fails; nil for none.
    ///   - keepsViews: Whether usual views keep their state, too, which nobody may rely on.
    init(_ database: SharedDatabase, failingWith leader: InstrumentedStore? = nil, keepsViews: Bool = false) {
        program = DatabaseProgram(database, failingWith: leader)
        self.keepsViews = keepsViews
    }

    var identifier: UUID { program.database.objects.identifier }
    var history: (any PersistentHistoryStore)? { program.history }
    var pinningCost: String { "a view" }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try program.calls.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView {
        keepsViews ? try program.openPinnedView() : try program.openView()
    }

    func openPinnedView() throws -> any PinnedStoreView { try program.openPinnedView() }
    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try program.commit(changes) }
    func externalChanges() throws -> ExternalChanges? { try program.externalChanges() }

    func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        program.database.enforcesUniqueness(in: propertyNames, ofEntityNamed: name)
    }

    func externalChanges(in view: any PinnedStoreView) throws -> ExternalChanges? {
        try program.externalChanges(in: view as? DatabaseView)
    }
}

/// A store with one writer, which commits together what several contexts save meanwhile.
final class GroupingStore: GroupCommittingStore, UniquenessEnforcingStore {
    let program: DatabaseProgram
    private let sizes = Mutex<[Int]>([])

    init(_ database: SharedDatabase) { program = DatabaseProgram(database) }

    var identifier: UUID { program.database.objects.identifier }
    /// How many saves were committed together, each time.
    var groupSizes: [Int] { sizes.withLock { $0 } }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try program.calls.reserveNumbers(count, forRootEntityNamed: name)
    }

    /// Opens a view that keeps its state, as the views of a store without pinned ones do.
    func openView() throws -> any StoreView { try program.openPinnedView() }
    func commit(_ changes: StoreChanges) throws -> StoreReceipt { try program.commit(changes) }

    func commit(_ group: [StoreChanges]) throws -> [StoreReceipt] {
        let receipts = try program.commit(group)
        sizes.withLock { $0.append(group.count) }
        return receipts
    }

    func enforcesUniqueness(
        of values: [AttributeValue], in propertyNames: [String], ofEntityNamed name: String
    ) -> Bool {
        program.database.enforcesUniqueness(in: propertyNames, ofEntityNamed: name)
    }
}

/// A view of a shared database.
final class DatabaseView: PinnedStoreView {
    /// The number of commits that the view shows; nil if it always shows all.
    let commitCount: Int?
    private let program: DatabaseProgram
    /// The state that the view keeps.
    private let kept: Mutex<(any StoreView)?>

    init(_ program: DatabaseProgram, keeping state: (view: any StoreView, commitCount: Int)?) {
        self.program = program
        commitCount = state?.commitCount
        kept = Mutex(state?.view)
    }

    func unpin() { kept.withLock { $0 = nil } }

    /// The state for one query, which is counted.
    private func state() throws -> any StoreView {
        try program.calls.noteQuery()
        return kept.withLock { $0 } ?? program.database.objects.openView()
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try state().rows(of: objectIDs) }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        let state = try state()
        var destinations = try state.destinations(of: relationship, from: objectIDs)
        // As a join gives them.
        destinations.rows = try state.rows(of: Array(Set(destinations.objectIDs.joined())).sorted())
        return destinations
    }

    func execute(_ query: StoreQuery) throws -> StoreResult { try state().execute(query) }

    func count(_ query: StoreQuery) throws -> Int? { try state().count(query) }

    /// Counts all objects, and leaves everything else to whoever asks.
    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? {
        let state = try state()
        guard query.keys.isEmpty, query.objects.limit == 0, query.objects.offset == 0,
            query.aggregates.allSatisfy({ $0 == StoreAggregate(.count, of: ModelKeyPath([])) }),
            let count = try state.count(query.objects)
        else { return nil }
        return [StoreGroup(keys: [], aggregates: query.aggregates.map { _ in .integer(Int64(count)) })]
    }
}

/// The history of a shared database, whose calls by a program are counted and fail on demand.
final class InstrumentedHistory: PersistentHistoryStore {
    private let database: SharedDatabase
    private let calls: InstrumentedStore

    init(_ database: SharedDatabase, _ calls: InstrumentedStore) { (self.database, self.calls) = (database, calls) }

    var isTracking: Bool { database.isTracking }
    var lastTransactionNumber: Int { database.lastNumber }
    var lastRemovedTransactionNumber: Int { database.lastRemovedNumber }

    func readTracking() throws -> Bool {
        try calls.noteCall()
        return database.isTracking
    }

    func setTracking(_ isTracking: Bool) throws {
        try calls.noteCall()
        database.setTracking(isTracking)
    }

    func append(_ transaction: PersistentHistoryTransaction) throws {
        try calls.noteCall()
        database.append(transaction)
    }

    /// Nothing of a save that fails is uncertain here.
    func revertLastTransaction(after error: any Error) { database.removeLastTransaction() }

    func transactions(after number: Int) throws -> [PersistentHistoryTransaction] {
        try calls.noteCall()
        return database.transactions(after: number)
    }

    func removeTransactions(upTo number: Int) throws {
        try calls.noteCall()
        database.removeTransactions(upTo: number)
    }
}
