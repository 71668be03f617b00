import ArgumentParser
import Foundation

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one book as a value, in JSON.")

    @OptionGroup var options: StoreOptions

    @Argument(help: "The section, as listed.")
    var section: Int

    @Argument(help: "The row, as listed.")
    var row: Int

    @MainActor
    func run() async throws {
        let data = try await DataController(at: options.url, beginningWith: FileCatalogue.bundled().books)
        let list = CatalogueList(catalogue: try StoredCatalogue(data))
        let book = list.catalogue.book(at: try list.indexPath(section: section, row: row))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(book), as: UTF8.self))
    }
}
