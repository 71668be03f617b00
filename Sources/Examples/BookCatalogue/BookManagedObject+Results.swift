import Foundation
import ObjectGraph

extension BookManagedObject {
    /// All books by title, in one section or in one for each genre. The fetch is not performed yet.
    ///
    /// Nobody follows the result, so it stays as it is until it is fetched again.
    class func resultsController(
        in context: ManagedObjectContext, byGenre: Bool = false
    ) throws -> FetchedResultsController<BookManagedObject> {
        var request = FetchRequest<BookManagedObject>(entityName: "Book")
        request.sortDescriptors = [SortDescriptor(\.title)]
        if byGenre { request.sortDescriptors.insert(SortDescriptor(\.genre), at: 0) }
        return try FetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: byGenre ? PropertyName.genre : nil, cacheName: "catalog.cache")
    }
}
