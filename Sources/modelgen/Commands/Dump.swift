import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelDump
import XCDataModel

/// `modelgen dump`: a model as JSON or YAML.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print a model as JSON or YAML.",
        discussion: """
            The format is documented and has a version. Elements come by name, so two dumps differ only where the
            models do.

            EXAMPLES:
              modelgen dump Models/Superheroes.xcdatamodeld
              modelgen dump Models/Superheroes.xcdatamodeld --yaml --output Superheroes.yaml
            """)

    enum Notation: String, EnumerableFlag {
        case json, yaml
    }

    @Argument(help: "A bundle (.xcdatamodeld), a version (.xcdatamodel) or a contents file.", completion: .file())
    var model: String

    @Flag(help: "The notation.")
    var notation: Notation = .json

    @OptionGroup var destination: TextDestination

    func run() throws {
        var diagnostics: [LocatedDiagnostic] = []
        let document = ModelLoader().loadCurrentVersion(at: AbsolutePath.of(model), into: &diagnostics)
        try Failure.check(diagnostics)
        guard let document else { throw Failure.modelErrors }
        let dump = ModelDump(document.model)
        switch notation {
        case .json: try destination.write(dump.json)
        case .yaml: try destination.write(dump.yaml)
        }
    }
}
