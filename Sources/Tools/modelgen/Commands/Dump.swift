import ArgumentParser
import CommandArguments
import ModelText

/// `modelgen dump`: prints a model as JSON or YAML.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Print a model as JSON or YAML.",
        discussion: """
            The format is documented and versioned. Elements are sorted by name, so two dumps differ only where the \
            models differ.

            EXAMPLES:
              modelgen dump Models/Superheroes.xcdatamodeld
              modelgen dump Models/Superheroes.xcdatamodeld --format yaml
            """)

    enum Format: String, OutputFormat {
        case json, yaml

        static let standard = Format.json

        var fileExtensions: [String] { self == .yaml ? ["yaml", "yml"] : [rawValue] }
    }

    @OptionGroup var model: ModelArgument
    @OptionGroup var form: FormatOption<Format>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        let dump = ModelDump(try model.read())
        switch form.format(for: destination.output) {
        case .json: try destination.write(dump.json)
        case .yaml: try destination.write(dump.yaml)
        }
    }
}
