import ArgumentParser
import Foundation
import ObjectGraph

/// Where the notes are kept.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: UberNotebook.json in your application support folder.")
    var store: String?

    @Flag(help: "Say what the store is asked.") var debug = false

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "UberNotebook.json")
    }
}
