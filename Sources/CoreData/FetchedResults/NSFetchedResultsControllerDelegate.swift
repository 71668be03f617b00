// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// The kind of change to an object or a section of a result, with Core Data's numbers (rule FRC-19).
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It is new in the result.
    case insert = 1
    /// It is no longer in the result.
    case delete = 2
    /// It has a different place.
    case move = 3
    /// It has different values.
    case update = 4

    init(_ type: FetchedResultsChangeType) {
        switch type {
        case .insert: self = .insert
        case .delete: self = .delete
        case .move: self = .move
        case .update: self = .update
        }
    }
}

/// A type that receives the changes of a result.
///
/// For each processing of changes that touches the result: will-change, sections, objects, did-change (rule FRC-9). Where the
/// delegate has the method with a snapshot, only that is called (rule FRC-41); else, of a result without sections, only the one
/// with a difference where it has that (rule FRC-42). The controller that is handed over is equal to the one that has the
/// delegate (rule FRC-22).
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// Changes are about to be reported; the controller still has the old result.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// A section was inserted, at its index in the new result, or deleted, from its index in the old one.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// An object was inserted, deleted, moved, or updated.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)

    /// All changes have been reported; the controller has the new result.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// The title of a section in an index.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?

    /// The result as it is now, also after each fetch: identities of objects, in sections by their names (rule FRC-41).
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

    /// What became of the identities of a result without sections (rule FRC-42).
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

/// Hands on to a delegate what the runtime's controller tells.
final class ResultsRelay: FetchedResultsControllerDelegate {
    private weak var delegate: (any NSFetchedResultsControllerDelegate)?
    /// The controller that has the relay, or what stands for it: either has it for as long as it is there.
    private weak var sender: NSFetchedResultsController<any NSFetchRequestResult>?
    /// Which form of news the delegate has methods for; nil before that was found out.
    private var form: FetchedResultsReporting?
    /// Whether a fetch is being made, whose result a delegate is told that takes snapshots.
    private var isFetching = false

    init(
        delegate: any NSFetchedResultsControllerDelegate,
        sender: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        self.delegate = delegate
        self.sender = sender
    }

    /// Makes a fetch, after which a delegate that takes snapshots is told one.
    func during<Result>(fetch: () throws -> Result) rethrows -> Result {
        isFetching = true
        defer { isFetching = false }
        return try fetch()
    }

    // MARK: - Which methods the delegate has

    /// A protocol cannot say which of its methods a class has, but the methods that a class gets without having them can. So
    /// the delegate is told what it knows: the result as it is, and that nothing has changed since.
    var reporting: FetchedResultsReporting {
        if let form { return form }
        if isFetching { return .snapshots }
        guard let sender, let present = sender.snapshot else { return .changes }
        tell(present)
        return form ?? .changes
    }

    /// Tells a snapshot, which says whether the delegate takes such.
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

    // MARK: - Telling

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
            sender, didChange: ResultsSection(section, indexTitle: section.indexTitle), atSectionIndex: index,
            for: NSFetchedResultsChangeType(type))
    }

    func controller(
        _ controller: FetchedResultsController<ManagedObject>, didChange object: ManagedObject,
        at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard let sender else { return }
        delegate?.controller(
            sender, didChange: object, at: indexPath, for: NSFetchedResultsChangeType(type),
            newIndexPath: newIndexPath)
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<ManagedObject>) {
        guard let sender else { return }
        delegate?.controllerDidChangeContent(sender)
    }
}

extension CollectionDifference<ObjectID> {
    /// The same under Core Data's names.
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
