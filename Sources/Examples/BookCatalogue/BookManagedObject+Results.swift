import Foundation
import ObjectGraph

extension BookManagedObject {
    /// A controller for all books by title, in one section or in a section for each genre, before its first fetch.
    ///
    /// The controller has no delegate, so its results do not change until the next fetch.
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
