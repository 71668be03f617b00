import ArgumentParser
import Foundation

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all books by title.")

    @OptionGroup var options: StoreOptions
    @Flag(help: "Show a section for each genre.") var byGenre = false
    @Flag(help: "List the bundled file in its own order, without opening a store.") var file = false

    @MainActor func run() async throws {
        let catalogue: any Catalogue =
            try file ? FileCatalogue.bundled() : await StoredCatalogue(options.open(), byGenre: byGenre)
        CatalogueList(catalogue: catalogue).lines.forEach { print($0) }
    }
}

struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one book as a value, in JSON.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The section, as listed.") var section: Int
    @Argument(help: "The row, as listed.") var row: Int

    @MainActor func run() async throws {
        let data = try await options.open()
        let list = CatalogueList(catalogue: try StoredCatalogue(data))
        let book = list.catalogue.book(at: try list.indexPath(section: section, row: row))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(book), as: UTF8.self))
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a book.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The title.") var title: String
    @Option(help: "The author.") var author: String
    @Option(help: "The genre.") var genre: String
    @Option(help: "The year of publication.") var year: Int

    @MainActor func run() async throws {
        try await options.open().add([Book(title: title, author: author, genre: genre, year: year)])
        print("Added \(title)")
    }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove a book.")

    @OptionGroup var options: StoreOptions
    @Argument(help: "The section, as listed.") var section: Int
    @Argument(help: "The row, as listed.") var row: Int

    @MainActor func run() async throws {
        let data = try await options.open()
        let catalogue = try StoredCatalogue(data)
        let indexPath = try CatalogueList(catalogue: catalogue).indexPath(section: section, row: row)
        let title = catalogue.book(at: indexPath).title
        try await data.remove(catalogue.objectID(at: indexPath))
        let shown = catalogue.bookCount
        try catalogue.reload()
        let books = shown == 1 ? "1 book" : "\(shown) books"
        print("Removed \(title); the list showed \(books), and shows \(catalogue.bookCount) now")
    }
}
