import CommandArguments
import Foundation
import GeneratedOutput
import ModelConfiguration

extension Generation {
    /// Creates what arguments specify that need no parser: paths, each of the plain flags, and the output folder. Nil
    /// for all other arguments, valid or not, which the parser handles.
    ///
    /// The parser describes every option before it reads the first argument, which takes longer than a run without
    /// changes. Even options that no parser describes would take a fifth of such a run.
    ///
    /// - Parameter arguments: The arguments of the process, with the name of the command.
    init?(plainArguments arguments: [String]) {
        guard arguments.first == Generate.name else { return nil }
        var rest = arguments.dropFirst()
        var models: [PathArgument] = []
        var specified = GenerationSettings()
        var mode: OutputOptions.Mode?
        var usesCache = true
        while let argument = rest.popFirst() {
            switch argument {
            case "--output", "-o":
                guard specified.outputPath == nil, let folder = rest.popFirst(), !folder.hasPrefix("-"),
                    let path = try? PathArgument(targetArgument: folder)
                else { return nil }
                specified.outputPath = path.absolutePath
            case "--check":
                guard mode == nil else { return nil }
                mode = .check
            case "--no-cache": usesCache = false
            default:
                guard !argument.hasPrefix("-"), let path = try? PathArgument(argument: argument) else { return nil }
                models.append(path)
            }
        }
        specified.environment = ProcessInfo.processInfo.environment
        self.init(
            models: models, specified: specified, mode: mode,
            policy: OutputPolicy(includesAllModels: models.isEmpty), usesCache: usesCache,
            diagnosticOptions: .unspecified)
    }
}
