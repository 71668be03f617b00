import Foundation
public import ObjectGraph

/// What any store must do. A package with a store of its own runs each of these on it, as a test with arguments.
///
/// ```swift
/// @Test(arguments: StoreConformance.allCases, [false, true])
/// func conforms(_ rule: StoreConformance, isBesideAnother: Bool) throws {
///     try rule.check(isBesideAnother: isBesideAnother) { SQLiteStoreDescription(at: url) }
/// }
/// ```
public enum StoreConformance: String, Sendable, CaseIterable {
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

    /// Throws ``ConformanceFailure`` when a store does not do it.
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
        switch self {
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
