import ArgumentParser
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store export`.
struct Export: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the objects of an entity as CSV or JSON Lines.",
        discussion: """
            The command writes to-one relationships as the number of the object, and values of enums as the names of their \
            cases. The import command can read the output.

            EXAMPLE:
              modelgen store export Heroes.json Superhero --format csv \\
                --model Models/Superheroes.xcdatamodeld
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, jsonl
    }

    @OptionGroup var options: StoreOptions

    @Argument(help: "An entity, or a query such as \"Superhero where universe == 'dc'\".")
    var query: String

    @Option(help: "The format of the file.")
    var format: Format = .jsonl

    @Option(name: .shortAndLong, help: "The file to write. The default is standard output.", completion: .file())
    var output: String?

    @Flag(help: "Write the raw values of enums instead of case names.")
    var storedValues = false

    func perform() throws {
        try options.ask(query, showsStoredValues: storedValues) { query, context in
            let table = try query.table(in: context)
            try (format == .csv ? table.csv : table.jsonLines).write(toFileOrOutput: output)
        }
    }
}
