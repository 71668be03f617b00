import ArgumentParser
import FileAccess
import ModelCompiler
import ModelDiagnostics

/// `modelgen format`: model files in the form of the model editor.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format model files as the model editor does.",
        discussion: """
            A file that a current editor saved stays the same, byte for byte. In other files, the command moves attributes \
            and elements to their standard places, without changing the model or losing content.

            EXAMPLES:
              modelgen format Models
              modelgen format Models --check
            """)

    @Argument(
        help: "Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search.",
        completion: .file())
    var models: [String]

    @Flag(help: "Print the changes without writing files, and exit with code 1 if there are any.") var check = false

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
