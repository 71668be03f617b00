import ArgumentParser
import CommandArguments
import GeneratedOutput
import ModelCompiler
import ModelConfiguration

/// The options for output folders.
struct OutputOptions: ParsableArguments {
    /// What to do with generated files besides writing them.
    enum Mode: String, EnumerableFlag {
        case check, dryRun, stdout

        static func help(for mode: Mode) -> ArgumentHelp? {
            switch mode {
            case .check: "Print differences without writing files, and fail if there are any."
            case .dryRun: "List the files to write and remove, without changing any."
            case .stdout: "Print the files instead of writing them."
            }
        }
    }

    @Option(
        target: .shortAndLong,
        help: .init("The folder to write to, created if necessary.", valueName: "folder"),
        completion: .directory)
    var output: PathArgument?

    @Option(
        target: .long,
        help: .init(
            "The folder for one file per class, written once, in which you add your own code.",
            valueName: "folder"),
        completion: .directory)
    var customCode: PathArgument?

    @Option(
        target: .long,
        help: .init("The folder for a test of the version hashes, in the style swiftdata.", valueName: "folder"),
        completion: .directory)
    var tests: PathArgument?

    @Flag var mode: Mode?
    @Flag(help: "Overwrite files that were edited by hand.") var force = false
    @Flag(help: "Also remove or take over the files of all models that are not part of this run.") var prune = false
    @Flag(inversion: .prefixedNo, help: "Whether to cache the results of the last run, for speed.") var cache = true

    @Flag(inversion: .prefixedNo, help: "Whether to keep a list of generated files, to remove obsolete ones.")
    var manifest = true

    func validate() throws {
        if prune, !manifest { throw ValidationError("--prune requires the manifest, which --no-manifest disables") }
    }

    /// Adds the paths to settings.
    func complete(_ settings: GenerationSettings) -> GenerationSettings {
        var settings = settings
        settings.outputPath = output?.absolutePath
        settings.customCodePath = customCode?.absolutePath
        settings.testsPath = tests?.absolutePath
        return settings
    }

    /// - Parameter includesAllModels: Whether the run has all models of the project.
    func policy(includesAllModels: Bool) -> OutputPolicy {
        OutputPolicy(
            overwritesEditedFiles: force, prunesOtherModels: prune, keepsManifest: manifest,
            includesAllModels: includesAllModels)
    }
}
