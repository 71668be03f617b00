import ArgumentParser
import CommandArguments
import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects

/// `modelgen diff`: compares versions of models, and reports what stores require.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Compare versions of models, and report what store migration requires.",
        discussion: """
            For one bundle, the command compares the current version with the previous one. It compares two models or \
            two folders with each other. With --against, it compares a commit with the current files, and checks \
            nothing out. A model that was renamed or moved since then is compared with itself.

            Every change has a verdict: no migration needed, lightweight (Core Data infers it), needs a mapping, or \
            impossible. The verdict also says whether the migration loses values.

            EXAMPLES:
              modelgen diff Models/Shop.xcdatamodeld
              modelgen diff Models/Shop.xcdatamodeld --from-version "Shop" \\
                --to-version "Shop 3"
              modelgen diff Models/Shop.xcdatamodeld --all-versions
              modelgen diff --against origin/main --format markdown
              modelgen diff Old/Shop.xcdatamodeld New/Shop.xcdatamodeld --format json
            """)

    @Argument(
        help: """
            One or two models or folders. The default is the models of modelgen.yml in the working folder, or the \
            working folder.
            """)
    var models: [PathArgument] = []

    @Option(help: .init("The older version, by its name in the bundle.", valueName: "name")) var fromVersion: String?

    @Option(help: .init("The newer version. The default is the current version.", valueName: "name"))
    var toVersion: String?

    @Flag(help: "Compare each version of the bundle with the previous one.") var allVersions = false
    @Option(help: .init("Compare with a branch, tag, or commit.", valueName: "commit")) var against: String?
    @OptionGroup var form: FormatOption<ReportFormat>
    @OptionGroup var destination: TextDestination
    @OptionGroup(title: "Common Options") var common: CommonOptions

    func validate() throws {
        guard models.count <= 2 else { throw ValidationError("diff takes one or two models") }
        let ways = [models.count == 2, against != nil, allVersions, fromVersion != nil || toVersion != nil]
        guard ways.count(where: { $0 }) <= 1 else {
            throw ValidationError(
                "specify only one of these: two models, --against, --all-versions, or --from-version with --to-version")
        }
    }

    func run() throws {
        var diagnostics: [LocatedDiagnostic] = []
        let reports = try reports(into: &diagnostics).map { $0.notingMappingModels(into: &diagnostics) }
        try CommandExit.check(diagnostics)
        let text = form.format(for: destination.output)
            .text(of: reports, seenFrom: .current)
        try destination.write(text)
    }

    private func reports(into diagnostics: inout [LocatedDiagnostic]) throws -> [ModelReport] {
        if models.count == 2 { return try reportsOnTwo(into: &diagnostics) }
        let paths = try ProjectModels.paths(models, mayBeGone: against != nil)
        if let against {
            return try HistoryReading.reports(
                on: paths, against: against, environment: ProcessInfo.processInfo.environment, into: &diagnostics)
        }
        var reports: [ModelReport] = []
        for model in DiskModels().models(at: paths, into: &diagnostics) {
            reports.append(try report(on: model))
        }
        return reports
    }

    private func reportsOnTwo(into diagnostics: inout [LocatedDiagnostic]) throws -> [ModelReport] {
        let paths = try ProjectModels.paths(models)
        let old = DiskModels().models(at: [paths[0]], into: &diagnostics)
        let new = DiskModels().models(at: [paths[1]], into: &diagnostics)
        // Two specified models are compared even if their names differ.
        let areModels = (old.map(\.path) == [paths[0]], new.map(\.path) == [paths[1]])
        guard areModels.0 == areModels.1 || old.isEmpty || new.isEmpty else {
            let (model, folder) = areModels.0 ? (models[0], models[1]) : (models[1], models[0])
            throw ValidationError(
                "'\(model.path)' is a model, but '\(folder.path)' is a folder; specify two models or two folders")
        }
        if areModels.0, areModels.1 {
            guard let before = old[0].currentVersion ?? old[0].versions.last,
                let now = new[0].currentVersion ?? new[0].versions.last
            else { return [] }
            return [ModelReport(path: paths[1], comparisons: [ModelComparison(from: before, to: now)])]
        }
        return ModelReport.reports(from: old, to: new) { model, isOld in
            String(model.path.dropFirst(paths[isOld ? 0 : 1].count))
        }
    }

    private func report(on model: VersionedModel) throws -> ModelReport {
        if allVersions { return ModelReport.chain(of: model) }
        // Without a current version, the last one is as good for reading.
        guard let new = try toVersion.map(model.existingVersion) ?? model.currentVersion ?? model.versions.last
        else { return ModelReport(path: model.path) }
        let old = try fromVersion.map { try model.existingVersion($0) } ?? model.version(before: new)
        guard let old else { return ModelReport(path: model.path, notes: ["'\(new.name)' is the first version"]) }
        return ModelReport(path: model.path, comparisons: [ModelComparison(from: old, to: new)])
    }
}
