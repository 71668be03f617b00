public import Foundation

/// A delegate that follows the changes of a result.
///
/// For each processing of changes that affects the result, the controller reports the start, sections, objects, and the
/// end (rule FRC-9). If the delegate uses `controller(_:didChangeContentWith:)` with a snapshot, the controller calls
/// only that method (rule FRC-41).
///
/// ```swift
/// final class HeroList: FetchedResultsControllerDelegate {
///     private(set) var insertedPaths: [IndexPath] = []
///
///     func controller(
///         _ controller: FetchedResultsController<Hero>, didChange hero: Hero, at indexPath: IndexPath?,
///         for type: FetchedResultsChangeType, newIndexPath: IndexPath?
///     ) {
///         if type == .insert, let newIndexPath { insertedPaths.append(newIndexPath) }
///     }
/// }
/// ```
public protocol FetchedResultsControllerDelegate<Object>: AnyObject {
    /// The class of the objects in the result.
    associatedtype Object: ManagedObject

    /// Called before changes are reported. The controller still has the old result (rule FRC-20).
    func controllerWillChangeContent(_ controller: FetchedResultsController<Object>)

    /// Called for an inserted section, with its index in the new result,
    /// or a deleted one, with its old index (rule FRC-31).
    func controller(
        _ controller: FetchedResultsController<Object>, didChange section: FetchedResultsSection<Object>,
        atSectionIndex index: Int, for type: FetchedResultsChangeType)

    /// Called for each changed object. `indexPath` is in the old result, `newIndexPath` in the new one.
    func controller(
        _ controller: FetchedResultsController<Object>, didChange object: Object, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

    /// Called after all changes have been reported. The controller has the new result.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Object>)

    /// Returns the title of a section in an index; by default
    /// ``FetchedResultsController/sectionIndexTitle(forSectionName:)``.
    func controller(
        _ controller: FetchedResultsController<Object>, sectionIndexTitleForSectionName name: String
    ) -> String?

    /// The form in which the delegate receives changes.
    var reporting: FetchedResultsReporting { get }

    /// Called with the new result, also after each fetch (rule FRC-41), and when the IDs of its objects become
    /// permanent. For ``FetchedResultsReporting/snapshots``.
    func controller(
        _ controller: FetchedResultsController<Object>, didChangeContentWith snapshot: FetchedResultsSnapshot)

    /// Called with the changes of the IDs of a result without sections (rule FRC-42), also when IDs become permanent: a
    /// removal of the temporary ID and an insertion of the permanent one. For ``FetchedResultsReporting/differences``.
    func controller(
        _ controller: FetchedResultsController<Object>,
        didChangeContentWith difference: CollectionDifference<ObjectID>)
}

/// The forms in which a delegate receives changes.
///
/// ```swift
/// final class HeroTable: FetchedResultsControllerDelegate {
///     let reporting = FetchedResultsReporting.snapshots
///     private(set) var rows: [ObjectID] = []
///
///     func controller(
///         _ controller: FetchedResultsController<Hero>, didChangeContentWith snapshot: FetchedResultsSnapshot
///     ) {
///         rows = snapshot.objectIDs
///     }
/// }
/// ```
public enum FetchedResultsReporting: Sendable, Hashable {
    /// Each section and object that changed.
    case changes
    /// The whole result as a snapshot, and nothing else.
    case snapshots
    /// The difference of the IDs, and nothing else; the same as ``changes`` for a result with sections.
    case differences
}

extension FetchedResultsControllerDelegate {
    public func controllerWillChangeContent(_ controller: FetchedResultsController<Object>) {}

    public func controller(
        _ controller: FetchedResultsController<Object>, didChange section: FetchedResultsSection<Object>,
        atSectionIndex index: Int, for type: FetchedResultsChangeType
    ) {}

    public func controller(
        _ controller: FetchedResultsController<Object>, didChange object: Object, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    public func controllerDidChangeContent(_ controller: FetchedResultsController<Object>) {}

    public func controller(
        _ controller: FetchedResultsController<Object>, sectionIndexTitleForSectionName name: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: name)
    }

    public var reporting: FetchedResultsReporting { .changes }

    public func controller(
        _ controller: FetchedResultsController<Object>, didChangeContentWith snapshot: FetchedResultsSnapshot
    ) {}

    public func controller(
        _ controller: FetchedResultsController<Object>,
        didChangeContentWith difference: CollectionDifference<ObjectID>
    ) {}

    /// Whether to report each change.
    func wantsChanges(of controller: FetchedResultsController<Object>) -> Bool {
        switch reporting {
        case .changes: true
        case .snapshots: false
        case .differences: controller.sectionNameKeyPath != nil
        }
    }
}

/// The kind of change of an object or a section of a result (rule FRC-19).
///
/// ```swift
/// switch type {
/// case .insert: if let newIndexPath { paths.insert(newIndexPath) }
/// case .delete: if let indexPath { paths.remove(indexPath) }
/// case .update: if let indexPath { paths.insert(indexPath) }
/// case .move: paths.formUnion([indexPath, newIndexPath].compactMap { $0 })
/// }
/// ```
public enum FetchedResultsChangeType: UInt, Sendable, Hashable, CaseIterable {
    /// The object or section was inserted.
    case insert = 1
    /// The object or section was deleted.
    case delete = 2
    /// The object changed and moved to another position.
    case move = 3
    /// The object changed and kept its position.
    case update = 4
}
