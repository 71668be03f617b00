import Foundation
import JSONStore
import ObjectGraph

/// The store with its context and notebooks.
@MainActor
final class NotebookShelf {
    let container: PersistentContainer
    var context: ManagedObjectContext { container.viewContext }

    init(_ options: StoreOptions) throws {
        container = try PersistentContainer(model: .uberNotebook, store: .json(at: options.url))
        if options.debug { context.logRequest = { print("[store] \($0)") } }
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
        guard let notebook = try context.fetch(request).first else { throw UnknownNotebookError(title: title) }
        return notebook
    }

    /// Saves changes, if there are any.
    func saveContext() throws {
        if context.hasChanges { try context.save() }
    }
}

struct UnknownNotebookError: Error, CustomStringConvertible {
    var title: String

    var description: String { "There is no notebook called \(title)" }
}
