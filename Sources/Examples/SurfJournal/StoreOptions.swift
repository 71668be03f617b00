import ArgumentParser
import Foundation
import ObjectGraph

/// Where the journal is kept.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: SurfJournal.json in your application support folder.")
    var store: String?

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "SurfJournal.json")
    }
}
