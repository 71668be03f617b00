import ArgumentParser
import ObjectGraph

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all notebooks by title.")

    @OptionGroup var options: StoreOptions

    @MainActor func run() async throws {
        let shelf = try NotebookShelf(options)
        for notebook in try shelf.notebooks() {
            print("\(notebook.title ?? "") (\(notebook.notes.count))")
        }
    }
}

struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a notebook.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The notebook's title.") var title: String

    @MainActor func run() async throws {
        let shelf = try NotebookShelf(options)
        _ = Notebook(context: shelf.context, title: title)
        try shelf.saveContext()
        print("Created \(title)")
    }
}

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a notebook with its notes.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The notebook's title.") var title: String

    @MainActor func run() async throws {
        let shelf = try NotebookShelf(options)
        let notebook = try shelf.notebook(titled: title)
        let count = notebook.notes.count
        shelf.context.delete(notebook)
        try shelf.saveContext()
        print("Deleted \(title) and its notes (\(count))")
    }
}
