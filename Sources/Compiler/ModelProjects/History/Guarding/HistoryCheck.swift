package import ModelCompiler
package import ModelDiagnostics
import ModelEvolution
import ModelSchema
import ModelValidation
import StructuredText
import XCDataModel

/// Checks that a model follows its project's policy for versions.
package struct HistoryCheck: Sendable {
    private let old: VersionedModel?
    private let new: VersionedModel?
    private let settings: ModelSettings
    private let reference: String

    /// Creates a check of a model.
    ///
    /// - Parameters:
    ///   - pair: The model on disk and as released. Without a released model, the check covers only the current
    ///     version.
    ///   - reference: The commit of the released model.
    ///   - settings: The settings for the model.
    package init(_ pair: HistoryReading.Pair, reference: String, settings: ModelSettings) {
        old = pair.old
        new = pair.new
        self.reference = reference
        self.settings = settings
    }

    /// Returns the violations of the policy, sorted by position, without those that the baseline accepts, and warnings
    /// about files that cannot be read.
    ///
    /// - Throws: ``ModelCompiler/ProjectFileError`` if the baseline cannot be read.
    package func diagnostics() throws(ProjectFileError) -> [LocatedDiagnostic] {
        var problems: [LocatedDiagnostic] = []
        var findings = findings(into: &problems)
        if let path = settings.baselinePath {
            let baseline = try BaselineFile(readingFrom: path)
            findings = findings.filter { finding in
                !baseline.baseline.newFindings(among: [finding.diagnostic], in: baseline.name(of: finding.file)).isEmpty
            }
        }
        return (findings.map(\.located) + problems).sorted()
    }

    /// Accepts all current violations, without changing what the baselines accept for other rules and models.
    ///
    /// - Parameters:
    ///   - baselines: The baselines by path. The method reads or creates those that the model's settings name.
    ///   - diagnostics: Receives warnings about files that cannot be read.
    /// - Throws: ``ModelCompiler/ProjectFileError`` if the baseline cannot be read.
    package func accept(
        into baselines: inout [String: BaselineFile], _ diagnostics: inout [LocatedDiagnostic]
    ) throws(ProjectFileError) {
        guard let path = settings.baselinePath else { return }
        var file: BaselineFile
        if let known = baselines[path] {
            file = known
        } else {
            file = BaselineFile.exists(at: path) ? try BaselineFile(readingFrom: path) : BaselineFile(path: path)
        }
        let files = [old?.path, new?.path].compactMap { $0 } + (new?.versions.map(\.file) ?? [])
        for name in Set(files.map(file.name)) {
            file.baseline.removeEntries(of: name, where: DiagnosticRule.isEvolutionRule)
        }
        for finding in findings(into: &diagnostics) {
            file.baseline.accept([finding.diagnostic], in: file.name(of: finding.file))
        }
        baselines[path] = file
    }

    private func findings(into diagnostics: inout [LocatedDiagnostic]) -> [HistoryFinding] {
        var findings = removedVersions() + editedVersions() + olderCurrentVersion()
        guard let new else { return findings }
        let targets = targets(in: new)
        findings += equalHashes(in: new, of: targets)
        let mappings = targets.isEmpty ? nil : MappingModelSteps(around: new.path, into: &diagnostics)
        for target in targets { findings += migrations(to: target, in: new, mappings) }
        return findings
    }

    /// Returns the new and unreleased versions; without a released model, the current version.
    private func targets(in model: VersionedModel) -> [ModelVersion] {
        guard let old else { return model.currentVersion.map { [$0] } ?? [] }
        return model.versions.filter { version in
            guard let before = old.version(named: version.name) else { return true }
            return before.model != version.model
        }
    }

    /// The released versions that must not change.
    private var released: [ModelVersion] {
        guard let old else { return [] }
        guard settings.evolution.protectedVersions == .older else { return old.versions }
        return old.versions.filter { $0.name != old.currentName }
    }

    private func severity(of rule: DiagnosticRule) -> Diagnostic.Severity? {
        guard let level = settings.validation.levels[rule.code] else { return rule.defaultSeverity }
        return level.severity
    }

    // MARK: Versions

    private func removedVersions() -> [HistoryFinding] {
        guard let severity = severity(of: .versionRemoved), let old else { return [] }
        return released.filter { new?.hasVersion(named: $0.name) != true }.map { version in
            let diagnostic = Diagnostic(
                severity, DiagnosticRule.versionRemoved.code,
                "version '\(version.name)' of \(reference) was removed", at: .file,
                hint: "restore it: git checkout \(reference.shellQuoted) -- \(place(of: version).shellQuoted)")
            return HistoryFinding(diagnostic, in: new?.path ?? old.path)
        }
    }

    /// Returns the path of a released version's folder for git, which is valid in every folder of the repository.
    private func place(of version: ModelVersion) -> String {
        ":/" + version.file.dropFirst(reference.count + 1).split(separator: "/").dropLast().joined(separator: "/")
    }

    private func editedVersions() -> [HistoryFinding] {
        guard let severity = severity(of: .versionEdited), let new else { return [] }
        return released.flatMap { before -> [HistoryFinding] in
            guard let now = new.version(named: before.name), now.model != before.model else { return [] }
            guard let oldHashes = before.hashes, let newHashes = now.hashes else {
                // It is unknown whether the edit affects stores, so the check reports it.
                let diagnostic = Diagnostic(
                    severity, DiagnosticRule.versionEdited.code,
                    "version '\(now.name)' was released, but edited since \(reference)", at: .file,
                    hint: "undo the edit, and make it in a new version with modelgen version add")
                return [HistoryFinding(diagnostic, in: now.file)]
            }
            let hashes = (oldHashes, newHashes)
            let names = Set(hashes.0.keys).union(hashes.1.keys).filter { hashes.0[$0] != hashes.1[$0] }.sorted()
            var index = SourceIndex(now.document.sourceMap)
            return names.map { name in
                let path = SchemaPath.entity(name)
                let what =
                    hashes.1[name] == nil
                    ? "entity '\(name)' has been removed"
                    : hashes.0[name] == nil
                        ? "entity '\(name)' has been added" : "the version hash of entity '\(name)' has changed"
                let diagnostic = Diagnostic(
                    severity, DiagnosticRule.versionEdited.code,
                    "version '\(now.name)' was released, but \(what) since \(reference)", at: path,
                    hint: "undo the edit, and make it in a new version with modelgen version add")
                let place = index.position(of: path)
                return HistoryFinding(
                    diagnostic, in: now.file,
                    at: SourcePosition(file: now.file, line: place?.line, column: place?.column))
            }
        }
    }

    private func olderCurrentVersion() -> [HistoryFinding] {
        guard let severity = severity(of: .currentVersionOlder), let before = old?.currentName,
            let now = new?.currentName, let path = new?.path, before != now
        else { return [] }
        guard VersionOrder.sorted([before, now], by: { $0 }).first == now else { return [] }
        let diagnostic = Diagnostic(
            severity, DiagnosticRule.currentVersionOlder.code,
            "the current version has reverted from '\(before)' to '\(now)' since \(reference)", at: .file,
            hint: "make '\(before)' current, or add a copy of '\(now)'")
        return [HistoryFinding(diagnostic, in: path + "/.xccurrentversion")]
    }

    private func equalHashes(in model: VersionedModel, of targets: [ModelVersion]) -> [HistoryFinding] {
        guard let severity = severity(of: .versionHashesEqual) else { return [] }
        let names = Set(targets.map(\.name))
        var first: [[String: CoreDataVersionHash]: String] = [:]
        var findings: [HistoryFinding] = []
        for version in model.versions {
            guard let hashes = version.hashes else { continue }
            guard let other = first[hashes] else {
                first[hashes] = version.name
                continue
            }
            guard names.contains(version.name) || names.contains(other) else { continue }
            let diagnostic = Diagnostic(
                severity, DiagnosticRule.versionHashesEqual.code,
                "versions '\(other)' and '\(version.name)' have the same version hashes", at: .file,
                hint: "remove one of them, or give an entity a version hash modifier")
            findings.append(HistoryFinding(diagnostic, in: version.file))
        }
        return findings
    }

    // MARK: Migrations

    private func migrations(
        to version: ModelVersion, in model: VersionedModel, _ mappings: MappingModelSteps?
    ) -> [HistoryFinding] {
        let earlier = model.versions(before: version).reversed()
        let sources: [ModelVersion] =
            switch settings.evolution.lightweightVersions ?? .last(1) {
            case .all: Array(earlier)
            case .last(let count): Array(earlier.prefix(count))
            }
        // Report a problem that several earlier versions share only once.
        var told: Set<String> = []
        return sources.flatMap { source in
            let comparison = ModelComparison(from: source, to: version)
            let mappingPath = mappings?.path(from: source.name, to: version.name)
            let stale = mappingPath.map { staleMappings(mappings, $0, from: source, to: version) } ?? []
            let renames = Dictionary(
                comparison.assessment.likelyRenames.map { ($0.removed.oldPath, $0) },
                uniquingKeysWith: { first, _ in first })
            var index = SourceIndex(version.document.sourceMap)
            return stale
                + comparison.items.compactMap { item -> HistoryFinding? in
                    // A mapping model can keep the values.
                    guard mappingPath == nil else { return nil }
                    let rename = item.assessed.change.kind == .removed ? renames[item.assessed.change.oldPath] : nil
                    guard let rule = Self.rule(for: item.assessed.verdict, isRename: rename != nil),
                        let severity = severity(of: rule), told.insert(item.assessed.change.summary).inserted
                    else { return nil }
                    return finding(severity, rule, item, from: source, to: version, &index)
                }
        }
    }

    /// Returns a finding for a mapping model, or its compiled form, that Core Data does not find for its versions.
    private func staleMappings(
        _ mappings: MappingModelSteps?, _ path: String, from old: ModelVersion, to new: ModelVersion
    ) -> [HistoryFinding] {
        guard let severity = severity(of: .mappingModelStale) else { return [] }
        return (mappings?.mismatches(of: path, from: old.model, to: new.model) ?? []).map { mismatch in
            let diagnostic = Diagnostic(
                severity, DiagnosticRule.mappingModelStale.code,
                "the mapping model does not fit '\(old.name)' and '\(new.name)': \(mismatch.reason)", at: .file,
                hint: mismatch.path.hasSuffix(".cdm")
                    ? "compile the mapping model again with modelgen compile"
                    : "correct the mapping model in Xcode's editor")
            return HistoryFinding(diagnostic, in: mismatch.path)
        }
    }

    private static func rule(for verdict: MigrationVerdict, isRename: Bool) -> DiagnosticRule? {
        if verdict.level > .lightweight { return .migrationNotLightweight }
        guard verdict.losesData else { return nil }
        return isRename ? .migrationLikelyRename : .migrationLosesData
    }

    private func finding(
        _ severity: Diagnostic.Severity, _ rule: DiagnosticRule, _ item: ModelComparison.Item, from old: ModelVersion,
        to new: ModelVersion, _ index: inout SourceIndex
    ) -> HistoryFinding {
        let change = item.assessed.change
        let diagnostic = Diagnostic(
            severity, rule.code, "\(change.summary) since '\(old.name)': \(item.assessed.verdict.reason)",
            at: change.path, hint: item.assessed.verdict.remedy)
        guard change.kind == .removed else { return HistoryFinding(diagnostic, in: new.file, at: item.position) }
        // Report a removed element in the newer version, with a note at the older one.
        var finding = HistoryFinding(diagnostic, in: new.file)
        finding.located.notes = [LocatedDiagnostic.Note(message: "it was here", position: item.position)]
        if let owner = change.oldPath?.steps.first, (change.oldPath?.steps.count ?? 0) > 1, let name = owner.name,
            let place = index.position(of: SchemaPath.entity(name))
        {
            finding.located.position = SourcePosition(file: new.file, line: place.line, column: place.column)
        }
        return finding
    }
}
