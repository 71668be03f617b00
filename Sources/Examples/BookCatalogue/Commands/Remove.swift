import ArgumentParser

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a book.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The section, as listed.")
    var section: Int

    @Argument(help: "The row, as listed.")
    var row: Int

    @MainActor
    func run() async throws {
        let data = try await DataController(at: options.url, beginningWith: FileCatalogue.bundled().books)
        let catalogue = try StoredCatalogue(data)
        let indexPath = try CatalogueList(catalogue: catalogue).indexPath(section: section, row: row)
        let title = catalogue.book(at: indexPath).title
        try await data.remove(catalogue.objectID(at: indexPath))
        let shown = catalogue.bookCount
        try catalogue.reload()
        print("Removed \(title); the list showed \(shown) books, and shows \(catalogue.bookCount) now")
    }
}
