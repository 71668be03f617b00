import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelConfiguration
import ModelDiagnostics
import ModelEvolution
import ModelProjects
import XCDataModel

/// `modelgen breaking`: protects released versions.
struct Breaking: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "breaking", abstract: "Fail if a new version of a model breaks a released version.",
        discussion: """
            With --against, the models of a commit count as released: you cannot edit or remove their versions, the \
            current version cannot revert to an older one, and stores must migrate to every new version by lightweight \
            migration. The command checks nothing out. Without --against, it checks the current version against the \
            previous one.

            The section 'evolution' of modelgen.yml sets the policy: against, lightweight-versions, \
            and protected-versions.

            EXAMPLES:
              modelgen breaking --against origin/main
              modelgen breaking Models/Shop.xcdatamodeld --lightweight-versions 5
              modelgen breaking --against v1.2 --format sarif --output modelgen.sarif
              modelgen breaking --against origin/main --rule migration-loses-data=error
              modelgen breaking --against origin/main --write-baseline
            """)

    @Argument(
        help: "Bundles (.xcdatamodeld), versions (.xcdatamodel), contents files, or folders to search.")
    var models: [PathArgument] = []

    @Option(help: .init("The branch, tag, or commit with the released models.", valueName: "commit"))
    var against: String?

    @Option(
        help: .init(
            "The number of earlier versions that must migrate to a version by lightweight migration, or all. "
                + "The default is 1.",
            valueName: "number|all"),
        transform: Self.extent)
    var lightweightVersions: EvolutionPolicy.Extent?

    @OptionGroup var options: DiagnosticOptions
    @OptionGroup var destination: TextDestination

    @Option(
        defaultAsFlag: .inUse, parsing: .next,
        help: .init(
            "Accept the current findings: write them to the file, to the baseline in use, or to "
                + "\(BaselineFile.defaultName). Findings accepted for modelgen validate stay.", valueName: "file"),
        completion: .file(extensions: ["json"]), transform: NewBaseline.init(argument:))
    var writeBaseline: NewBaseline?

    @Flag(help: "List the rules and their levels.") var listRules = false
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func run() throws {
        if listRules {
            return try destination.write(
                RuleList.evolution.text(options.format(for: destination.output)))
        }
        try writeBaseline?.refusePart()
        var settings = options.settings(writingBaseline: writeBaseline)
        let project = try settings.projectConfiguration()
        let policy = EvolutionPolicy(reference: against, lightweightVersions: lightweightVersions)
            .completed(by: project.evolution)
        // A model in the commit might no longer exist.
        let paths = try ProjectModels.paths(models, in: &settings, mayBeGone: policy.reference != nil)
        var diagnostics: [LocatedDiagnostic] = []
        var baselines: [String: BaselineFile] = [:]
        let pairs = try pairs(at: paths, policy, into: &diagnostics)
        for pair in pairs {
            var own = try settings.settings(forModelAt: pair.new?.path ?? pair.old?.path ?? "")
            own.evolution = policy.completed(by: own.evolution)
            let check = HistoryCheck(pair, reference: policy.reference ?? "", settings: own)
            var found: [LocatedDiagnostic] = []
            if writeBaseline == nil {
                found = try check.diagnostics()
            } else {
                try check.accept(into: &baselines, &found)
            }
            // Models in the same folder share what cannot be read there.
            diagnostics += found.filter { !$0.isAboutReading || !diagnostics.contains($0) }
        }
        try options.check(settings, output: destination.output)
        if policy.reference == nil { writeNotes(onSingleVersionsIn: pairs.compactMap(\.new)) }
        try options.write(diagnostics, to: destination.output)
        guard options.isPassed(diagnostics) else { throw CommandExit.modelErrors }
        // Without the findings in models that cannot be read, a baseline would no longer accept them.
        for (_, baseline) in baselines.sorted(by: { $0.key < $1.key }) { try baseline.write() }
    }

    private func pairs(
        at paths: [String], _ policy: EvolutionPolicy, into diagnostics: inout [LocatedDiagnostic]
    ) throws -> [HistoryReading.Pair] {
        if let against = policy.reference {
            let pairs = try HistoryReading.pairs(
                at: paths, against: against, environment: ProcessInfo.processInfo.environment, followsMoves: true,
                into: &diagnostics)
            for pair in pairs where pair.old == nil {
                guard let path = pair.new?.path, paths.contains(path) else { continue }
                StandardError.writeNote(
                    "modelgen: note: '\(path)' is not in '\(against)', so none of its versions is a released one\n")
            }
            return pairs
        }
        return DiskModels(isLenient: false).models(at: paths, into: &diagnostics)
            .map { HistoryReading.Pair(new: $0) }
    }

    /// A check that compares nothing must not look like one that found nothing.
    private func writeNotes(onSingleVersionsIn models: [VersionedModel]) {
        let workingDirectory = WorkingDirectory.current
        for model in models where model.versions.count + model.unreadableNames.count == 1 {
            StandardError.writeNote(
                "modelgen: note: '\(workingDirectory.shortenedPath(of: model.path))' has one version, so there is "
                    + "nothing to compare it with; specify the released models with --against, or compare "
                    + "two models with 'modelgen diff'\n")
        }
    }

    private static func extent(_ text: String) throws -> EvolutionPolicy.Extent {
        guard let extent = EvolutionPolicy.Extent(text) else {
            throw ValidationError("specify an integer of at least 1, or all")
        }
        return extent
    }
}
