import ArgumentParser
import ModelDump

/// `modelgen dump`: prints a model as JSON or YAML.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Print a model as JSON or YAML.",
        discussion: """
            The format is documented and versioned. Elements are sorted by name, so two dumps differ only where the models \
            differ.

            EXAMPLES:
              modelgen dump Models/Superheroes.xcdatamodeld
              modelgen dump Models/Superheroes.xcdatamodeld --format yaml
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, yaml
    }

    @OptionGroup var model: ModelArgument
    @Option(help: "The output format.") var format: Format = .json
    @OptionGroup var destination: TextDestination

    func run() throws {
        let dump = ModelDump(try model.read())
        switch format {
        case .json: try destination.write(dump.json)
        case .yaml: try destination.write(dump.yaml)
        }
    }
}
