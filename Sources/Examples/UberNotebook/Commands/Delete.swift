import ArgumentParser
import ObjectGraph

struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a notebook; its notes go with it.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The notebook's title.")
    var title: String

    @MainActor
    func run() async throws {
        let shelf = try NotebookShelf(options)
        let notebook = try shelf.notebook(titled: title)
        let count = notebook.notes.count
        shelf.context.delete(notebook)
        try shelf.saveContext()
        print("Deleted \(title) and \(count) notes")
    }
}
