import ArgumentParser
import ObjectGraph
import StoreAccess
import StoreMigration

/// `modelgen store convert`.
struct Convert: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Copy all objects of a store to a new one: JSON, SQLite or PostgreSQL.",
        discussion: """
            The new store is in a database where it begins with postgresql://, SQLite where its name ends in .sqlite, \
            .sqlite3, .db or .storedata, and JSON otherwise. Objects \
            keep their numbers, and relationships their order; the store has an identity of its own. Afterwards every value \
            and every destination is read back and compared.

            EXAMPLES:
              modelgen store convert App.sqlite App.json
              modelgen store convert Heroes.json Heroes.sqlite \\
                --model Models/Superheroes.xcdatamodeld
              modelgen store convert App.sqlite "postgresql://localhost/app?schema=app"
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The file or database of the new store, which must not be there.", completion: .file())
    var target: String

    func run() throws {
        try reportingFailures {
            let place = StorePlace(target)
            try options.place.requirePresence()
            guard try !place.isPresent() else {
                throw StoreFailure(exitCode: 74, "\(place.name) is there already; nothing was written")
            }
            let model = try options.managedObjectModel()
            let source = try options.explainingMismatch {
                try options.place.description(isReadOnly: true).openStore(for: model)
            }
            let copy = StoreCopy(of: source, model: model)
            let count: Int
            do {
                count = try copy.write(to: place.description(isReadOnly: false).openStore(for: model))
                let differences = try copy.differences(from: place.description(isReadOnly: true).openStore(for: model))
                if let first = differences.first {
                    throw StoreFailure(
                        exitCode: 1, "the copy differs in \(differences.count) objects, the first of which is \(first)")
                }
            } catch {
                // What cannot be removed is left: the error says why there is no copy.
                try? place.destroy()
                throw error
            }
            try "\(count) objects copied and compared\n".write(toFileOrOutput: nil)
        }
    }
}
