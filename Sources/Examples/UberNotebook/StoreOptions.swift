import ArgumentParser
import Foundation
import ObjectGraph

/// The options for the store.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: UberNotebook.json in your application support folder.")
    var store: String?

    @Flag(help: "Print the requests to the store.") var debug = false

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "UberNotebook.json")
    }
}
