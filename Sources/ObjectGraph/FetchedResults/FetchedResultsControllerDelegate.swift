public import Foundation

/// A delegate that follows the changes of a result.
///
/// For each processing of changes that affects the result, the controller reports the start, sections, objects, and the
/// end (rule FRC-9). If the delegate uses `controller(_:didChangeContentWith:)` with a snapshot, the controller calls
/// only that method (rule FRC-41).
public protocol FetchedResultsControllerDelegate<Object>: AnyObject {
    /// What the objects of the result are.
    associatedtype Object: ManagedObject

    /// Changes are about to be reported; the controller still has the old result (rule FRC-20).
    func controllerWillChangeContent(_ controller: FetchedResultsController<Object>)

    /// A section was inserted, at its index in the new result, or deleted, from its index in the old one (rule FRC-31).
    func controller(
        _ controller: FetchedResultsController<Object>, didChange section: FetchedResultsSection<Object>,
        atSectionIndex index: Int, for type: FetchedResultsChangeType)

    /// An object was inserted, deleted, moved or updated. `indexPath` is one of the old result, `newIndexPath` of the new.
    func controller(
        _ controller: FetchedResultsController<Object>, didChange object: Object, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes have been reported; the controller has the new result.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Object>)

    /// The title of a section in an index; by default ``FetchedResultsController/sectionIndexTitle(forSectionName:)``.
    func controller(
        _ controller: FetchedResultsController<Object>, sectionIndexTitleForSectionName name: String
    ) -> String?

    /// Which form of news the delegate wants.
    var reporting: FetchedResultsReporting { get }

    /// The result as it is now, also after each fetch (rule FRC-41). For ``FetchedResultsReporting/snapshots``.
    func controller(
        _ controller: FetchedResultsController<Object>, didChangeContentWith snapshot: FetchedResultsSnapshot)

    /// What became of the identities of a result without sections (rule FRC-42). For
    /// ``FetchedResultsReporting/differences``.
    func controller(
        _ controller: FetchedResultsController<Object>,
        didChangeContentWith difference: CollectionDifference<ObjectID>)
}

/// The forms in which a delegate receives changes.
public enum FetchedResultsReporting: Sendable, Hashable {
    /// Each section and object that changed.
    case changes
    /// The whole result as a snapshot, and nothing else.
    case snapshots
    /// The difference of the identities, and nothing else; as ``changes`` for a result with sections.
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
}

extension FetchedResultsControllerDelegate {
    /// Whether each change is to be told.
    func wantsChanges(of controller: FetchedResultsController<Object>) -> Bool {
        switch reporting {
        case .changes: true
        case .snapshots: false
        case .differences: controller.sectionNameKeyPath != nil
        }
    }
}
