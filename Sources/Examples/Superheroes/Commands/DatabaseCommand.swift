import ArgumentParser
import Foundation
import ObjectGraph

/// A command on the heroes and teams, whose changes are saved at its end.
protocol DatabaseCommand: AsyncParsableCommand {
    var options: StoreOptions { get }
    /// The name of the team to work on; nil for the default team.
    var team: String? { get }

    /// Performs the command, and returns the text to print after the save.
    @MainActor func perform(on database: DatabaseController) throws -> String
}

extension DatabaseCommand {
    var team: String? { nil }

    @MainActor func run() async throws {
        let database = try DatabaseController(at: options.url, team: team)
        let text = try perform(on: database)
        try database.cleanup()
        print(text)
    }
}

/// The option for the file of the store.
struct StoreOptions: ParsableArguments {
    @Option(name: .long, help: "The store's file. Default: Superheroes.json in your application support folder.")
    var store: String?

    var url: URL {
        if let store { return URL(filePath: store) }
        return PersistentContainer.defaultDirectoryURL().appending(path: "Superheroes.json")
    }
}
