public import Foundation
import ObjectGraph

/// A controller that manages a sorted result of a fetch, in sections, and follows changes in its context.
///
/// The first ``performFetch()`` creates the result. Afterward, while there is a delegate, the controller applies and
/// reports the changes each time the context processes changes (rules FRC-6 to FRC-8). A result of dictionaries or IDs
/// stays as it was fetched.
///
/// ```swift
/// let request = NSFetchRequest<Superhero>(entityName: "Superhero")
/// request.sortDescriptors = ["universe", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
/// let controller = NSFetchedResultsController(
///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe", cacheName: nil)
/// try controller.performFetch()
/// let first = controller.object(at: [0, 0])
/// ```
open class NSFetchedResultsController<ResultType>: NSObject {
    /// The result and its parameters; nil for a placeholder.
    private let followed: Followed?
    /// The result of a request for dictionaries or IDs; nil for one of objects.
    private var ownValues: FetchedValues<ResultType>?
    private var ownRequest: NSFetchRequest<ResultType>
    private weak var ownDelegate: (any NSFetchedResultsControllerDelegate)?
    private var relay: ResultsRelay?
    /// The controller that delegates receive in place of this one; nil if they receive this one.
    private var standIn: NSFetchedResultsController<any NSFetchRequestResult>?

    /// A result and its parameters.
    private struct Followed {
        var context: NSManagedObjectContext
        var sectionNameKeyPath: String?
        var cacheName: String?
        var results: FetchedResultsController<ManagedObject>
    }

    /// Creates a placeholder without a result, for a property that is set later.
    public override init() {
        followed = nil
        ownRequest = NSFetchRequest()
    }

    /// Creates a controller for the objects of a request.
    ///
    /// - Precondition: The request has sort descriptors (rule FRC-1).
    public init(
        fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
        sectionNameKeyPath: String?, cacheName name: String?
    ) {
        require(
            fetchRequest.sortDescriptors != nil,
            "An instance of NSFetchedResultsController requires a fetch request with sort descriptors")
        ownRequest = fetchRequest
        // The request itself is read by each fetch, which throws an error if the context can't perform it.
        let placeholder = ObjectGraph.FetchRequest<ManagedObject>(sortDescriptors: [IdentityComparator()])
        let results: FetchedResultsController<ManagedObject>
        do {
            results = try FetchedResultsController(
                fetchRequest: placeholder, managedObjectContext: context.graph, sectionNameKeyPath: sectionNameKeyPath,
                cacheName: name)
        } catch {
            endProgram("a fetched results controller can't be created: \(error)")
        }
        results.reportTrackingError = { error in
            LaunchArguments.report(
                error: """
                    a fetched results controller no longer follows changes until its next performFetch(), because an \
                    update failed: \(error)
                    """)
        }
        followed = Followed(
            context: context, sectionNameKeyPath: sectionNameKeyPath, cacheName: name, results: results)
    }

    /// The fetch request. Changes to it take effect with the next ``performFetch()`` (rule FRC-38).
    open var fetchRequest: NSFetchRequest<ResultType> { ownRequest }

    /// The context that the controller follows.
    ///
    /// - Precondition: The controller is not a placeholder.
    open var managedObjectContext: NSManagedObjectContext { real.context }

    /// The path to the value that determines the section of an object; nil for one section.
    open var sectionNameKeyPath: String? { followed?.sectionNameKeyPath }
    /// The name of the cache that keeps the sections between fetches.
    open var cacheName: String? { followed?.cacheName }

    private var real: Followed {
        guard let followed else {
            endProgram("a fetched results controller without a fetch request has no result")
        }
        return followed
    }

    /// The object that is notified of changes. The controller does not retain it.
    open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
        get { representedController.map(\.delegate) ?? ownDelegate }
        set {
            if let representedController { return representedController.delegate = newValue }
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
    /// ```swift
    /// do {
    ///     try controller.performFetch()
    /// } catch {
    ///     print("the heroes cannot be read: \(error)")  // The result is as before.
    /// }
    /// ```
    ///
    /// - Throws: An error of `NSCocoaErrorDomain` for a request that fails, whose predicate is a block, or whose order
    ///   does not keep the objects of a section together (rule FRC-27). The result is then as before.
    open func performFetch() throws {
        if let representedController { return try representedController.performFetch() }
        let followed = real
        guard ownRequest.resultType.isDisjoint(with: [.managedObjectIDResultType, .dictionaryResultType]) else {
            return ownValues = try fetchedValues(in: followed)
        }
        try followed.context.reportingErrors {
            followed.results.fetchRequest = try FetchExecution(ownRequest, in: followed.context).requestOfStore
                .ordered(as: ownRequest)
            guard let relay else { return try followed.results.performFetch() }
            try relay.during { try followed.results.performFetch() }
        }
        ownValues = nil
    }

    private func fetchedValues(in followed: Followed) throws -> FetchedValues<ResultType> {
        let (context, keyPath) = (followed.context, followed.sectionNameKeyPath)
        let results = try context.fetch(ownRequest)
        guard let keyPath else { return try FetchedValues(results, sectionName: nil) }
        return try FetchedValues(results) { context.sectionName(of: $0, at: keyPath) }
    }

    /// The result of a request for dictionaries or IDs, also of the controller that this one represents.
    private var values: FetchedValues<ResultType>? {
        if let representedController { return representedController.values(as: ResultType.self) }
        return ownValues
    }

    /// Deletes the cached sections with a name, or all for nil (rule FRC-35).
    open class func deleteCache(withName name: String?) {
        FetchedResultsController<ManagedObject>.deleteCache(withName: name)
    }

    // MARK: - The result

    /// The objects in order; nil before the first fetch (rule FRC-2).
    open var fetchedObjects: [ResultType]? {
        values?.results ?? followed?.results.fetchedObjects?.map(Self.typed)
    }

    /// The sections in order; nil before the first fetch (rule FRC-2).
    open var sections: [any NSFetchedResultsSectionInfo]? {
        if let values {
            return values.sections.map { section in
                ResultsSection(name: section.name, objects: section.results) { [weak self] in
                    self?.sectionIndexTitle(forSectionName: section.name)
                }
            }
        }
        return followed?.results.sections?.map { section in
            // Only when it is read: a delegate may look at the sections to give the title.
            ResultsSection(section: section) { [weak self] in
                guard let self else { return section.indexTitle }
                return sectionIndexTitle(forSectionName: section.name)
            }
        }
    }

    /// Returns the object at an index path.
    ///
    /// - Precondition: The result has an object at the index path (rule FRC-5).
    open func object(at indexPath: IndexPath) -> ResultType {
        guard let values else { return Self.typed(real.results.object(at: indexPath)) }
        guard let result = values.result(at: indexPath) else { endProgram("the result has nothing at \(indexPath)") }
        return result
    }

    /// Returns the index path of an object; nil if the object is not in the result.
    ///
    /// ```swift
    /// let path = controller.indexPath(forObject: hero)  // nil if the result does not contain it
    /// ```
    open func indexPath(forObject object: ResultType) -> IndexPath? {
        if let values { return values.indexPath(of: object) }
        return (object as? ManagedObject).flatMap { followed?.results.indexPath(forObject: $0) }
    }

    private static func typed(_ object: ManagedObject) -> ResultType {
        guard let typed = object as? ResultType else {
            endProgram("the controller expects \(ResultType.self), but a result is \(type(of: object))")
        }
        return typed
    }

    // MARK: - Section titles

    /// Returns the title of a section in an index: the title from the delegate, otherwise its first letter, capitalized
    /// (rule FRC-32).
    open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
        guard let delegate else { return followed?.results.sectionIndexTitle(forSectionName: sectionName) }
        return delegate.controller(untyped, sectionIndexTitleForSectionName: sectionName)
    }

    /// The titles of the sections, each once, in order.
    open var sectionIndexTitles: [String] {
        var titles: [String] = []
        for title in (sections ?? []).compactMap(\.indexTitle) where titles.last != title { titles.append(title) }
        return titles
    }

    /// Returns the section with a title (rule FRC-33); 0 if there is none.
    open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
        sections?.firstIndex { $0.indexTitle == title } ?? 0
    }

    /// The IDs of the result; nil before the first fetch.
    final var snapshot: FetchedResultsSnapshot? { followed?.results.snapshot }

    // MARK: - The untyped controller for delegates

    /// Set by default implementations, which a delegate gets for methods that it does not have.
    final var hasReachedDefault = false

    /// Calls a method of a delegate, and returns whether the delegate has it.
    final func reachesDelegate(_ call: () -> Void) -> Bool {
        hasReachedDefault = false
        call()
        return !hasReachedDefault
    }

    /// The controller that this one represents; nil if it represents itself.
    private weak var represented: AnyObject?
    private var representedController: (any RepresentingController)? { represented as? any RepresentingController }

    /// The controller that delegates receive: for a typed one, another controller with its result that is equal to it,
    /// because an object in Swift has only one type of a generic class.
    private var untyped: NSFetchedResultsController<any NSFetchRequestResult> {
        if let untyped = self as? NSFetchedResultsController<any NSFetchRequestResult> { return untyped }
        if let standIn { return standIn }
        let untyped = NSFetchedResultsController<any NSFetchRequestResult>(
            standingFor: self, fetchRequest: RepresentingRequest(fetchRequest))
        standIn = untyped
        return untyped
    }

    private init<Other>(standingFor other: NSFetchedResultsController<Other>, fetchRequest: NSFetchRequest<ResultType>)
    {
        ownRequest = fetchRequest
        followed = other.followed.map {
            Followed(
                context: $0.context, sectionNameKeyPath: $0.sectionNameKeyPath, cacheName: $0.cacheName,
                results: $0.results)
        }
        represented = other
    }

    /// Returns whether both are the same, or one represents the other (rule FRC-22).
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? any RepresentingController else { return false }
        return other.identity === identity
    }

    open override var hash: Int { ObjectIdentifier(identity).hashValue }
}

extension ObjectGraph.FetchRequest<ManagedObject> {
    /// Returns the request with an order by identity if the program requests an empty order, which no sort descriptors
    /// at all are not.
    fileprivate func ordered<Result>(as request: NSFetchRequest<Result>) -> Self {
        guard request.sortDescriptors?.isEmpty == true else { return self }
        var copy = self
        copy.sortDescriptors = [IdentityComparator()]
        return copy
    }
}

/// The order of objects by their IDs.
private struct IdentityComparator: SortComparator {
    var order = SortOrder.forward

    func compare(_ left: ManagedObject, _ right: ManagedObject) -> ComparisonResult {
        let (first, second) = order == .forward ? (left, right) : (right, left)
        if first.objectID == second.objectID { return .orderedSame }
        return first.objectID < second.objectID ? .orderedAscending : .orderedDescending
    }
}

// The compiler prefers these to the operators of Swift, because their types are narrower, and they are not generic.

/// Returns whether two controllers are the same, as with Core Data: the one that a delegate receives is the one that
/// the program created (rule FRC-22).
public func === (left: NSFetchedResultsController<any NSFetchRequestResult>?, right: AnyObject?) -> Bool {
    identity(of: left) === identity(of: right)
}

/// Does the same with the operands in the other order.
public func === (left: AnyObject?, right: NSFetchedResultsController<any NSFetchRequestResult>?) -> Bool {
    identity(of: left) === identity(of: right)
}

/// Does the same for two controllers that delegates receive.
public func === (
    left: NSFetchedResultsController<any NSFetchRequestResult>?,
    right: NSFetchedResultsController<any NSFetchRequestResult>?
) -> Bool {
    identity(of: left) === identity(of: right)
}

/// Returns whether two controllers are not the same.
public func !== (left: NSFetchedResultsController<any NSFetchRequestResult>?, right: AnyObject?) -> Bool {
    identity(of: left) !== identity(of: right)
}

/// Does the same with the operands in the other order.
public func !== (left: AnyObject?, right: NSFetchedResultsController<any NSFetchRequestResult>?) -> Bool {
    identity(of: left) !== identity(of: right)
}

/// Does the same for two controllers that delegates receive.
public func !== (
    left: NSFetchedResultsController<any NSFetchRequestResult>?,
    right: NSFetchedResultsController<any NSFetchRequestResult>?
) -> Bool {
    identity(of: left) !== identity(of: right)
}

private func identity(of object: AnyObject?) -> AnyObject? {
    (object as? any RepresentingController)?.identity ?? object
}

/// A controller that may represent another one.
private protocol RepresentingController: AnyObject {
    /// The controller that this one represents, or itself.
    var identity: AnyObject { get }
    var delegate: (any NSFetchedResultsControllerDelegate)? { get set }
    func performFetch() throws
    /// Returns the result of a request for dictionaries or IDs; nil for one of objects.
    func values<Result>(as type: Result.Type) -> FetchedValues<Result>?
}

extension NSFetchedResultsController: RepresentingController {
    fileprivate var identity: AnyObject { represented ?? self }

    fileprivate func values<Result>(as type: Result.Type) -> FetchedValues<Result>? { values?.typed(as: type) }
}

/// A section of a result (rule FRC-47).
///
/// ```swift
/// for section in controller.sections ?? [] {
///     rows.append("Universe \(section.name): \(section.numberOfObjects) heroes")
///     for case let hero as Superhero in section.objects ?? [] { rows.append(hero.name ?? "") }
/// }
/// ```
public protocol NSFetchedResultsSectionInfo {
    /// The string form of the value that the section's objects share; empty for nil.
    var name: String { get }
    /// The title in an index.
    var indexTitle: String? { get }
    /// The number of objects in the section.
    var numberOfObjects: Int { get }
    /// The objects, in order.
    var objects: [Any]? { get }
}

struct ResultsSection: NSFetchedResultsSectionInfo {
    let name: String
    let numberOfObjects: Int
    private let members: () -> [Any]
    private let title: () -> String?

    /// - Parameters:
    ///   - isDeleted: Whether the section no longer exists, and so has no objects any more.
    ///   - indexTitle: Called each time that the title is read.
    init(section: FetchedResultsSection<ManagedObject>, isDeleted: Bool = false, indexTitle: @escaping () -> String?) {
        name = section.name
        numberOfObjects = isDeleted ? 0 : section.numberOfObjects
        members = { isDeleted ? [] : section.objects }
        title = indexTitle
    }

    /// - Parameters:
    ///   - objects: Dictionaries or IDs.
    ///   - indexTitle: Called each time that the title is read.
    init(name: String, objects: [Any], indexTitle: @escaping () -> String?) {
        self.name = name
        numberOfObjects = objects.count
        members = { objects }
        title = indexTitle
    }

    var indexTitle: String? { title() }
    var objects: [Any]? { members() }
}
