// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import ObjectGraph

/// The kind of change to an object or a section of a result, with Core Data's numbers (rule FRC-19).
public typealias NSFetchedResultsChangeType = FetchedResultsChangeType

/// A type that receives the changes of a result.
///
/// For each processing of changes that affects the result, the controller reports the start, sections, objects, and the
/// end (rule FRC-9). If the delegate has the method with a snapshot, the controller calls only that (rule FRC-41).
/// Otherwise, for a result without sections, it calls only the method with a difference, if the delegate has it (rule
/// FRC-42).
///
/// The controller in the calls is the one with the delegate (rule FRC-22): it is the same by `===` and `==`, and has
/// the same result, request, and delegate. Off Apple's platforms, Swift can't cast it to a type with the class of the
/// results, so that `controller as? NSFetchedResultsController<Superhero>` is nil: compare it with the property that
/// has the controller, and use that.
///
/// ```swift
/// final class HeroList: NSObject, NSFetchedResultsControllerDelegate {
///     private(set) var insertedPaths: [IndexPath] = []
///
///     func controller(
///         _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange object: Any,
///         at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
///     ) {
///         if type == .insert, let newIndexPath { insertedPaths.append(newIndexPath) }
///     }
/// }
/// ```
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// Called before changes are reported. The controller still has the old result.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Called for an inserted section, with its index in the new result, or a deleted one, with its old index.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// Called for each object that was inserted, deleted, moved, or updated.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// Called after all changes have been reported. The controller has the new result.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// Returns the title of a section in an index.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?

    /// Called with the new result, also after each fetch, and when the IDs of its objects become permanent: the IDs of
    /// objects, in sections by name (rule FRC-41).
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// Called with the changes of the IDs of a result without sections (rule FRC-42), also when IDs become permanent: a
    /// removal of the temporary ID and an insertion of the permanent one.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
}

extension NSFetchedResultsControllerDelegate {
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        sectionName.first.map { $0.uppercased() }
    }

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {
        controller.hasReachedDefault = true
    }

    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {
        controller.hasReachedDefault = true
    }
}

/// Forwards the reports of the runtime's controller to a delegate.
final class ResultsRelay: FetchedResultsControllerDelegate {
    private weak var delegate: (any NSFetchedResultsControllerDelegate)?
    /// The controller with the relay, or the one that represents it. Either retains the relay.
    private weak var sender: NSFetchedResultsController<any NSFetchRequestResult>?
    /// The form that the delegate has methods for; nil until it is known.
    private var form: FetchedResultsReporting?
    /// Whether a fetch is being performed, whose result a delegate with snapshots receives.
    private var isFetching = false

    init(
        delegate: any NSFetchedResultsControllerDelegate,
        sender: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        self.delegate = delegate
        self.sender = sender
    }

    /// Performs a fetch, after which a delegate with snapshots receives one.
    func during<Result>(fetch: () throws -> Result) rethrows -> Result {
        isFetching = true
        defer { isFetching = false }
        return try fetch()
    }

    // MARK: - The delegate's methods

    /// A protocol cannot tell which of its methods a class has, but the default implementations can. So the delegate
    /// receives what it already has: the current result, and an empty difference.
    var reporting: FetchedResultsReporting {
        if let form { return form }
        if isFetching { return .snapshots }
        guard let sender, let present = sender.snapshot else { return .changes }
        tell(present)
        return form ?? .changes
    }

    /// Sends a snapshot, which shows whether the delegate uses snapshots.
    private func tell(_ snapshot: FetchedResultsSnapshot) {
        guard let sender, let delegate else { return }
        let takesSnapshots = sender.reachesDelegate {
            delegate.controller(sender, didChangeContentWith: NSDiffableDataSourceSnapshotReference(snapshot))
        }
        guard form == nil else { return }
        form = takesSnapshots ? .snapshots : findForm(delegate, sender)
    }

    private func findForm(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ sender: NSFetchedResultsController<any NSFetchRequestResult>
    ) -> FetchedResultsReporting {
        guard sender.sectionNameKeyPath == nil, let none = CollectionDifference<NSManagedObjectID>([]) else {
            return .changes
        }
        let takesDifferences = sender.reachesDelegate { delegate.controller(sender, didChangeContentWith: none) }
        return takesDifferences ? .differences : .changes
    }

    // MARK: - Reporting

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChangeContentWith snapshot: FetchedResultsSnapshot
    ) {
        tell(snapshot)
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>,
        didChangeContentWith difference: CollectionDifference<ObjectID>
    ) {
        guard let sender, let named = difference.withIdentities else { return }
        delegate?.controller(sender, didChangeContentWith: named)
    }

    func controllerWillChangeContent(_ controller: FetchedResultsController<ManagedObject>) {
        guard let sender else { return }
        delegate?.controllerWillChangeContent(sender)
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChange section: FetchedResultsSection<ManagedObject>,
        atSectionIndex index: Int, for type: FetchedResultsChangeType
    ) {
        guard let sender else { return }
        delegate?.controller(
            sender,
            didChange: ResultsSection(section: section, isDeleted: type == .delete) { section.indexTitle },
            atSectionIndex: index, for: type)
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChange object: ManagedObject,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let sender else { return }
        delegate?.controller(sender, didChange: object, at: indexPath, for: type, newIndexPath: newIndexPath)
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<ManagedObject>) {
        guard let sender else { return }
        delegate?.controllerDidChangeContent(sender)
    }
}

extension CollectionDifference<ObjectID> {
    /// The same difference with Core Data's IDs.
    fileprivate var withIdentities: CollectionDifference<NSManagedObjectID>? {
        CollectionDifference<NSManagedObjectID>(
            map { change in
                switch change {
                case .insert(let offset, let objectID, let other):
                    .insert(offset: offset, element: NSManagedObjectID(objectID), associatedWith: other)
                case .remove(let offset, let objectID, let other):
                    .remove(offset: offset, element: NSManagedObjectID(objectID), associatedWith: other)
                }
            })
    }
}

extension NSDiffableDataSourceSnapshotReference {
    convenience init(_ snapshot: FetchedResultsSnapshot) {
        self.init()
        for section in snapshot.sections {
            appendSections(withIdentifiers: [section.name])
            appendItems(withIdentifiers: section.objectIDs.map { NSManagedObjectID($0) })
        }
    }
}
