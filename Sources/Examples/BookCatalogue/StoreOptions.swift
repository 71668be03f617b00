import ArgumentParser
import Foundation
import ObjectGraph

/// The options for the store.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: BookCatalogue.json in your application support folder.")
    var store: String?

    @Flag(help: "Start with an empty catalogue instead of catalog.json.") var empty = false

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "BookCatalogue.json")
    }

    /// Opens the store, which is empty or imports `catalog.json` the first time.
    func open() async throws -> DataController {
        try await DataController(at: url, beginningWith: empty ? [] : FileCatalogue.bundled().books)
    }
}
