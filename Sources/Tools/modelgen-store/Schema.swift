import ArgumentParser
import CommandArguments
import JSONStore
import ObjectGraph
import PostgreSQLStore
import StoreAccess

/// `modelgen store schema`.
struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Write a JSON Schema for the stores of a model, or the SQL of their tables.",
        discussion: """
            The SQL is for reading only. To create the tables, use the create command.

            EXAMPLES:
              modelgen store schema Models/Superheroes.xcdatamodeld -o heroes.schema.json
              modelgen store schema Models/Superheroes.xcdatamodeld --dialect postgresql
            """)

    enum Dialect: String, CaseIterable, ExpressibleByArgument {
        case json, postgresql
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel), or a contents file.")
    var model: PathArgument

    @Option(help: "The language of the schema.")
    var dialect: Dialect = .json

    @OptionGroup var naming: NamingOption

    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        if naming.naming != nil, dialect != .postgresql {
            throw CommandFailure(.usage, "--naming requires --dialect postgresql")
        }
        let model = try ManagedObjectModel(readingFrom: model.path)
        let text =
            switch dialect {
            case .json: String(decoding: JSONStore.schema(of: model), as: UTF8.self)
            case .postgresql:
                PostgreSQLStore.schema(of: model, options: PostgreSQLStoreOptions(naming: naming.ofTables))
            }
        try destination.write(text)
    }
}
