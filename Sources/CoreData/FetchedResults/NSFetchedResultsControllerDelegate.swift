// Names are Core Data's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
import ObjectGraph

/// What became of an object or a section of a result; Core Data's numbers (rule FRC-19).
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It is new in the result.
    case insert = 1
    /// It is gone from the result.
    case delete = 2
    /// It has another place.
    case move = 3
    /// It has other values.
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

/// Who follows a result.
///
/// For each processing of changes that touches the result: will-change, sections, objects, did-change (rule FRC-9). The
/// controller that is handed over is equal to the one that has the delegate (rule FRC-22).
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    /// Changes are about to be reported; the controller still has the old result.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)

    /// A section was inserted, at its index in the new result, or deleted, from its index in the old one.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)

    /// An object was inserted, deleted, moved or updated.
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
}

/// Hands on to a delegate what the runtime's controller tells.
final class ResultsRelay: FetchedResultsControllerDelegate {
    private weak var delegate: (any NSFetchedResultsControllerDelegate)?
    /// The controller that has the relay, or what stands for it: either has it for as long as it is there.
    private weak var sender: NSFetchedResultsController<any NSFetchRequestResult>?

    init(
        delegate: any NSFetchedResultsControllerDelegate,
        sender: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        self.delegate = delegate
        self.sender = sender
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
