import Foundation
import ObjectGraph

/// The catalogue in the store: the results of a fetch, converted to values.
struct StoredCatalogue: Catalogue {
    private let controller: FetchedResultsController<BookManagedObject>

    @MainActor
    init(_ data: DataController, byGenre: Bool = false) throws {
        controller = try data.resultsController(byGenre: byGenre)
        try controller.performFetch()
    }

    var sectionCount: Int { controller.sections?.count ?? 0 }

    func sectionName(at section: Int) -> String { controller.sections?[section].name ?? "" }
    func bookCount(inSection section: Int) -> Int { controller.sections?[section].numberOfObjects ?? 0 }
    func book(at indexPath: IndexPath) -> Book { controller.object(at: indexPath).book }

    /// The identity of a book, for changes in the background.
    func objectID(at indexPath: IndexPath) -> ObjectID { controller.object(at: indexPath).objectID }

    var bookCount: Int { controller.fetchedObjects?.count ?? 0 }

    /// Fetches the current books, because the controller has no delegate to follow changes.
    func reload() throws { try controller.performFetch() }
}
