import Foundation

/// The request of a controller, as a delegate sees it: with another type, because an object in Swift has only one type
/// of a generic class. A change of one is a change of the other.
final class RepresentingRequest<Represented>: NSFetchRequest<any NSFetchRequestResult> {
    private let represented: NSFetchRequest<Represented>

    init(_ represented: NSFetchRequest<Represented>) { self.represented = represented }

    override var entityName: String? { represented.entityName }
    override var managedObjectClass: NSManagedObject.Type? {
        get { represented.managedObjectClass }
        set { represented.managedObjectClass = newValue }
    }
    override var ownEntityName: String? {
        get { represented.ownEntityName }
        set { represented.ownEntityName = newValue }
    }
    override var entity: NSEntityDescription? {
        get { represented.entity }
        set { represented.entity = newValue }
    }
    override var predicate: NSPredicate? {
        get { represented.predicate }
        set { represented.predicate = newValue }
    }
    override var sortDescriptors: [NSSortDescriptor]? {
        get { represented.sortDescriptors }
        set { represented.sortDescriptors = newValue }
    }
    override var fetchLimit: Int {
        get { represented.fetchLimit }
        set { represented.fetchLimit = newValue }
    }
    override var fetchOffset: Int {
        get { represented.fetchOffset }
        set { represented.fetchOffset = newValue }
    }
    override var fetchBatchSize: Int {
        get { represented.fetchBatchSize }
        set { represented.fetchBatchSize = newValue }
    }
    override var resultType: NSFetchRequestResultType {
        get { represented.resultType }
        set { represented.resultType = newValue }
    }
    override var includesSubentities: Bool {
        get { represented.includesSubentities }
        set { represented.includesSubentities = newValue }
    }
    override var includesPropertyValues: Bool {
        get { represented.includesPropertyValues }
        set { represented.includesPropertyValues = newValue }
    }
    override var returnsObjectsAsFaults: Bool {
        get { represented.returnsObjectsAsFaults }
        set { represented.returnsObjectsAsFaults = newValue }
    }
    override var relationshipKeyPathsForPrefetching: [String]? {
        get { represented.relationshipKeyPathsForPrefetching }
        set { represented.relationshipKeyPathsForPrefetching = newValue }
    }
    override var includesPendingChanges: Bool {
        get { represented.includesPendingChanges }
        set { represented.includesPendingChanges = newValue }
    }
    override var returnsDistinctResults: Bool {
        get { represented.returnsDistinctResults }
        set { represented.returnsDistinctResults = newValue }
    }
    override var shouldRefreshRefetchedObjects: Bool {
        get { represented.shouldRefreshRefetchedObjects }
        set { represented.shouldRefreshRefetchedObjects = newValue }
    }
    override var propertiesToFetch: [Any]? {
        get { represented.propertiesToFetch }
        set { represented.propertiesToFetch = newValue }
    }
    override var propertiesToGroupBy: [Any]? {
        get { represented.propertiesToGroupBy }
        set { represented.propertiesToGroupBy = newValue }
    }
    override var havingPredicate: NSPredicate? {
        get { represented.havingPredicate }
        set { represented.havingPredicate = newValue }
    }
    override var affectedStores: [NSPersistentStore]? {
        get { represented.affectedStores }
        set { represented.affectedStores = newValue }
    }
}
