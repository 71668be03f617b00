import ArgumentParser

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all books by title.")

    @OptionGroup var options: StoreOptions

    @Flag(help: "A section for each genre.")
    var byGenre = false

    @Flag(help: "The file the catalogue began as, in its own order; no store is opened.")
    var file = false

    @MainActor
    func run() async throws {
        let bundled = try FileCatalogue.bundled()
        if file {
            CatalogueList(catalogue: bundled).lines.forEach { print($0) }
            return
        }
        let data = try await DataController(at: options.url, beginningWith: options.empty ? [] : bundled.books)
        CatalogueList(catalogue: try StoredCatalogue(data, byGenre: byGenre)).lines.forEach { print($0) }
    }
}
