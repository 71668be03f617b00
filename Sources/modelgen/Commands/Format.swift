import ArgumentParser
import FileAccess
import ModelCompiler
import ModelDiagnostics

/// `modelgen format`: model files in the form of the model editor.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Put model files into the form that the model editor gives them.",
        discussion: """
            A file that a current editor has saved stays as it is, byte for byte. In others, attributes and elements \
            move to their place; the model stays the same, and nothing that the file says is lost.

            EXAMPLES:
              modelgen format Models
              modelgen format Models --check
            """)

    @Argument(
        help: "Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search.",
        completion: .file())
    var models: [String]

    @Flag(help: "Write nothing; print what would change, and end with exit code 1 when something would.")
    var check = false

    func run() throws {
        var diagnostics: [LocatedDiagnostic] = []
        let paths: [String]
        do {
            paths = try ModelCompiler.namedModels(at: models.map(AbsolutePath.of), into: &diagnostics)
        } catch {
            throw Failure.report(error)
        }
        let results = paths.flatMap { ModelFormatter().format($0, into: &diagnostics) }.filter(\.isChanged)
        try Failure.check(diagnostics)
        let folder = WorkingFolder(path: AbsolutePath.of("."))
        for result in results {
            if check {
                let path = folder.shortened(result.path)
                let difference = result.difference(path: path.hasPrefix("/") ? String(path.dropFirst()) : path)
                try TextDestination.write(difference, to: nil)
            } else {
                try write(result)
                try TextDestination.write("changed \(result.path)\n", to: nil)
            }
        }
        if check, !results.isEmpty { throw Failure.modelErrors }
    }

    private func write(_ result: ModelFormatter.Result) throws {
        do {
            try FileWriter.write(result.formatted, to: result.path)
        } catch {
            throw Failure.report(error)
        }
    }
}
