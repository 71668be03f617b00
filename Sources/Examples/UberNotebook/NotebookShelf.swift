import Foundation
import JSONStore
import ObjectGraph

/// The store, its context, and the notebooks in it.
@MainActor
final class NotebookShelf {
    let container: PersistentContainer
    var context: ManagedObjectContext { container.viewContext }

    init(_ options: StoreOptions) throws {
        container = try PersistentContainer(model: .uberNotebook, store: .json(at: options.url))
        if options.debug {
            context.requestLog = { print("[store] \($0)") }
        }
    }

    /// All notebooks by title.
    func notebooks() throws -> [Notebook] {
        var request = Notebook.fetchRequest()
        request.sortDescriptors = [SortDescriptor(\.title)]
        return try context.fetch(request)
    }

    func notebook(titled title: String) throws -> Notebook {
        var request = Notebook.fetchRequest()
        request.predicate = #Predicate { $0.title == title }
        guard let notebook = try context.fetch(request).first else { throw UnknownNotebook(title: title) }
        return notebook
    }

    /// Writes what has changed, if anything has.
    func saveContext() throws {
        if context.hasChanges { try context.save() }
    }
}

struct UnknownNotebook: Error, CustomStringConvertible {
    var title: String

    var description: String { "There is no notebook called \(title)" }
}
