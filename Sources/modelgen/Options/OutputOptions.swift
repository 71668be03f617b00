import ArgumentParser
import GeneratedOutput
import ModelCompiler
import ModelConfiguration

/// Where generated files go, and what may be done there.
struct OutputOptions: ParsableArguments {
    /// What to do with generated files besides writing them.
    enum Mode: String, EnumerableFlag {
        case check, dryRun, stdout

        static func help(for mode: Mode) -> ArgumentHelp? {
            switch mode {
            case .check: "Write nothing; print what differs, and fail when something does."
            case .dryRun: "Write nothing; list what would be written and removed."
            case .stdout: "Write nothing; print the files."
            }
        }
    }

    @Option(
        name: .shortAndLong,
        help: .init("The folder to write to; it is made when it is missing.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @Option(
        help: .init(
            "The folder for a file for each class, written once, in which people add their own code.",
            valueName: "folder"))
    var human: String?

    @Flag var mode: Mode?

    @Flag(help: "Overwrite files that were edited by hand.")
    var force = false

    @Flag(help: "Remove the files of models that are not part of this run, too.")
    var prune = false

    @Flag(inversion: .prefixedNo, help: "Remember what the last run generated, to be quicker when nothing has changed.")
    var cache = true

    @Flag(inversion: .prefixedNo, help: "Keep a list of the generated files, by which files that are no more go.")
    var manifest = true

    func validate() throws {
        if output == "" { throw ValidationError("--output names no folder") }
        if human == "" { throw ValidationError("--human names no folder") }
        if prune, !manifest { throw ValidationError("--prune needs the manifest, which --no-manifest switches off") }
    }

    /// What the options say about places.
    func complete(_ settings: GenerationSettings) -> GenerationSettings {
        var settings = settings
        settings.outputPath = output.map(AbsolutePath.of)
        settings.humanPath = human.map(AbsolutePath.of)
        return settings
    }

    /// - Parameter isComplete: Whether the run has all models of the project.
    func policy(isComplete: Bool) -> OutputPolicy {
        OutputPolicy(
            overwritesEdited: force, prunesOtherModels: prune, keepsManifest: manifest, isComplete: isComplete)
    }
}
