public import ObjectGraph

/// The rules that every store must follow. To test your own store, run each rule as a test with arguments.
///
/// ```swift
/// @Test("A store in memory passes every conformance rule", arguments: StoreConformance.allCases, [false, true])
/// func theStoreInMemoryDoesWhatAnyStoreMust(_ rule: StoreConformance, sharesCoordinator: Bool) throws {
///     try rule.check(reopens: false, sharesCoordinator: sharesCoordinator) { .inMemory }
/// }
/// ```
///
/// The first rules query the store itself, as a coordinator does. The others use contexts, which stop the program if a
/// store gives a fault no valid answer, so fix failures of the first rules first.
public enum StoreConformance: String, Sendable, CaseIterable {
    /// The store omits rows and destinations of objects that it does not contain.
    case unknownObjectsAreOmitted
    /// A row has one value of the right type for each attribute, as it was committed.
    case rowsAreComplete
    /// Both sides of a relationship have the committed destinations, in the committed order if it is ordered.
    case destinationsAgree
    /// Relationships that can point to deleted objects omit them.
    case deletedDestinationsAreOmitted
    /// An answer contains every matching object of the requested entities once, and no more than the limit unless the
    /// store did not apply the range.
    case resultsMatchTheQuery
    /// A count equals the number of objects in the answer. Optional for a store that does not count.
    case countsAgree
    /// Groups are those of the matching objects, in the order of their first objects, with correct aggregates.
    /// Optional for a store that does not compute groups.
    case groupsAgree
    /// A query for IDs returns the same objects as one for rows.
    case queriesForIDsAgree
    /// Each commit that writes an object increases its version, which the receipt reports.
    case versionsIncrease
    /// An object's version is the same when the store is reopened.
    case versionsSurviveReopening
    /// A commit that expects a different version of an object throws `MergeConflictError`, and writes nothing.
    case staleVersionsAreRejected
    /// A commit that changes or links to deleted objects, or deletes an object that others point to, throws
    /// `MergeConflictError`, and writes nothing.
    case changesOfDeletedObjectsAreRejected
    /// A view keeps showing the state in which it was opened. Optional for a store with short-lived views.
    case viewsAreStable
    /// A pinned view keeps showing the state in which it was opened. Optional for a store that isn't a
    /// `ViewPinningStore`.
    case pinnedViewsAreStable
    /// Fetches find the matching objects, in order and within their range, even if the store does not apply
    /// parts of a query.
    case queriesFindMatchingObjects
    /// Every context sees saved objects with all their values.
    case valuesRoundTrip
    /// Both sides of every kind of relationship agree after a save.
    case relationshipsRoundTrip
    /// An ordered relationship keeps its order, and a change of only the order is saved.
    case orderRoundTrips
    /// A deletion removes the object, and relationships no longer point to it.
    case deletionsTakeEffect
    /// A snapshot does not change while others commit.
    case snapshotsAreStable
    /// The generation increases with every commit.
    case generationsIncrease
    /// A change of an object that someone else saved meanwhile is rejected, and writes nothing.
    case conflictsAreRejected
    /// A rejected commit leaves the whole store unchanged.
    case commitsAreAllOrNothing
    /// The store never assigns the same number twice.
    case numbersAreNeverReused
    /// The identifier of the store is the same whenever it is opened.
    case identifierSurvivesReopening
    /// Commits from many tasks run one after the other, and none is lost.
    case commitsAreSerial
    /// The history is complete when the store is reopened: deleted transactions stay deleted, and the numbers continue.
    /// Optional for a store whose ``PersistentStore/history`` is nil.
    case historySurvivesReopening
    /// A store can be removed from a coordinator and added again; only meanwhile, its objects are unavailable.
    case storesCanBeAddedAgain

    /// The rules for a store with short-lived views: all except those for views and snapshots that keep their state.
    public static var casesForShortLivedViews: [StoreConformance] {
        allCases.filter { $0 != .viewsAreStable && $0 != .snapshotsAreStable }
    }

    /// Checks whether a store follows the rule.
    ///
    /// - Parameters:
    ///   - reopens: Whether a reopened store contains what was saved; false for a store in memory.
    ///   - sharesCoordinator: Whether to add the store to a coordinator that already has one.
    ///   - description: A closure that describes the same store each time. The store must be empty at first.
    /// - Throws: ``StoreConformanceError`` if the store does not follow the rule. If it violates a requirement of
    ///   `StoreContractError`, the description of the error names it. Or the error of the closure or the store.
    public func check(
        reopens: Bool = true, sharesCoordinator: Bool = false,
        _ description: () throws -> any PersistentStoreDescription
    ) throws {
        let session = ConformanceSession(
            reopens: reopens, sharesCoordinator: sharesCoordinator, description: try description())
        do {
            try check(session)
        } catch let error as StoreContractError {
            throw StoreConformanceError(description: error.description)
        }
    }

    private func check(_ session: ConformanceSession) throws {
        switch self {
        case .unknownObjectsAreOmitted: try session.unknownObjectsAreOmitted()
        case .rowsAreComplete: try session.rowsAreComplete()
        case .destinationsAgree: try session.destinationsAgree()
        case .deletedDestinationsAreOmitted: try session.deletedDestinationsAreOmitted()
        case .resultsMatchTheQuery: try session.resultsMatchTheQuery()
        case .countsAgree: try session.countsAgree()
        case .groupsAgree: try session.groupsAgree()
        case .queriesForIDsAgree: try session.queriesForIDsAgree()
        case .versionsIncrease: try session.versionsIncrease()
        case .versionsSurviveReopening: try session.versionsSurviveReopening()
        case .staleVersionsAreRejected: try session.staleVersionsAreRejected()
        case .changesOfDeletedObjectsAreRejected: try session.changesOfDeletedObjectsAreRejected()
        case .viewsAreStable: try session.viewsAreStable()
        case .pinnedViewsAreStable: try session.pinnedViewsAreStable()
        case .queriesFindMatchingObjects: try session.queriesFindMatchingObjects()
        case .valuesRoundTrip: try session.valuesRoundTrip()
        case .relationshipsRoundTrip: try session.relationshipsRoundTrip()
        case .orderRoundTrips: try session.orderRoundTrips()
        case .deletionsTakeEffect: try session.deletionsTakeEffect()
        case .snapshotsAreStable: try session.snapshotsAreStable()
        case .generationsIncrease: try session.generationsIncrease()
        case .conflictsAreRejected: try session.conflictsAreRejected()
        case .commitsAreAllOrNothing: try session.commitsAreAllOrNothing()
        case .numbersAreNeverReused: try session.numbersAreNeverReused()
        case .identifierSurvivesReopening: try session.identifierSurvivesReopening()
        case .commitsAreSerial: try session.commitsAreSerial()
        case .historySurvivesReopening: try session.historySurvivesReopening()
        case .storesCanBeAddedAgain: try session.storesCanBeAddedAgain()
        }
    }
}

/// An error that occurs if a store does not follow a rule.
///
/// ```swift
/// let failures = try StoreConformance.allCases.compactMap { rule -> String? in
///     do {
///         try rule.check(reopens: false) { .shelf }
///         return nil
///     } catch let error as StoreConformanceError {
///         return "\(rule): \(error.description)"
///     }
/// }
/// ```
public struct StoreConformanceError: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String
}
