import Dispatch
import Foundation
import ObjectGraph
import Synchronization
import Testing

/// A store that is asked for each object, as a database is: it counts what it is asked and what it hands out, and fails
/// or leaves parts of queries to others where it is told to.
final class InstrumentedStore: PersistentStore {
    /// What has been asked since it was last set back.
    struct Account: Equatable {
        var questionCount = 0
        var rowCount = 0
    }

    /// Fails at a question.
    struct InjectedError: Error, Equatable {}

    private struct State {
        var account = Account()
        /// How many questions are still answered; nil for all.
        var queriesLeft: Int?
        /// How many calls of any kind still succeed; nil for all.
        var callsLeft: Int?
        var failureCount = 0
        var remainingParts: StoreResult.Parts = []
        var openViewCount = 0
        var waitingCount = 0
        var mainActorCallCount = 0
        var failsOnMainActor = false
    }

    private let store: any ResidentStore
    /// The store with which this one fails, and which counts its failures.
    private let leader: InstrumentedStore?
    /// Lets calls through, one after the other.
    private let gate = DispatchSemaphore(value: 1)
    private let state = Mutex(State())

    /// - Parameter leader: A store with which this one fails; nil for none.
    init(_ store: any ResidentStore, failingWith leader: InstrumentedStore? = nil) {
        self.store = store
        self.leader = leader
    }

    convenience init(model: ManagedObjectModel, failingWith leader: InstrumentedStore? = nil) {
        self.init(InMemoryStore(model: model), failingWith: leader)
    }

    var identifier: UUID { store.identifier }
    var history: (any PersistentHistoryStore)? { store.history }
    /// What the store has been asked.
    var account: Account { state.withLock { $0.account } }

    /// How many views somebody holds.
    var openViewCount: Int { state.withLock { $0.openViewCount } }

    /// How many calls wait for the store to be opened, or are about to begin.
    var waitingCount: Int { state.withLock { $0.waitingCount } }

    /// How many calls of any kind the main actor has made since the account was started.
    var mainActorCallCount: Int { state.withLock { $0.mainActorCallCount } }

    /// Counts from nothing again.
    func startAccount() {
        state.withLock { state in
            state.account = Account()
            state.mainActorCallCount = 0
        }
    }

    /// Answers some questions more, and no others.
    func failAfter(_ count: Int?) {
        state.withLock { $0.queriesLeft = count }
    }

    /// Lets some calls of any kind succeed, and no others.
    ///
    /// - Returns: How many calls have failed since the last time.
    @discardableResult
    func failCalls(after count: Int?) -> Int {
        state.withLock { state in
            defer { state.failureCount = 0 }
            state.callsLeft = count
            return state.failureCount
        }
    }

    /// Lets calls of the main actor fail, or succeed again.
    func failOnMainActor(_ fails: Bool) {
        state.withLock { $0.failsOnMainActor = fails }
    }

    /// Lets no call through until the store is opened, as a server that is paused.
    func close() { gate.wait() }

    /// Lets calls through again.
    func open() { gate.signal() }

    /// Counts a call, which fails where the store is told to.
    func noteCall() throws {
        try leader?.noteCall()
        state.withLock { state in
            state.waitingCount += 1
            if isOnMainQueue { state.mainActorCallCount += 1 }
        }
        gate.wait()
        gate.signal()
        try state.withLock { state in
            state.waitingCount -= 1
            guard state.failsOnMainActor, isOnMainQueue else { return }
            state.failureCount += 1
            throw InjectedError()
        }
        try state.withLock { state in
            guard let left = state.callsLeft else { return }
            guard left > 0 else {
                state.failureCount += 1
                throw InjectedError()
            }
            state.callsLeft = left - 1
        }
    }

    /// Leaves parts of queries to whoever asks.
    func leave(_ parts: StoreResult.Parts) {
        state.withLock { $0.remainingParts = parts }
    }

    func reserveNumbers(_ count: Int, forRootEntityNamed name: String) throws -> Int64 {
        try noteCall()
        return try store.reserveNumbers(count, forRootEntityNamed: name)
    }

    func openView() throws -> any StoreView {
        try noteCall()
        return AskedView(try store.openView(), of: self)
    }

    func commit(_ changes: StoreChanges) throws -> StoreReceipt {
        try noteCall()
        return try write(changes)
    }

    /// Commits changes without counting the call.
    func write(_ changes: StoreChanges) throws -> StoreReceipt {
        try store.commit(removingRemains(toNewIn: changes))
    }

    /// Removes links to a new object from before its deletion, as a store that is queried must.
    private func removingRemains(toNewIn changes: StoreChanges) throws -> StoreChanges {
        var changes = changes
        let layout = store.snapshot.layout
        let deleted = Set(changes.deleted.map(\.objectID))
        for insertion in changes.inserted {
            let relationships = layout.entity(named: insertion.objectID.entityName)?.relationships ?? []
            for relationship in relationships {
                guard let destination = layout.entity(named: relationship.destinationName),
                    let inverse = relationship.inverseName.flatMap(destination.relationship(named:)),
                    inverse.allowsMissingDestination, inverse.isStored,
                    let reference = layout.reference(for: insertion.objectID)
                else { continue }
                for (row, _) in store.snapshot.sources(of: [reference], by: inverse, of: destination.name) {
                    let source = layout.objectID(for: row.reference)
                    let destinations = row.links(at: inverse.index).references.map(layout.objectID)
                    if deleted.contains(source) { continue }
                    let change = StoreChanges.LinkChange(
                        destinations: destinations.filter { $0 != insertion.objectID }, added: [],
                        removed: [insertion.objectID])
                    guard let place = changes.updated.firstIndex(where: { $0.objectID == source }) else {
                        changes.updated.append(
                            StoreChanges.Update(
                                objectID: source, version: Int(row.version), links: [inverse.index: change]))
                        continue
                    }
                    // What the change set says of the relationship itself is from after the deletion.
                    let links = changes.updated[place].links
                    if links[inverse.index] == nil { changes.updated[place].links[inverse.index] = change }
                }
            }
        }
        return changes
    }

    fileprivate var remainingParts: StoreResult.Parts { state.withLock { $0.remainingParts } }

    /// Counts a question, unless the call fails or its work was canceled.
    func noteQuery() throws {
        try noteCall()
        try StoreCancellation.check()
        try state.withLock { state in
            if let left = state.queriesLeft {
                guard left > 0 else { throw InjectedError() }
                state.queriesLeft = left - 1
            }
            state.account.questionCount += 1
        }
    }

    fileprivate func noteViews(_ count: Int) {
        state.withLock { $0.openViewCount += count }
    }

    fileprivate func noteRows(_ count: Int) {
        state.withLock { $0.account.rowCount += count }
    }
}

private final class AskedView: StoreView {
    private let view: any StoreView
    private let store: InstrumentedStore

    init(_ view: any StoreView, of store: InstrumentedStore) {
        self.view = view
        self.store = store
        store.noteViews(1)
    }

    deinit {
        store.noteViews(-1)
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] {
        try store.noteQuery()
        let rows = try view.rows(of: objectIDs)
        store.noteRows(rows.count)
        return rows
    }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try store.noteQuery()
        var destinations = try view.destinations(of: relationship, from: objectIDs)
        // As a join gives them.
        let found = Array(Set(destinations.objectIDs.joined())).sorted()
        destinations.rows = try view.rows(of: found)
        store.noteRows(destinations.rows.count)
        return destinations
    }

    func execute(_ query: StoreQuery) throws -> StoreResult {
        try store.noteQuery()
        var own = query
        let remainingParts = StoreResult(.objectIDs([]), remainingParts: store.remainingParts).remainingParts
        if remainingParts.contains(.predicate) { own.predicate = nil }
        if remainingParts.contains(.order) { own.order = [] }
        if remainingParts.contains(.range) { (own.offset, own.limit) = (0, 0) }
        var result = try view.execute(own)
        if remainingParts.contains(.order), case .rows(let rows) = result.objects {
            result.objects = .rows(rows.reversed())
        }
        result.remainingParts = remainingParts
        if case .rows(let rows) = result.objects { store.noteRows(rows.count) }
        return result
    }

    func count(_ query: StoreQuery) throws -> Int? {
        try store.noteQuery()
        return try store.remainingParts.isEmpty ? view.count(query) : nil
    }
}

/// The store that tests run on unless they are about one: in memory, or one that is asked where the environment says
/// `MODELGEN_TEST_STORE=asked`, `unable` for one that leaves all of a query that it can, `json` or `sqlite` for one in
/// a file, or `postgresql` for one in a schema of a server, and `distributed` for one of a server that has only what
/// distributed engines have too.
struct TestedStoreDescription: PersistentStoreDescription {
    /// Whether the store's objects are in memory: only then columns and their indexes answer.
    static var isResident: Bool {
        [nil, "json"].contains(ProcessInfo.processInfo.environment["MODELGEN_TEST_STORE"])
    }

    /// Whether the store is a SQLite file, which keeps destinations without a way back in a column of the destination:
    /// there each can have one source only.
    static var isSQLite: Bool { ProcessInfo.processInfo.environment["MODELGEN_TEST_STORE"] == "sqlite" }

    /// Whether a view shows one state for as long as it is held.
    static var hasLastingViews: Bool {
        !["postgresql", "distributed"].contains(ProcessInfo.processInfo.environment["MODELGEN_TEST_STORE"])
    }

    func openStore(for model: ManagedObjectModel) throws -> any PersistentStore {
        switch ProcessInfo.processInfo.environment["MODELGEN_TEST_STORE"] {
        case "asked": return InstrumentedStore(model: model)
        case "unable":
            let store = InstrumentedStore(model: model)
            store.leave([.predicate, .order, .range])
            return store
        case "json": return try PassingJSONStore(model: model)
        case "sqlite": return try PassingSQLiteStore(model: model)
        case "postgresql": return try PassingPostgreSQLStore.open(for: model, isDistributed: false)
        case "distributed": return try PassingPostgreSQLStore.open(for: model, isDistributed: true)
        default: return InMemoryStore(model: model)
        }
    }
}

extension PersistentStoreDescription where Self == TestedStoreDescription {
    /// The store that tests run on.
    static var tested: TestedStoreDescription { TestedStoreDescription() }
}

extension PersistentStore {
    /// The objects of an entity that the store holds.
    func objectIDs(_ entity: String, of model: ManagedObjectModel) throws -> [ObjectID] {
        let description = try #require(model.entitiesByName[entity])
        let result = try openView().execute(
            StoreQuery(entity: description, entityNames: [entity], includesRows: false))
        switch result.objects {
        case .objectIDs(let objectIDs): return objectIDs
        case .rows(let rows): return rows.map(\.objectID)
        }
    }
}
