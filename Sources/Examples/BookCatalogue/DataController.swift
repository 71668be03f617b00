import Foundation
import JSONStore
import ObjectGraph

/// The store of the books. The view context reads, and background tasks write.
final class DataController: Sendable {
    let persistentContainer: PersistentContainer

    /// Opens the store, and adds some books to a new one.
    init(at url: URL, beginningWith books: [Book]) async throws {
        let isNew = !FileManager.default.fileExists(atPath: url.path(percentEncoded: false))
        persistentContainer = try PersistentContainer(model: .bookCatalogue, store: .json(at: url))
        if isNew { try await add(books) }
    }

    /// Adds books, all of them or none.
    func add(_ books: [Book]) async throws {
        try await persistentContainer.performBackgroundTask { context in
            for book in books { _ = BookManagedObject(context: context, book: book) }
            try context.save()
        }
    }

    /// Removes a book. The identity can come from a different actor.
    func remove(_ objectID: ObjectID) async throws {
        try await persistentContainer.performBackgroundTask { context in
            context.delete(try context.existingObject(with: objectID))
            try context.save()
        }
    }

    /// A controller for all books by title, before its first fetch.
    @MainActor
    func resultsController(byGenre: Bool = false) throws -> FetchedResultsController<BookManagedObject> {
        try BookManagedObject.resultsController(in: persistentContainer.viewContext, byGenre: byGenre)
    }
}
