import ArgumentParser
import CommandArguments
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store export`.
struct Export: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the objects of a store or an entity as CSV or JSON Lines.",
        discussion: """
            The import command restores everything that this command writes: all values, and relationships as the numbers \
            of their objects, in their order. Without a query, the command writes all objects of the store with their \
            entities, so that an import finds the objects of all relationships. Values of enums are the names of their \
            cases. In CSV, each attribute of a composite has its own column, such as address.street.

            EXAMPLES:
              modelgen store export Heroes.json --output heroes.jsonl
              modelgen store export Heroes.json Superhero --format csv \\
                --model Models/Superheroes.xcdatamodeld
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv, jsonl
    }

    @OptionGroup var options: StoreOptions

    @Argument(
        help: """
            An entity, or a query such as \"Superhero where universe == 'dc'\". The default is all objects of all entities.
            """)
    var query: String?

    @Option(help: "The format of the file.")
    var format: Format = .jsonl

    @Option(name: .shortAndLong, help: "The file to write. The default is standard output.")
    var output: OutputArgument?

    @Flag(help: "Write the raw values of enums instead of case names.")
    var storedValues = false

    func perform() throws {
        guard let query else {
            return try write(
                RowTable(
                    exportingAllObjectsIn: options.open(), flattensComposites: format == .csv,
                    showsStoredValues: storedValues))
        }
        try options.ask(query, showsStoredValues: storedValues) { query, context in
            try write(query.exportedTable(in: context, flattensComposites: format == .csv))
        }
    }

    private func write(_ table: RowTable) throws {
        try (format == .csv ? table.csv : table.jsonLines).write(to: output)
    }
}
