import ArgumentParser

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a book.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The title.")
    var title: String

    @Option(help: "Who wrote it.")
    var author: String

    @Option(help: "What it is.")
    var genre: String

    @Option(help: "When it was published.")
    var year: Int

    @MainActor
    func run() async throws {
        let books = options.empty ? [] : try FileCatalogue.bundled().books
        let data = try await DataController(at: options.url, beginningWith: books)
        try await data.add([Book(title: title, author: author, genre: genre, year: year)])
        print("Added \(title)")
    }
}
