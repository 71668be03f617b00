import ArgumentParser
import ObjectGraph
import StoreAccess

/// `modelgen store create`.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an empty store of a model: in a file, or the tables in a database.",
        discussion: """
            What is there is not replaced. The schema of a database is made too where it is not there.

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
                throw StoreFailure(exitCode: 74, "\(place.name) is there already; nothing was written")
            }
            let store = try place.description(isReadOnly: false).openStore(for: options.managedObjectModel())
            // Some stores have no file before their first save.
            if try !place.isPresent() { _ = try store.commit(StoreChanges()) }
        }
    }
}
