import ArgumentParser
import Foundation
import ObjectGraph

/// Where the books are kept.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: BookCatalogue.json in your application support folder.")
    var store: String?

    @Flag(help: "Begin with an empty catalogue rather than with catalog.json.") var empty = false

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "BookCatalogue.json")
    }
}
