import ArgumentParser
import CommandArguments
import TerminalOutput

extension Generate {
    /// Creates the command for models and `--output` alone, as most runs have them; nil for other arguments, and for
    /// those that the parser refuses.
    ///
    /// The parser creates and examines every option of the command first, which takes a fifth of a run that finds
    /// nothing changed. What it would set is set here.
    init?(usualArguments arguments: [String]) {
        var models: [PathArgument] = []
        var output: PathArgument?
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--output" || argument == "-o" {
                guard output == nil, let path = rest.popFirst(), !path.hasPrefix("-"),
                    let target = try? PathArgument(targetArgument: path)
                else { return nil }
                output = target
            } else {
                guard !argument.hasPrefix("-"), let path = try? PathArgument(argument: argument) else { return nil }
                models.append(path)
            }
        }
        self.init()
        self.models = models
        self.output = OutputOptions(folder: output)
        code = .unspecified
        templates = .unspecified
        options = .unspecified
        watch = false
        common = .unspecified
    }
}

// The parser's properties have no value before they are set.

extension OutputOptions {
    fileprivate init(folder: PathArgument?) {
        self.init()
        output = folder
        human = nil
        tests = nil
        mode = nil
        force = false
        prune = false
        cache = true
        manifest = true
    }
}

extension CodeOptions {
    fileprivate static var unspecified: CodeOptions {
        var options = CodeOptions()
        options.style = nil
        options.layout = nil
        options.access = nil
        options.subclassing = nil
        options.optionals = nil
        options.isolation = nil
        options.platforms = nil
        options.accessorsOf = nil
        options.naming = nil
        options.classes = nil
        options.versions = nil
        options.testedModule = nil
        options.imports = []
        options.classPrefix = nil
        options.classSuffix = nil
        options.constant = nil
        options.header = nil
        options.snapshots = nil
        options.types = []
        return options
    }
}

extension TemplateOptions {
    fileprivate static var unspecified: TemplateOptions {
        var options = TemplateOptions()
        options.templates = nil
        options.context = nil
        options.per = nil
        options.requireModels = false
        options.parameters = []
        return options
    }
}

extension DiagnosticOptions {
    fileprivate static var unspecified: DiagnosticOptions {
        var options = DiagnosticOptions()
        options.specifiedFormat = nil
        options.config = nil
        options.rules = []
        options.baseline = nil
        options.strict = false
        options.all = false
        return options
    }
}

extension CommonOptions {
    fileprivate static var unspecified: CommonOptions {
        var options = CommonOptions()
        options.quiet = false
        options.verbose = false
        options.color = .auto
        options.folder = nil
        return options
    }
}
