public import Foundation
import ModelExpressions

/// A sorted result of a fetch, in sections, that follows what happens in its context.
///
/// The first ``performFetch()`` makes the result. From then on, while there is a delegate or somebody listens to
/// ``snapshots``, each processing of changes is taken in with work proportional to what changed, and reported.
public final class FetchedResultsController<Object: ManagedObject> {
    /// What is asked. Changes of it count from the next ``performFetch()`` on (rule FRC-38).
    public var fetchRequest: FetchRequest<Object>
    /// The context whose objects are followed.
    public let managedObjectContext: ManagedObjectContext
    /// The path to the value whose equal values make a section; nil for one section.
    public let sectionNameKeyPath: String?
    /// What the sections are kept under between fetches, so that another fetch of the same objects need not read the
    /// sections of all of them again; nil to keep nothing (rule FRC-34).
    public let cacheName: String?
    /// Why changes could not be taken in, such as a section whose objects are not next to each other any more. The result
    /// stays as it was; another ``performFetch()`` mends it.
    public internal(set) var trackingError: (any Error)?

    /// Who is told of changes. It is not kept alive. Set before or after the fetch, tracking begins with it (rules FRC-6
    /// to FRC-8).
    public weak var delegate: (any FetchedResultsControllerDelegate<Object>)? {
        didSet { updateObservation() }
    }

    var tracking: Tracking?
    var listeners: [Int: AsyncStream<FetchedResultsSnapshot>.Continuation] = [:]
    var lastListener = 0
    private var observation: ContextObservation?

    /// - Throws: ``FetchError`` for a request without an order (rule FRC-1).
    public init(
        fetchRequest: FetchRequest<Object>, managedObjectContext: ManagedObjectContext,
        sectionNameKeyPath: String? = nil, cacheName: String? = nil
    ) throws {
        guard !fetchRequest.sortDescriptors.isEmpty else {
            throw FetchError(
                code: .missingOrder,
                description: "a fetched results controller needs an order; give the request a sort descriptor")
        }
        self.fetchRequest = fetchRequest
        self.managedObjectContext = managedObjectContext
        self.sectionNameKeyPath = sectionNameKeyPath
        self.cacheName = cacheName
    }

    deinit {
        for listener in listeners.values { listener.finish() }
    }

    /// Makes the result anew. Reports no changes (rule FRC-38), but the snapshot to those who want snapshots.
    ///
    /// - Throws: ``FetchError`` or ``QueryError`` for a request that cannot be answered, or whose order does not keep the
    ///   objects of a section together (rule FRC-27).
    public func performFetch() throws {
        trackingError = nil
        tracking = try Tracking(
            fetchRequest, sectionNameKeyPath: sectionNameKeyPath, cacheName: cacheName, in: managedObjectContext)
        updateObservation()
        reportSnapshot()
    }

    /// Forgets the sections that are kept under a name, or under all for nil (rule FRC-35).
    ///
    /// There is no need to: sections of other objects, or of objects that have changed since, are not used.
    public static func deleteCache(withName name: String?) {
        SectionCache.shared.remove(name)
    }

    // MARK: The result

    /// The objects in order; nil before the first fetch (rule FRC-2). O(*n*).
    public var fetchedObjects: [Object]? {
        tracking.map { tracking in tracking.sections.flatMap(\.objects) }
    }

    /// The sections in order; nil before the first fetch (rule FRC-2).
    public var sections: [FetchedResultsSection<Object>]? {
        tracking.map { tracking in
            tracking.shown.indices.map { section(tracking.shown[$0], tracking, at: $0) }
        }
    }

    /// The object at a path.
    ///
    /// - Precondition: There is one (rule FRC-5).
    public func object(at indexPath: IndexPath) -> Object {
        guard let tracking, indexPath.count == 2, let object = tracking.object(indexPath[0], indexPath[1]) else {
            preconditionFailure(
                "there is no object at \(indexPath) in the result; perform the fetch, and count sections")
        }
        return object
    }

    /// The path of an object; nil for one that is not in the result.
    public func indexPath(forObject object: Object) -> IndexPath? {
        tracking?.path(of: object).map { IndexPath($0) }
    }

    /// The result as identities in sections; nil before the first fetch.
    public var snapshot: FetchedResultsSnapshot? {
        tracking.map { tracking in
            FetchedResultsSnapshot(
                sections: tracking.sections.map { .init(name: $0.name, objectIDs: $0.objects.map(\.objectID)) })
        }
    }

    // MARK: Section titles

    /// The title of a section in an index: its first letter in upper case (rule FRC-32).
    public func sectionIndexTitle(forSectionName name: String) -> String? {
        name.first.map { $0.uppercased() }
    }

    /// The titles of the sections, each once, in order.
    public var sectionIndexTitles: [String] {
        var titles: [String] = []
        for section in sections ?? [] {
            if let title = section.indexTitle, titles.last != title { titles.append(title) }
        }
        return titles
    }

    /// The first section of a title (rule FRC-33); the index of the title is of no use but to Core Data's own signature.
    public func section(forSectionIndexTitle title: String, at index: Int) -> Int? {
        sections?.firstIndex { $0.indexTitle == title }
    }

    func section(
        _ part: Tracking.Section, _ tracking: Tracking, at index: Int
    ) -> FetchedResultsSection<Object> {
        let title =
            delegate.map { $0.controller(self, sectionIndexTitleForSectionName: part.name) }
            ?? sectionIndexTitle(forSectionName: part.name)
        return FetchedResultsSection(
            name: part.name, indexTitle: title, numberOfObjects: part.count,
            objects: tracking.reader(ofSection: index))
    }

    func updateObservation() {
        guard tracking != nil, delegate != nil || !listeners.isEmpty else {
            observation = nil
            return
        }
        guard observation == nil else { return }
        observation = managedObjectContext.observe { [weak self] event in self?.follow(event) }
    }
}
