// Names are Apple's own.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals

public import Foundation

open class NSFetchedResultsController<ResultType>: NSObject {
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {}
    public override init() {}
    open func performFetch() throws {}
    open var fetchRequest: NSFetchRequest<ResultType> { standIn() }
    open var managedObjectContext: NSManagedObjectContext { standIn() }
    open var sectionNameKeyPath: String? { standIn() }
    open var cacheName: String? { standIn() }
    open weak var delegate: (any NSFetchedResultsControllerDelegate)?
    open class func deleteCache(withName name: String?) {}
    open var fetchedObjects: [ResultType]? { standIn() }
    open func object(at indexPath: IndexPath) -> ResultType { standIn() }
    open func indexPath(forObject object: ResultType) -> IndexPath? { standIn() }
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? { standIn() }
    open var sectionIndexTitles: [String] { standIn() }
    open var sections: [any NSFetchedResultsSectionInfo]? { standIn() }
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int { standIn() }
}

public protocol NSFetchedResultsSectionInfo {
    var name: String { get }
    var indexTitle: String? { get }
    var numberOfObjects: Int { get }
    var objects: [Any]? { get }
}

public enum NSFetchedResultsChangeType: UInt, Sendable {
    case insert = 1
    case delete = 2
    case move = 3
    case update = 4
}

// Apple's methods are optional, which needs Objective-C.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

extension NSFetchedResultsControllerDelegate {
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) {}
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) {}
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? { standIn() }
}

// UIKit's and AppKit's on Apple's platforms.
open class NSDiffableDataSourceSnapshotReference: NSObject, NSCopying {
    open var numberOfItems: Int { standIn() }
    open var numberOfSections: Int { standIn() }
    open var sectionIdentifiers: [Any] { standIn() }
    open var itemIdentifiers: [Any] { standIn() }
    open func numberOfItems(inSection sectionIdentifier: Any) -> Int { standIn() }
    open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] { standIn() }
    open func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? { standIn() }
    open func index(ofItemIdentifier itemIdentifier: Any) -> Int { standIn() }
    open func index(ofSectionIdentifier sectionIdentifier: Any) -> Int { standIn() }
    open func appendItems(withIdentifiers identifiers: [Any]) {}
    open func appendItems(withIdentifiers identifiers: [Any], intoSectionWithIdentifier sectionIdentifier: Any) {}
    open func insertItems(withIdentifiers identifiers: [Any], beforeItemWithIdentifier itemIdentifier: Any) {}
    open func insertItems(withIdentifiers identifiers: [Any], afterItemWithIdentifier itemIdentifier: Any) {}
    open func deleteItems(withIdentifiers identifiers: [Any]) {}
    open func deleteAllItems() {}
    open func moveItem(withIdentifier fromIdentifier: Any, beforeItemWithIdentifier toIdentifier: Any) {}
    open func moveItem(withIdentifier fromIdentifier: Any, afterItemWithIdentifier toIdentifier: Any) {}
    open func reloadItems(withIdentifiers identifiers: [Any]) {}
    open func reconfigureItems(withIdentifiers identifiers: [Any]) {}
    open var reloadedItemIdentifiers: [Any] { standIn() }
    open var reconfiguredItemIdentifiers: [Any] { standIn() }
    open func appendSections(withIdentifiers sectionIdentifiers: [Any]) {}
    open func insertSections(withIdentifiers identifiers: [Any], beforeSectionWithIdentifier toIdentifier: Any) {}
    open func insertSections(withIdentifiers identifiers: [Any], afterSectionWithIdentifier toIdentifier: Any) {}
    open func deleteSections(withIdentifiers sectionIdentifiers: [Any]) {}
    open func moveSection(withIdentifier fromIdentifier: Any, beforeSectionWithIdentifier toIdentifier: Any) {}
    open func moveSection(withIdentifier fromIdentifier: Any, afterSectionWithIdentifier toIdentifier: Any) {}
    open func reloadSections(withIdentifiers sectionIdentifiers: [Any]) {}
    open var reloadedSectionIdentifiers: [Any] { standIn() }
    open func copy(with zone: NSZone? = nil) -> Any { standIn() }
}

extension IndexPath {
    public init(row: Int, section: Int) { self.init() }
    public init(item: Int, section: Int) { self.init() }
    public var row: Int { standIn() }
    public var item: Int { standIn() }
    public var section: Int { standIn() }
}
