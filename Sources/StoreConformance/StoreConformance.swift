public import ObjectGraph

/// What any store must do. A package with a store of its own runs each of these on it, as a test with arguments.
///
/// ```swift
/// @Test(arguments: StoreConformance.allCases, [false, true])
/// func theDictionaryStoreDoesWhatAnyStoreMust(_ rule: StoreConformance, isBesideAnother: Bool) throws {
///     try rule.check(reopens: false, isBesideAnother: isBesideAnother) { .dictionary }
/// }
/// ```
///
/// The first rules ask the store itself, as a coordinator does. The others use contexts, which stop the program where a store
/// gives a fault no right answer: look at the first ones first.
public enum StoreConformance: String, Sendable, CaseIterable {
    /// Rows and destinations of objects that the store does not hold are left out.
    case unknownObjectsAreLeftOut
    /// A row has one value of the right type for each attribute, as it was committed.
    case rowsAreWhole
    /// Destinations are those that were committed, from both sides, in order where there is one.
    case destinationsAgree
    /// Of relationships that may lead to deleted objects, these are left out.
    case deletedDestinationsAreLeftOut
    /// An answer has objects of the entities that it was asked for, each once, all that match, and no more than the limit
    /// where it has not left that.
    case answersKeepToTheQuestion
    /// A count is that of the answer. A store that does not count need not do it.
    case countsAgree
    /// Groups are those of the objects that match, in the order of their first objects, and what is computed of them is right. A
    /// store that does not compute need not do it.
    case groupsAgree
    /// Asked for identities, the store answers with the same objects.
    case identitiesAreEnough
    /// An object's version rises with each commit that writes it, and is what the receipt says.
    case versionsRise
    /// An object's version is the same when the store is opened again.
    case versionsStay
    /// A commit is refused with `MergeConflict` for objects that have another version, and writes nothing.
    case staleVersionsAreRefused
    /// A commit is refused with `MergeConflict` that changes deleted objects or links to them, or deletes what is led to; it
    /// writes nothing.
    case deletedObjectsAreRefused
    /// A view shows what was committed when it was opened. A store whose views are short-lived need not do it.
    case viewsStay
    /// Fetches find what matches, in order and within their range, whatever the store leaves of them.
    case questionsAreAnswered
    /// What has been saved is there for every context, with all values.
    case valuesComeBack
    /// Both sides of relationships of every shape say the same after a save.
    case relationshipsComeBack
    /// The order of an ordered relationship comes back, and changes of the order alone are saved.
    case orderComesBack
    /// A deletion removes the object, and what led to it leads there no more.
    case deletionsTakeEffect
    /// A snapshot stays as it is while others commit.
    case snapshotsStay
    /// The generation rises with every commit.
    case generationsRise
    /// A change of an object that was saved meanwhile is refused, and changes nothing.
    case conflictsAreRefused
    /// A refused commit leaves the store as it was, whole.
    case commitsAreAllOrNothing
    /// Numbers that were handed out are never handed out again.
    case numbersAreNeverReused
    /// The identity of the store is the same whenever it is opened.
    case identityStays
    /// Commits from many tasks come one after the other, and none is lost.
    case commitsAreSerial
    /// The history of a store that keeps one is there when the store is opened again, with all it says; what was deleted
    /// of it stays away, and its numbers go on. A store whose ``PersistentStore/history`` is nil need not do it.
    case historyStays
    /// A store can be removed from a coordinator, and added again: its objects are gone meanwhile, and are the same then.
    case storesComeAndGo

    /// What a store must do whose views hold their state for moments only: all but to show a state for as long as it is
    /// held.
    public static var casesForShortLivedViews: [StoreConformance] {
        allCases.filter { $0 != .viewsStay && $0 != .snapshotsStay }
    }

    /// Throws ``ConformanceFailure`` when a store does not do it; its description names the promise where the store breaks
    /// one of those in `BrokenPromise`.
    ///
    /// - Parameters:
    ///   - reopens: Whether opening again finds what was saved; false for a store in memory.
    ///   - isBesideAnother: Whether the store is added to a coordinator that has another one. A store that hands on the
    ///     model it is given does the same then.
    ///   - description: Describes one and the same store each time, which is empty at first.
    public func check(
        reopens: Bool = true, isBesideAnother: Bool = false, _ description: () throws -> any PersistentStoreDescription
    ) throws {
        let session = ConformanceSession(
            reopens: reopens, isBesideAnother: isBesideAnother, description: try description())
        do {
            try check(session)
        } catch let promise as BrokenPromise {
            throw ConformanceFailure(description: promise.description)
        }
    }

    private func check(_ session: ConformanceSession) throws {
        switch self {
        case .unknownObjectsAreLeftOut: try session.unknownObjectsAreLeftOut()
        case .rowsAreWhole: try session.rowsAreWhole()
        case .destinationsAgree: try session.destinationsAgree()
        case .deletedDestinationsAreLeftOut: try session.deletedDestinationsAreLeftOut()
        case .answersKeepToTheQuestion: try session.answersKeepToTheQuestion()
        case .countsAgree: try session.countsAgree()
        case .groupsAgree: try session.groupsAgree()
        case .identitiesAreEnough: try session.identitiesAreEnough()
        case .versionsRise: try session.versionsRise()
        case .versionsStay: try session.versionsStay()
        case .staleVersionsAreRefused: try session.staleVersionsAreRefused()
        case .deletedObjectsAreRefused: try session.deletedObjectsAreRefused()
        case .viewsStay: try session.viewsStay()
        case .questionsAreAnswered: try session.questionsAreAnswered()
        case .valuesComeBack: try session.valuesComeBack()
        case .relationshipsComeBack: try session.relationshipsComeBack()
        case .orderComesBack: try session.orderComesBack()
        case .deletionsTakeEffect: try session.deletionsTakeEffect()
        case .snapshotsStay: try session.snapshotsStay()
        case .generationsRise: try session.generationsRise()
        case .conflictsAreRefused: try session.conflictsAreRefused()
        case .commitsAreAllOrNothing: try session.commitsAreAllOrNothing()
        case .numbersAreNeverReused: try session.numbersAreNeverReused()
        case .identityStays: try session.identityStays()
        case .commitsAreSerial: try session.commitsAreSerial()
        case .historyStays: try session.historyStays()
        case .storesComeAndGo: try session.storesComeAndGo()
        }
    }
}

/// A store does not do what any store must.
public struct ConformanceFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public var description: String
}
