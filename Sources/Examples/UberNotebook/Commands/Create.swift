import ArgumentParser

struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a notebook.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The notebook's title.")
    var title: String

    @MainActor
    func run() async throws {
        let shelf = try NotebookShelf(options)
        _ = Notebook(context: shelf.context, title: title)
        try shelf.saveContext()
        print("Created \(title)")
    }
}
