import ArgumentParser
import ObjectGraph

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all notebooks by title.")

    @OptionGroup var options: StoreOptions

    @MainActor
    func run() async throws {
        let shelf = try NotebookShelf(options)
        for notebook in try shelf.notebooks() {
            print("\(notebook.title ?? ""), \(notebook.notes.count) notes")
        }
    }
}
