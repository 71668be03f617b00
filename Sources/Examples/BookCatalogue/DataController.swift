import Foundation
import JSONStore
import ObjectGraph

/// The store of the books. Its view context is for reading; what writes, does so in the background.
final class DataController: Sendable {
    let persistentContainer: PersistentContainer

    /// Opens the store. Where there was none before, it begins with some books.
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

    /// Removes the book with an identity, which the caller has found on an actor of its own.
    func remove(_ objectID: ObjectID) async throws {
        try await persistentContainer.performBackgroundTask { context in
            context.delete(try context.existingObject(with: objectID))
            try context.save()
        }
    }

    /// All books by title, to be fetched.
    @MainActor
    func resultsController(byGenre: Bool = false) throws -> FetchedResultsController<BookManagedObject> {
        try BookManagedObject.resultsController(in: persistentContainer.viewContext, byGenre: byGenre)
    }
}
