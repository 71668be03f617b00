import ArgumentParser
import Foundation
import ObjectGraph

/// Where the heroes are kept.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: Superheroes.json in your application support folder.")
    var store: String?

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "Superheroes.json")
    }
}

/// Which team a command is about.
struct TeamOptions: ParsableArguments {
    @Option(help: "The team's name. Without it, the default team.") var team: String?
}
