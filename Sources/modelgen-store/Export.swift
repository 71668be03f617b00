import ArgumentParser
import ObjectGraph
import StoreExchange

/// `modelgen store export`.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the objects of an entity as CSV or JSON Lines.",
        discussion: """
            Relationships to one object are written as its number. What import reads, export writes.

            EXAMPLE:
              modelgen store export Heroes.json --model Models/Superheroes.xcdatamodeld Superhero --format csv
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, jsonl
    }

    @OptionGroup var options: StoreOptions

    @Argument(help: "An entity, or a query such as \"Superhero where universe == 1\".")
    var query: String

    @Option(help: "The form of the file.")
    var format: Format = .jsonl

    @Option(name: .shortAndLong, help: "The file to write; standard output when left out.", completion: .file())
    var output: String?

    func run() throws {
        try reportingFailures {
            let query = try StoreQuery(argument: query)
            let table = try query.table(in: options.open())
            try (format == .csv ? table.csv : table.jsonLines).write(toFileOrOutput: output)
        }
    }
}
