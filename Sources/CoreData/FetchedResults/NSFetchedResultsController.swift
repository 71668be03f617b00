public import Foundation
import ObjectGraph

/// A sorted result of a fetch, in sections, that follows what happens in its context.
///
/// The first ``performFetch()`` makes the result. From then on, while there is a delegate, each processing of changes is
/// taken in and reported (rules FRC-6 to FRC-8).
open class NSFetchedResultsController<ResultType>: NSObject {
    /// What follows the result; a placeholder has nothing to follow.
    private let followed: Followed?
    private var ownRequest: NSFetchRequest<ResultType>
    private weak var ownDelegate: (any NSFetchedResultsControllerDelegate)?
    private var relay: ResultsRelay?
    /// What delegates are handed in the place of this controller; nil for one that stands for itself.
    private var standIn: NSFetchedResultsController<any NSFetchRequestResult>?

    /// What is asked, and where.
    private struct Followed {
        var context: NSManagedObjectContext
        var sectionNameKeyPath: String?
        var cacheName: String?
        var results: FetchedResultsController<ManagedObject>
    }

    /// A placeholder without a result, for a property that is set later.
    public override init() {
        followed = nil
        ownRequest = NSFetchRequest()
    }

    /// A controller of the objects that a request asks for.
    ///
    /// - Precondition: The request has sort descriptors (rule FRC-1).
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        ownRequest = fetchRequest
        do {
            followed = Followed(
                context: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name,
                results: try FetchedResultsController(
                    fetchRequest: try FetchExecution(fetchRequest, in: context).request,
                    managedObjectContext: context.graph, sectionNameKeyPath: sectionNameKeyPath, cacheName: name))
        } catch {
            preconditionFailure(
                "An instance of NSFetchedResultsController requires a fetch request with sort descriptors: \(error)")
        }
    }

    /// What is asked. Changes of it count from the next ``performFetch()`` on (rule FRC-38).
    open var fetchRequest: NSFetchRequest<ResultType> { ownRequest }

    /// The context whose objects are followed.
    ///
    /// - Precondition: The controller is no placeholder.
    open var managedObjectContext: NSManagedObjectContext { real.context }

    /// The path to the value whose equal values make a section; nil for one section.
    open var sectionNameKeyPath: String? { followed?.sectionNameKeyPath }

    /// What the sections are kept under between fetches.
    open var cacheName: String? { followed?.cacheName }

    private var real: Followed {
        guard let followed else {
            preconditionFailure("a fetched results controller made without a request has no result")
        }
        return followed
    }

    /// The object that is notified of changes. The controller does not retain it.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { ownDelegate }
        set {
            ownDelegate = newValue
            guard let followed else { return }
            guard let newValue else {
                followed.results.delegate = nil
                relay = nil
                return
            }
            let relay = ResultsRelay(delegate: newValue, sender: untyped)
            self.relay = relay
            followed.results.delegate = relay
        }
    }

    /// Performs the fetch again. It reports no changes (rule FRC-38), except the snapshot to a delegate that receives
    /// snapshots.
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` for a request that cannot be answered, whose predicate is a block, or whose
    ///   order does not keep the objects of a section together (rule FRC-27).
    open func performFetch() throws {
        let followed = real
        try followed.context.reportingErrors {
            followed.results.fetchRequest = try FetchExecution(ownRequest, in: followed.context).requestOfStore
            guard let relay else { return try followed.results.performFetch() }
            try relay.during { try followed.results.performFetch() }
        }
    }

    /// Forgets the sections that are kept under a name, or under all for nil (rule FRC-35).
    open class func deleteCache(withName name: String?) {
        FetchedResultsController<ManagedObject>.deleteCache(withName: name)
    }

    // MARK: - The result

    /// The objects in order; nil before the first fetch (rule FRC-2).
    open var fetchedObjects: [ResultType]? { followed?.results.fetchedObjects?.map(Self.typed) }

    /// The sections in order; nil before the first fetch (rule FRC-2).
    open var sections: [any NSFetchedResultsSectionInfo]? {
        followed?.results.sections?.map { section in
            ResultsSection(section, indexTitle: sectionIndexTitle(forSectionName: section.name))
        }
    }

    /// The object at a path.
    ///
    /// - Precondition: There is one (rule FRC-5).
    open func object(at indexPath: IndexPath) -> ResultType { Self.typed(real.results.object(at: indexPath)) }

    /// The path of an object; nil for one that is not in the result.
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        (object as? ManagedObject).flatMap { followed?.results.indexPath(forObject: $0) }
    }

    private static func typed(_ object: ManagedObject) -> ResultType {
        guard let typed = object as? ResultType else {
            preconditionFailure("the controller is typed with \(ResultType.self), and a result is \(type(of: object))")
        }
        return typed
    }

    // MARK: - Section titles

    /// The title of a section in an index: the title from the delegate, otherwise its first letter in upper case (rule
    /// FRC-32).
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        guard let ownDelegate else { return followed?.results.sectionIndexTitle(forSectionName: sectionName) }
        return ownDelegate.controller(untyped, sectionIndexTitleForSectionName: sectionName)
    }

    /// The titles of the sections, each once, in order.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for title in (sections ?? []).compactMap(\.indexTitle) where titles.last != title { titles.append(title) }
        return titles
    }

    /// The section of a title (rule FRC-33); 0 if there is none.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        sections?.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// The result as identities; nil before the first fetch.
    final var snapshot: FetchedResultsSnapshot? { followed?.results.snapshot }

    // MARK: - The untyped controller that delegates are told

    /// Set by the methods that a delegate gets without having them.
    final var hasReachedDefault = false

    /// Calls a method of a delegate, and returns whether the delegate has it.
    final func reachesDelegate(_ call: () -> Void) -> Bool {
        hasReachedDefault = false
        call()
        return !hasReachedDefault
    }

    /// The controller that this one stands for; nil for one that stands for itself.
    private weak var represented: AnyObject?

    /// The controller that delegates are handed: for a typed one, another that has its result and is equal to it.
    private var untyped: NSFetchedResultsController<any NSFetchRequestResult> {
        if let untyped = self as? NSFetchedResultsController<any NSFetchRequestResult> { return untyped }
        if let standIn { return standIn }
        let untyped = NSFetchedResultsController<any NSFetchRequestResult>(standingFor: self)
        standIn = untyped
        return untyped
    }

    private init<Other>(standingFor other: NSFetchedResultsController<Other>) {
        ownRequest = NSFetchRequest()
        ownRequest.take(from: other.fetchRequest)
        followed = other.followed.map {
            Followed(
                context: $0.context, sectionNameKeyPath: $0.sectionNameKeyPath, cacheName: $0.cacheName,
                results: $0.results)
        }
        represented = other
    }

    /// Whether two are the same, or one stands for the other (rule FRC-22).
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? any RepresentingController else { return false }
        return other.identity === identity
    }

    open override var hash: Int { ObjectIdentifier(identity).hashValue }
}

/// A controller that may stand for another one.
private protocol RepresentingController: AnyObject {
    /// The controller itself, or the one that it stands for.
    var identity: AnyObject { get }
}

extension NSFetchedResultsController: RepresentingController {
    fileprivate var identity: AnyObject { represented ?? self }
}

/// A section of a result (rule FRC-47).
public protocol NSFetchedResultsSectionInfo {
    /// The text of the value that the section's objects have in common; empty for nil.
    var name: String { get }
    /// The title in an index.
    var indexTitle: String? { get }
    /// How many objects the section has.
    var numberOfObjects: Int { get }
    /// The objects, in order.
    var objects: [Any]? { get }
}

struct ResultsSection: NSFetchedResultsSectionInfo {
    private let section: FetchedResultsSection<ManagedObject>
    let indexTitle: String?

    init(_ section: FetchedResultsSection<ManagedObject>, indexTitle: String?) {
        self.section = section
        self.indexTitle = indexTitle
    }

    var name: String { section.name }
    var numberOfObjects: Int { section.numberOfObjects }
    var objects: [Any]? { section.objects }
}
