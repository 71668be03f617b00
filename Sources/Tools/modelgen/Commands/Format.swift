import ArgumentParser
import CommandArguments
import ModelCompiler
import ModelDiagnostics
import ModelProjects

/// `modelgen format`: formats model files as the model editor does.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Format model files as the model editor does.",
        discussion: """
            A file that a current editor saved stays the same, byte for byte. In other files, the command moves \
            attributes and elements to their standard places, without changing the model or losing content.

            EXAMPLES:
              modelgen format
              modelgen format Models
              modelgen format Models --check
            """)

    @Argument(
        help: """
            Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search. The default is the \
            models of modelgen.yml in the working folder.
            """)
    var models: [PathArgument] = []

    @Flag(help: "Print the changes without writing files, and exit with code 1 if there are any.") var check = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        for model in models { try model.refuseStandardInput() }
        var diagnostics: [LocatedDiagnostic] = []
        var settings = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        let named = try ProjectModels.listed(models, in: &settings)
        try CommandExit.check(settings)
        // Without a list, the command would rewrite whatever is in the working directory.
        guard !named.isEmpty else { throw ValidationError("specify a model, or list models in modelgen.yml") }
        let paths = try ModelCompiler.namedModels(at: named, into: &diagnostics)
        let results = paths.flatMap { ModelFormatter().format($0, into: &diagnostics) }.filter(\.isChanged)
        try CommandExit.check(diagnostics)
        let folder = WorkingDirectory.current
        for result in results {
            if check {
                let path = folder.shortenedPath(of: result.path)
                let difference = result.difference(path: path.hasPrefix("/") ? String(path.dropFirst()) : path)
                try difference.write(to: nil)
            } else {
                try Self.rewrite(result.path)
                try "changed \(result.path)\n".writeAsStatus()
            }
        }
        if check, !results.isEmpty { throw CommandExit.modelErrors }
    }

    /// Formats a file as it is now, while no other process of this tool changes the model.
    private static func rewrite(_ path: String) throws {
        try ModelLock.withLock(ofModelAt: path) { lock in
            var diagnostics: [LocatedDiagnostic] = []
            let results = ModelFormatter().format(path, into: &diagnostics)
            try CommandExit.check(diagnostics.filter { $0.severity == .error })
            for result in results { try lock.replace(result.original, with: result.formatted, at: result.path) }
        }
    }
}
