import Synchronization

/// The committed states of a store that is queried for its objects.
package final class QueriedStore: Sendable {
    /// The store that is queried.
    private let store: any PersistentStore
    private let layout: GraphLayout
    private let ordinals: Range<Int>
    /// Whether usual views keep their state.
    private let keepsState: Bool
    private let latest: Mutex<CommittedState>
    /// Whether the store's commits can run at the same time.
    package let isConcurrent: Bool
    /// Whether the store reports what others have committed.
    package let reportsChanges: Bool
    /// Locked for a whole commit, unless commits can run at the same time, so that the state of what others have
    /// committed comes before it or after it. ``latest`` is locked only briefly, so readers do not wait.
    private let committing = Mutex(())
    /// Locked briefly, while a state becomes the latest one and others are informed.
    private let publishing = Mutex(())

    /// - Parameter model: The model to use instead of the store's.
    /// - Throws: The store's error if it cannot be read.
    package init(_ store: any PersistentStore, model: ManagedObjectModel) throws {
        self.store = store
        layout = GraphLayout(model: model, storeIdentifier: store.identifier)
        ordinals = model.firstTableOrdinal..<model.firstTableOrdinal + model.entities.count
        keepsState = !(store is any ViewPinningStore)
        isConcurrent = store is any ConcurrentlyCommittingStore
        reportsChanges = store is any ChangeReportingStore
        let reader = ViewReader(try store.openView(), layout, ordinals: ordinals, keepsState: keepsState)
        latest = Mutex(CommittedState(layout: layout, reader, ordinals: ordinals))
    }

    /// The latest committed state.
    package var state: CommittedState { latest.withLock { $0 } }

    /// Commits a change set as a whole. If this throws, nothing has changed,
    /// unless the error says that this is not known.
    ///
    /// - Parameter publish: Receives the change set and the number of its state. No other state becomes the latest one
    ///   meanwhile.
    /// - Returns: The state after the commit.
    /// - Throws: ``MergeConflictError`` for objects that have changed since, or an error of the store.
    package func commit(_ changes: ChangeSet, publish: (ChangeSet, Int) -> Void) throws -> CommittedState {
        try inOrder {
            let receipt: StoreReceipt
            do {
                receipt = try store.commit(try StoreChanges(changes, before: state))
            } catch let conflicts as ConstraintConflictError {
                throw conflicts.located(in: layout)
            }
            return publishing.withLock { _ in
                // The view is opened here, so that it shows what the states before it show.
                let reader = ViewReader(
                    latestView(), layout, ordinals: ordinals, keepsState: keepsState,
                    written: written(receipt, changes), leastVersions: leastVersions(receipt, of: changes))
                let state = moveOn(to: reader)
                publish(changes, state.generation)
                return state
            }
        }
    }

    /// Whether several change sets can be committed at the cost of one.
    package var commitsGroups: Bool { store is any GroupCommittingStore }

    /// Commits several change sets, all or none, to a store that shares transactions.
    ///
    /// - Parameters:
    ///   - group: Change sets, none of which concerns an object of another.
    ///   - publish: Receives each of them and the number of its state. No other state becomes the latest one meanwhile.
    /// - Returns: The state after all of them, once for each, with what was written of it.
    /// - Throws: ``GroupCommitError`` if each has to be committed on its own, because of one of them.
    ///   Otherwise, the error of all.
    package func commit(_ group: [ChangeSet], publish: (ChangeSet, Int) -> Void) throws -> [CommittedState] {
        guard let store = store as? any GroupCommittingStore else {
            return try group.map { try commit($0, publish: publish) }
        }
        return try inOrder {
            let changes: [StoreChanges]
            do {
                let before = state
                changes = try group.map { try StoreChanges($0, before: before) }
            } catch {
                throw GroupCommitError(error)
            }
            let receipts = try store.commit(changes)
            guard receipts.count == group.count else { throw StoreContractError(rule: .count) }
            return publishing.withLock { _ in
                let view = latestView()
                let written = Array(zip(receipts, group))
                let leastVersions = written.reduce(into: [:]) { versions, commit in
                    versions.merge(self.leastVersions(commit.0, of: commit.1)) { max($0, $1) }
                }
                let states = moveOn(
                    to: written.map { receipt, changes in
                        ViewReader(
                            view, layout, ordinals: ordinals, keepsState: keepsState,
                            written: self.written(receipt, changes), leastVersions: leastVersions)
                    })
                for (place, changes) in group.enumerated() {
                    publish(changes, states[place].generation - group.count + place + 1)
                }
                return states
            }
        }
    }

    /// Waits until everyone is informed of the states up to now.
    package func waitForPublishing() { publishing.withLock { _ in } }

    private func inOrder<Result>(_ body: () throws -> Result) rethrows -> Result {
        isConcurrent ? try body() : try committing.withLock { _ in try body() }
    }

    /// Returns the latest state in a view that keeps it, and the view; nil if the usual views of the store do.
    package func pinnedState() throws -> (state: CommittedState, view: any PinnedStoreView)? {
        guard let view = try (store as? any ViewPinningStore)?.openPinnedView() else { return nil }
        return (
            CommittedState(
                layout: layout, ViewReader(view, layout, ordinals: ordinals, keepsState: true), ordinals: ordinals),
            view
        )
    }

    /// Makes a reader's state the latest one.
    private func moveOn(to reader: ViewReader) -> CommittedState { moveOn(to: [reader])[0] }

    /// Makes the state of some readers the latest one.
    ///
    /// - Parameter readers: The readers of one view, one for each commit since the latest state.
    /// - Returns: The state, in the order of the readers.
    private func moveOn(to readers: [ViewReader]) -> [CommittedState] {
        latest.withLock { latest in
            let states = readers.map { reader in
                var next = latest
                next.read(ordinals, by: reader)
                next.generation = latest.generation + readers.count
                return next
            }
            latest = states.last ?? latest
            return states
        }
    }

    /// Makes the commits of others a new state. Call it from one thread at a time.
    ///
    /// - Parameters:
    ///   - isCertain: Whether someone has committed something, even if the store does not report it.
    ///   - publish: Receives the state's number, and the changes if they are known. No other state becomes the latest
    ///     one meanwhile.
    /// - Returns: Whether someone has committed something.
    package func processExternalChanges(isCertain: Bool, publish: (Int, CommittedReferences?) -> Void) -> Bool {
        guard reportsChanges || isCertain else { return false }
        // See ``ChangeReportingStore/externalChanges()``.
        let reported = try? (store as? any ChangeReportingStore)?.externalChanges()
        guard let changes = reported ?? (isCertain ? .unknown : nil) else { return false }
        // Only what others have committed is worth waiting for a commit that is being written.
        inOrder { self.publish(changes, publish) }
        return true
    }

    private func publish(_ changes: ExternalChanges, _ publish: (Int, CommittedReferences?) -> Void) {
        publishing.withLock { _ in
            let next = moveOn(to: ViewReader(latestView(), layout, ordinals: ordinals, keepsState: keepsState))
            publish(next.generation, changes.isComplete ? references(of: changes) : nil)
        }
    }

    private func references(of changes: ExternalChanges) -> CommittedReferences {
        func references(_ objectIDs: Set<ObjectID>) -> Set<ObjectReference> {
            Set(objectIDs.compactMap(layout.reference))
        }
        return CommittedReferences(
            inserted: references(changes.inserted), updated: references(changes.updated),
            deleted: references(changes.deleted))
    }

    /// Returns the latest state in a view that keeps it, with everything that others have committed up to it.
    ///
    /// Call it while nothing is committed, and while no one else looks for others' changes.
    ///
    /// - Parameter publish: Receives a new state with others' changes, as in
    ///   ``processExternalChanges(isCertain:publish:)``.
    /// - Returns: The state, and the view that keeps it until it is unpinned;
    ///   nil if the usual views of the store keep theirs.
    /// - Throws: The store's error if it cannot be read.
    package func consistentState(
        publish: (Int, CommittedReferences?) -> Void
    ) throws -> (state: CommittedState, view: any PinnedStoreView)? {
        guard let view = try (store as? any ViewPinningStore)?.openPinnedView() else { return nil }
        if let changes = try (store as? any ChangeReportingStore)?.externalChanges(in: view) {
            self.publish(changes, publish)
        }
        var state = CommittedState(
            // The view is unpinned soon, and what is read after that may be later.
            layout: layout, ViewReader(view, layout, ordinals: ordinals, keepsState: false), ordinals: ordinals)
        state.generation = self.state.generation
        return (state, view)
    }

    /// The commit is complete. A store that cannot be read now is opened, or reports its error, at the next query.
    private func latestView() -> any StoreView { (try? store.openView()) ?? LaterView(of: store) }

    /// The new versions of objects, without those that have not increased: their rows are read again.
    private func written(_ receipt: StoreReceipt, _ changes: ChangeSet) -> WrittenVersions {
        func version(_ said: Int?) -> Int32? { said.flatMap { Int32(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil } }
        var written = WrittenVersions(
            changeSetNumber: changes.number, ofInserted: version(receipt.versionOfInsertedObjects))
        guard !receipt.versions.isEmpty else { return written }
        for place in changes.inserted.indices {
            let reference = changes.inserted[place].reference
            written.versions[reference] = version(receipt.versions[layout.objectID(for: reference)])
        }
        for update in changes.updated {
            let version = version(receipt.versions[layout.objectID(for: update.reference)])
            written.versions[update.reference] = version.flatMap { $0 > update.version ? $0 : nil }
        }
        return written
    }

    /// The minimum versions of rows that are read from now on: those of the receipt, and more than those before the
    /// change.
    private func leastVersions(_ receipt: StoreReceipt, of changes: ChangeSet) -> [ObjectReference: Int32] {
        changes.updated.reduce(into: [:]) { versions, update in
            let said = receipt.versions[layout.objectID(for: update.reference)].flatMap { Int32(exactly: $0) }
            versions[update.reference] = max(said ?? 0, update.version &+ 1)
        }
    }
}

/// A view that could not be opened, and is opened by the first query that succeeds.
private final class LaterView: StoreView {
    private let store: any PersistentStore
    private let opened = Mutex<(any StoreView)?>(nil)

    init(of store: any PersistentStore) { self.store = store }

    private func view() throws -> any StoreView {
        if let view = opened.withLock({ $0 }) { return view }
        let view = try store.openView()
        return opened.withLock { opened in
            opened = opened ?? view
            return opened ?? view
        }
    }

    func rows(of objectIDs: [ObjectID]) throws -> [StoreRow] { try view().rows(of: objectIDs) }

    func destinations(
        of relationship: RelationshipDescription, from objectIDs: [ObjectID]
    ) throws -> StoreDestinations {
        try view().destinations(of: relationship, from: objectIDs)
    }

    func execute(_ query: StoreQuery) throws -> StoreResult { try view().execute(query) }

    func count(_ query: StoreQuery) throws -> Int? { try view().count(query) }

    func groups(_ query: StoreGroupQuery) throws -> [StoreGroup]? { try view().groups(query) }

    func statement(for query: StoreQuery) throws -> StoreStatement? { try view().statement(for: query) }
}

/// The objects that commits changed.
package struct CommittedReferences: Sendable {
    package var inserted: Set<ObjectReference>
    /// The objects among these with changes only in derived sides.
    package var updated: Set<ObjectReference>
    package var deleted: Set<ObjectReference>

    /// The objects of some commits; none unless they are given.
    package init(
        inserted: Set<ObjectReference> = [], updated: Set<ObjectReference> = [], deleted: Set<ObjectReference> = []
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
    }
}
