import ArgumentParser
import CommandArguments
import FileAccess
import ObjectGraph
import StoreAccess
import StoreExchange

/// `modelgen store export`.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the objects of a store or an entity as CSV, JSON, or JSON Lines.",
        discussion: """
            The import command restores everything that this command writes: all values, and relationships as the \
            numbers of their objects, in their order. Without a query, the command writes all objects of the store \
            with their entities, so that an import finds the objects of all relationships. Values of enums are the \
            names of their cases. In CSV, each attribute of a composite has its own column, such as address.street.

            EXAMPLES:
              modelgen store export Heroes.json --output heroes.jsonl
              modelgen store export Heroes.json Superhero --format csv \\
                --model Models/Superheroes.xcdatamodeld
            """)

    enum Format: String, OutputFormat {
        case csv, json, jsonl

        static let standard = Format.jsonl

        var form: RowWriter.Form {
            switch self {
            case .csv: .csv
            case .json: .json
            case .jsonl: .jsonl
            }
        }
    }

    @OptionGroup var options: StoreOptions

    @Argument(
        help: """
            An entity, or a query such as \"Superhero where universe == 'dc'\". The default is all objects of all \
            entities.
            """)
    var query: String?

    @OptionGroup var form: FormatOption<Format>
    @OptionGroup var destination: TextDestination

    @Flag(help: "Write the raw values of enums instead of case names.")
    var rawValues = false

    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let format = form.format(for: destination.output)
        guard let query else {
            let context = try ProgressLine.during("opening the store") { try options.open() }
            let rows = try RowStream(
                exportingAllObjectsIn: context, flattensComposites: format == .csv, showsRawValues: rawValues)
            return try destination.write(rows, as: format.form)
        }
        try options.withQuery(query, showsRawValues: rawValues) { query, context in
            let rows = try query.exportedStream(in: context, flattensComposites: format == .csv)
            try query.locating(in: context) { try destination.write(rows, as: format.form) }
        }
    }
}
