import ArgumentParser
import ObjectGraph
import StoreAccess

/// `modelgen store create`.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create an empty store for a model, as a file or as tables in a database.",
        discussion: """
            The command does not replace an existing store. It creates the schema of a database if necessary.

            EXAMPLES:
              modelgen store create "postgresql://localhost/shop?schema=heroes" \\
                --model Models/Superheroes.xcdatamodeld
              modelgen store create Heroes.sqlite --model Models/Superheroes.xcdatamodeld
            """)

    @OptionGroup var options: StoreOptions

    func run() throws {
        try reportingFailures {
            let place = options.place
            guard try !place.isPresent() else {
                throw StoreFailure(exitCode: 74, "\(place.name) already exists; nothing was written")
            }
            let store = try place.description(isReadOnly: false).openStore(for: options.managedObjectModel())
            // Some stores have no file before their first save.
            if try !place.isPresent() { _ = try store.commit(StoreChanges()) }
        }
    }
}
