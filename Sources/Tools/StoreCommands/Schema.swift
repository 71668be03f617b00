import ArgumentParser
import CommandArguments
import ObjectGraph
import StoreAccess
import StoreMigration

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

    /// The kind of store to describe.
    struct Dialect: ExpressibleByArgument, CustomStringConvertible {
        let kind: any StoreAdministration.Type

        static var usual: Dialect { Dialect(kind: StoreKinds.usual) }

        private init(kind: any StoreAdministration.Type) { self.kind = kind }

        init?(argument: String) {
            guard let kind = StoreKinds.registered.first(where: { Self.name(of: $0) == argument }) else { return nil }
            self.kind = kind
        }

        static var allValueStrings: [String] { StoreKinds.registered.map(name) }
        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

        private static func name(of kind: any StoreAdministration.Type) -> String { kind.systemName.lowercased() }

        var description: String { Self.name(of: kind) }
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel), or a contents file.")
    var model: PathArgument

    @Option(help: "The language of the schema.")
    var dialect: Dialect = .usual

    @OptionGroup var naming: NamingOption

    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let named = dialect.kind as? any TableNaming.Type
        if naming.naming != nil, named == nil {
            throw CommandError(
                .usage, "--naming requires --dialect \(StoreKinds.namesOfTableNaming("or").lowercased())")
        }
        let model = try ManagedObjectModel(readingFrom: model.path)
        let text =
            if let named, let naming = naming.naming {
                named.schema(of: model, usesModelNames: naming == .model)
            } else {
                dialect.kind.schema(of: model)
            }
        guard let text else {
            throw CommandError(
                .usage, "\(dialect.kind.systemName) stores have no schema to write; specify another dialect")
        }
        try destination.write(text)
    }
}
