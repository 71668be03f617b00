import ArgumentParser
import CommandArguments

extension Generate {
    /// Creates the command from arguments that need no parser: paths, each of the plain flags, and the output folder.
    /// Nil for all other arguments, valid or not, which the parser handles.
    ///
    /// The parser describes every option before it reads the first argument, which takes longer than the rest of a run
    /// without changes.
    static func plain(_ arguments: ArraySlice<String>) -> Generate? {
        ArgumentHelp.unread { Generate(plainArguments: arguments) }
    }

    private init?(plainArguments arguments: ArraySlice<String>) {
        var rest = arguments
        var models: [PathArgument] = []
        var output = OutputOptions.unspecified
        while let argument = rest.popFirst() {
            switch argument {
            case "--output", "-o":
                guard output.output == nil, let folder = rest.popFirst(), !folder.hasPrefix("-"),
                    let path = try? PathArgument(targetArgument: folder)
                else { return nil }
                output.output = path
            case "--check":
                guard output.mode == nil else { return nil }
                output.mode = .check
            case "--no-cache": output.cache = false
            default:
                guard !argument.hasPrefix("-"), let path = try? PathArgument(argument: argument) else { return nil }
                models.append(path)
            }
        }
        self.init()
        self.models = models
        self.output = output
        code = .unspecified
        templates = .unspecified
        options = .unspecified
        watch = false
        common = .unspecified
        common.note()
    }
}
