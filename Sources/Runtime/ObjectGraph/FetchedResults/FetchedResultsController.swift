public import Foundation
import ModelExpressions

/// A controller that manages a sorted result of a fetch, in sections, and follows changes in its context.
///
/// The first ``performFetch()`` creates the result. Afterward, while there is a delegate or a consumer of
/// ``snapshots``, the controller updates the result and reports the changes each time the context processes changes.
/// The work is proportional to the changes.
///
/// ```swift
/// let controller = try FetchedResultsController(
///     fetchRequest: FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.universe), SortDescriptor(\.name)]),
///     managedObjectContext: context, sectionNameKeyPath: "universe")
/// try controller.performFetch()
/// let first = controller.object(at: IndexPath(row: 0, section: 0))
/// ```
public final class FetchedResultsController<Object: ManagedObject> {
    /// The fetch request. Changes to it take effect with the next ``performFetch()`` (rule FRC-38).
    public var fetchRequest: FetchRequest<Object>
    /// The context that the controller follows.
    public let managedObjectContext: ManagedObjectContext
    /// The key path to the value that determines the section of an object; nil for one section.
    public let sectionNameKeyPath: String?
    /// The name of the cache that keeps the sections between fetches, so another fetch of the same objects does not
    /// read their sections again; nil for no cache (rule FRC-34).
    public let cacheName: String?
    /// The error that prevented an update, such as a section whose objects are no longer next to each other. The result
    /// stays unchanged, and the controller follows no changes, until the next ``performFetch()``.
    public internal(set) var trackingError: (any Error)?
    /// Called for each ``trackingError`` by a change, for a module whose controllers have no such property.
    package var reportTrackingError: ((any Error) -> Void)?

    /// The delegate that receives changes, which the controller does not retain. Setting it before or after the fetch
    /// starts tracking (rules FRC-6 to FRC-8).
    public weak var delegate: (any FetchedResultsControllerDelegate<Object>)? {
        didSet { updateObservation() }
    }

    var tracking: Tracking?
    var listeners: [Int: AsyncStream<FetchedResultsSnapshot>.Continuation] = [:]
    var lastListener = 0
    private var observation: ContextObservation?

    /// Creates a controller of the result of a request, which it fetches later.
    ///
    /// ```swift
    /// let request = FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.universe), SortDescriptor(\.name)])
    /// let controller = try FetchedResultsController(
    ///     fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "universe",
    ///     cacheName: "heroes by universe")
    /// ```
    ///
    /// - Throws: ``FetchError`` for a request without an order (rule FRC-1).
    public init(
        fetchRequest: FetchRequest<Object>, managedObjectContext: ManagedObjectContext,
        sectionNameKeyPath: String? = nil, cacheName: String? = nil
    ) throws {
        guard !fetchRequest.sortDescriptors.isEmpty else {
            throw FetchError(
                code: .missingSortDescriptors,
                description: "a fetched results controller needs an order; add a sort descriptor to the request")
        }
        self.fetchRequest = fetchRequest
        self.managedObjectContext = managedObjectContext
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
    }

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// Creates the result again, without reporting changes (rule FRC-38). Consumers of snapshots receive the new
    /// snapshot.
    ///
    /// ```swift
    /// try controller.performFetch()
    /// let heroes = controller.fetchedObjects ?? []
    /// ```
    ///
    /// - Throws: ``FetchError`` or ``QueryError`` if the request fails, or if its order does not keep the objects of a
    ///   section together (rule FRC-27). The result is then as before.
    public func performFetch() throws {
        tracking = try Tracking(
            fetchRequest, sectionNameKeyPath: sectionNameKeyPath, cacheName: cacheName, in: managedObjectContext)
        trackingError = nil
        updateObservation()
        reportSnapshot()
    }

    /// Deletes the cached sections with a name, or all for nil (rule FRC-35).
    ///
    /// You do not need to call this method, because the controller ignores the cached sections of other objects, or of
    /// objects that changed.
    ///
    /// ```swift
    /// FetchedResultsController<Hero>.deleteCache(withName: "heroes by universe")
    /// ```
    public static func deleteCache(withName name: String?) { SectionCache.shared.remove(name) }

    // MARK: The result

    /// The objects in order; nil before the first fetch (rule FRC-2). O(*n*).
    public var fetchedObjects: [Object]? { tracking.map { tracking in tracking.sections.flatMap(\.objects) } }

    /// The sections in order; nil before the first fetch (rule FRC-2).
    ///
    /// ```swift
    /// for section in controller.sections ?? [] { print(section.name, section.objects.map(\.name)) }
    /// ```
    public var sections: [FetchedResultsSection<Object>]? {
        tracking.map { tracking in tracking.shown.map { section($0, tracking) } }
    }

    /// Returns the object at an index path.
    ///
    /// - Precondition: The result has an object at the index path (rule FRC-5).
    public func object(at indexPath: IndexPath) -> Object {
        guard let tracking, indexPath.count == 2, let object = tracking.object(indexPath[0], indexPath[1]) else {
            endProgram(
                "the result has no object at \(indexPath); perform the fetch, and check the sections")
        }
        return object
    }

    /// Returns the index path of an object; nil if the object is not in the result.
    ///
    /// ```swift
    /// let path = controller.indexPath(forObject: hero)  // nil if the result does not contain it
    /// ```
    public func indexPath(forObject object: Object) -> IndexPath? { tracking?.path(of: object).map { IndexPath($0) } }

    /// The IDs of the result in sections; nil before the first fetch.
    public var snapshot: FetchedResultsSnapshot? {
        tracking.map { tracking in
            FetchedResultsSnapshot(
                sections: tracking.sections.map { .init(name: $0.name, objectIDs: $0.objects.map(\.objectID)) })
        }
    }

    // MARK: Section titles

    /// Returns the title of a section in an index: its first letter, capitalized (rule FRC-32).
    public func sectionIndexTitle(forSectionName name: String) -> String? { name.first.map { $0.uppercased() } }

    /// The titles of the sections, in order. Neighboring sections with the same title have it once.
    public var sectionIndexTitles: [String] {
        var titles: [String] = []
        for section in sections ?? [] {
            if let title = section.indexTitle, titles.last != title { titles.append(title) }
        }
        return titles
    }

    /// Returns the first section with a title (rule FRC-33). The index of the title exists only to match Core Data's
    /// signature.
    public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
        sections?.firstIndex { $0.indexTitle == title }
    }

    func section(_ part: Tracking.Section, _ tracking: Tracking) -> FetchedResultsSection<Object> {
        let title =
            delegate.map { $0.controller(self, sectionIndexTitleForSectionName: part.name) }
            ?? sectionIndexTitle(forSectionName: part.name)
        return FetchedResultsSection(
            name: part.name, indexTitle: title, numberOfObjects: part.count,
            objects: tracking.reader(of: part))
    }

    func updateObservation() {
        guard let tracking, delegate != nil || !listeners.isEmpty else {
            tracking?.mayHaveMissedIDs = true
            return observation = nil
        }
        // The last fetch may have been one of another entity.
        guard observation?.resultEntityNames != tracking.reach.entityNames else { return }
        observation = ContextObservation(
            { [weak self] in self?.follow($0) }, among: managedObjectContext.observers,
            resultEntityNames: tracking.reach.entityNames)
    }
}
