import ModelCodegen
import ModelDiagnostics
import ModelEvolution
import ModelSchema
import XCDataModel

/// The checked versions of a bundle, for code that declares all of them.
struct VersionChecks {
    /// The versions with the steps between them; nil if a version has errors.
    private(set) var history: SchemaHistory?
    /// The diagnostics of versions other than the current one that the current version does not have.
    private(set) var diagnostics: [LocatedDiagnostic] = []

    /// - Parameters:
    ///   - current: The diagnostics of the current version.
    ///   - unaccepted: Returns the diagnostics of a version that the baseline does not accept.
    /// - Throws: ``ProjectFileError`` if the baseline is not valid.
    init(
        of inputs: ModelInputs, _ generator: CodeGenerator, current: [Diagnostic],
        unaccepted: ([Diagnostic], ModelFile) throws(ProjectFileError) -> [Diagnostic]
    ) throws(ProjectFileError) {
        var known = Set(current)
        var versions: [SchemaVersion] = []
        for version in inputs.allVersions {
            let isCurrent = version.source == inputs.version?.source
            let check = VersionCheck(version, options: inputs.settings.validation)
            var found = check.diagnostics
            if let document = check.document {
                generator.check(document.model, into: &found)
                versions.append(
                    SchemaVersion(
                        name: version.source.versionName, model: document.model,
                        isFrozen: !isCurrent || inputs.request.releasedVersionNames.contains(version.source.versionName)
                    ))
            }
            guard !isCurrent else { continue }
            // Older versions can no longer change, so only what prevents their code, or gets lost in it, matters.
            found = found.filter { diagnostic in
                let isLoss = diagnostic.severity == .warning && diagnostic.code.rawValue.hasPrefix("swiftdata-")
                return diagnostic.severity == .error || isLoss
            }
            let new = found.filter { known.insert($0).inserted }
            diagnostics += check.located(try unaccepted(new, version))
        }
        guard versions.count == inputs.allVersions.count, !diagnostics.contains(where: { $0.severity == .error }),
            let currentName = inputs.version?.source.versionName
        else { return }
        history = generator.history(of: versions, currentName: currentName)
        for index in history?.steps.indices ?? 0..<0 {
            guard let step = history?.steps[index] else { continue }
            history?.steps[index].obstacles = Self.obstacles(of: step)
        }
    }

    /// The reasons why SwiftData cannot infer a migration, or would drop values that Core Data keeps.
    private static func obstacles(of step: SchemaHistory.Step) -> [String] {
        let models = step.expressedModels
        let assessment = MigrationAssessment(from: models.from, to: models.to)
        let obstacles = assessment.changes.filter { $0.verdict.level > .lightweight }.map(description)
        guard obstacles.isEmpty, assessment.losesData else { return obstacles }
        let sources = step.sourceModels
        guard !MigrationAssessment(from: sources.from, to: sources.to).losesData else { return [] }
        return assessment.changes.filter(\.verdict.losesData).map(description)
    }

    private static func description(of change: AssessedChange) -> String {
        let path = change.change.newPath ?? change.change.oldPath ?? .model
        return "'\(path)': \(change.verdict.reason)"
    }
}
