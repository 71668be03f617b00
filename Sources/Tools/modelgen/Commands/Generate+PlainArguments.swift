import ArgumentParser
import CommandArguments

extension Generate {
    /// Creates the command from arguments that need no parser: paths, each of the plain flags, and the output folder.
    /// Nil for all other arguments, valid or not, which the parser handles.
    ///
    /// The parser describes every option before it reads the first argument, which takes longer than the rest of a run
    /// without changes.
    init?(plainArguments arguments: ArraySlice<String>) {
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

// The parser gives options their values, so those that it does not see have none, not even the default.
extension OutputOptions {
    fileprivate static var unspecified: OutputOptions {
        var options = OutputOptions()
        (options.output, options.human, options.tests, options.mode) = (nil, nil, nil, nil)
        (options.force, options.prune, options.cache, options.manifest) = (false, false, true, true)
        return options
    }
}

extension CodeOptions {
    fileprivate static var unspecified: CodeOptions {
        var options = CodeOptions()
        (options.style, options.layout, options.access, options.subclassing) = (nil, nil, nil, nil)
        (options.optionals, options.isolation, options.platforms, options.accessorsOf) = (nil, nil, nil, nil)
        (options.naming, options.classes, options.versions, options.testedModule) = (nil, nil, nil, nil)
        (options.classPrefix, options.classSuffix, options.constant, options.header) = (nil, nil, nil, nil)
        (options.imports, options.snapshots, options.types) = ([], nil, [])
        return options
    }
}

extension TemplateOptions {
    fileprivate static var unspecified: TemplateOptions {
        var options = TemplateOptions()
        (options.templates, options.context, options.per) = (nil, nil, nil)
        (options.requireModels, options.parameters) = (false, [])
        return options
    }
}

extension DiagnosticOptions {
    fileprivate static var unspecified: DiagnosticOptions {
        var options = DiagnosticOptions()
        (options.specifiedFormat, options.config, options.baseline) = (nil, nil, nil)
        (options.rules, options.strict, options.all) = ([], false, false)
        return options
    }
}
