import ArgumentParser
import Foundation
import ObjectGraph

/// The option for the file of the store.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: HardChoice.json in your application support folder.")
    var store: String?

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "HardChoice.json")
    }
}
