import ArgumentParser
import CommandArguments
import FileAccess
import ModelCompiler
import ModelDiagnostics
import ModelProjects

/// `modelgen generate-models`: the command that the command plugins run.
///
/// The plugins know only a package's targets. SwiftPM compiles a plugin in every build that uses the package, but not
/// the tool, so the logic is here.
struct GenerateModels: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate-models",
        abstract: "Generate code for a package's data models in the folders of its targets.",
        usage: """
            swift package generate-models [--target NAME ...] [options of modelgen generate ...]
            swift package check-models [--target NAME ...] [options of modelgen generate ...]
            """,
        discussion: """
            The command writes the code of a target's models to the folder 'Generated' in the target, or to the folder \
            that 'output:' in its modelgen.yml specifies. check-models writes nothing, and fails if any file is out of \
            date.

            EXAMPLES:
              swift package --allow-writing-to-package-directory generate-models
              swift package check-models
              swift package check-models --target Shop --access internal

            'modelgen generate --help' explains the options.
            """,
        shouldDisplay: false)

    @Option(
        name: .customLong("target"),
        help: .init("A target to generate code for. The default is all targets.", valueName: "name"))
    var names: [String] = []

    @Option(
        name: .customLong("package-target"),
        help: .init("A target of the package and its folder.", visibility: .hidden),
        transform: NamedValue.init(folderArgument:))
    var targets: [NamedValue] = []

    @Argument(parsing: .allUnrecognized, help: .hidden) var options: [String] = []
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        try RepeatedOptions.refuse(in: options, of: Generate.self)
        var failed: [String] = []
        for command in try commands() {
            do {
                try Generate.parse(command.arguments).run()
            } catch let exit as ExitCode {
                guard exit == CommandExit.modelErrors else { throw exit }
                if failed.last != command.target { failed.append(command.target) }
            }
        }
        guard !failed.isEmpty else { return }
        let list = failed.map { "'\($0)'" }.joined(separator: " and ")
        throw CommandError(.problems, "found problems in \(list); see above")
    }

    /// The arguments of `modelgen generate`, for each target and each of its configurations.
    private func commands() throws -> [(target: String, arguments: [String])] {
        let meant = try meantTargets
        let models = try models(of: meant)
        if let empty = zip(meant, models).first(where: { !names.isEmpty && $1.groups.isEmpty })?.0 {
            throw ValidationError("the target '\(empty.name)' has no data model; \(Self.advice)")
        }
        let targets = zip(meant, models).filter { !$1.groups.isEmpty }
        if targets.isEmpty { throw ValidationError("no target of this package has a data model; \(Self.advice)") }
        if targets.count > 1, options.contains(where: Self.isOutput) {
            throw ValidationError(
                "--output specifies one folder, but \(targets.count) targets have models; add --target NAME")
        }
        return try targets.flatMap { target, models in
            try models.groups.filter { try !isMadeByBuild($0, of: target) }
                .map { (target.name, arguments(for: $0, in: target.value)) }
        }
    }

    /// Whether there is nothing to compare with, because the build of the target generates the code.
    private func isMadeByBuild(_ group: TargetModels.Group, of target: NamedValue) throws -> Bool {
        guard options.contains("--check"), !group.specifiesOutput, !options.contains(where: Self.isOutput),
            !FileReader.itemExists(at: Self.defaultOutput(in: target.value)), try packageUsesBuildPlugin
        else { return false }
        StandardError.writeNote(
            "modelgen: note: '\(target.name)' has no committed code to check, because its build generates the code\n")
        return true
    }

    /// Whether the manifest of the package in the working directory names the build tool plugin.
    private var packageUsesBuildPlugin: Bool {
        get throws {
            let manifest = try FileReader.contents(of: AbsolutePath.of("Package.swift"))
            return String(decoding: manifest, as: UTF8.self).contains("ModelGenPlugin")
        }
    }

    private static func defaultOutput(in folder: String) -> String { folder + "/Generated" }

    private var meantTargets: [NamedValue] {
        get throws {
            try names.isEmpty
                ? targets
                : names.map { name in
                    guard let target = targets.first(where: { $0.name == name }) else {
                        guard !targets.isEmpty else { throw ValidationError("the package has no source targets") }
                        let hint = NearestName.hint(for: name, among: targets.map(\.name))
                        throw ValidationError("the package has no target '\(name)'; \(hint)")
                    }
                    return target
                }
        }
    }

    private func models(of meant: [NamedValue]) throws -> [TargetModels] {
        var settings = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        let folders = targets.map(\.value)
        var diagnostics: [LocatedDiagnostic] = []
        let models = try meant.map {
            try TargetModels(in: $0.value, excluding: folders, settings: &settings, into: &diagnostics)
        }
        func write(_ diagnostics: [LocatedDiagnostic]) {
            StandardError.write(DiagnosticFormat.text.formatter(.ofTool).format(diagnostics))
        }
        guard settings.diagnostics.isEmpty else {
            write(settings.diagnostics)
            throw ExitCode.validationFailure
        }
        guard diagnostics.isEmpty else {
            write(diagnostics)
            throw CommandExit.modelErrors
        }
        return models
    }

    private func arguments(for group: TargetModels.Group, in folder: String) -> [String] {
        var arguments = group.modelPaths
        if let configurationPath = group.configurationPath { arguments += ["--config", configurationPath] }
        if !group.specifiesOutput, !options.contains(where: Self.isOutput) {
            arguments += ["--output", Self.defaultOutput(in: folder)]
        }
        return arguments + options
    }

    private static let advice = """
        add an .xcdatamodeld bundle to a target's folder, or list one under 'models:' in a modelgen.yml there
        """

    private static func isOutput(_ argument: String) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--") else {
            return argument == "--output" || argument.hasPrefix("--output=")
        }
        // Such as -o, -o=Code, and -qo.
        return argument.prefix { $0 != "=" }.contains("o")
    }
}

extension NamedValue {
    fileprivate init(folderArgument: String) throws {
        try self.init(argument: folderArgument)
        value = try PathArgument(argument: value).absolutePath
    }
}
