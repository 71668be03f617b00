import CompiledModelWriting
import CompiledModels
import FileAccess
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import ModelSchema
import ModelValidation
import XCDataModel

/// The way from a model's source to its compiled form.
struct ModelCompilation {
    /// The version of Xcode whose files to write.
    var tools = CompilerTools.latest
    /// The module of classes in the current product module.
    var moduleName: String?
    /// Whether warnings are errors.
    var isStrict = false
    /// Whether warnings are written to standard error.
    var showsWarnings = true

    /// Compiles the model at a path, and writes its problems to standard error.
    ///
    /// - Throws: An exit code if the model cannot be compiled.
    func output(ofModelAt path: String) throws -> CompiledOutput {
        var diagnostics: [LocatedDiagnostic] = []
        let path = try ModelCompiler.onlyModel(at: path, into: &diagnostics)
        let models = DiskModels(isLenient: false).models(at: path.map { [$0] } ?? [], into: &diagnostics)
        try check(diagnostics)
        guard let path, let model = models.first, model.unreadableNames.isEmpty else { throw CommandExit.modelErrors }
        if let current = model.currentVersion { try validate(current, of: model) }
        var files = try archives(of: model)
        let hashes = model.versions.map { ($0.name, $0.hashes ?? [:]) }
        let checksums = hashes.map { (versionName: $0.0, checksum: CoreDataVersionDigest(of: $0.1).checksum) }
        guard path.hasSuffix(".xcdatamodeld") else {
            return CompiledOutput(form: .model, name: model.name, files: files, checksums: checksums)
        }
        // The only version needs no name. Of several, the compiled list has no order that would say which one is used.
        let namesCurrent = model.versions.count > 1 || CurrentVersion.versionName(ofBundleAt: path) != nil
        files[CompiledVersionList.fileName] = CompiledVersionList.bytes(
            of: Dictionary(uniqueKeysWithValues: hashes), currentName: namesCurrent ? model.currentName : nil,
            tools: tools)
        return CompiledOutput(form: .bundle, name: model.name, files: files, checksums: checksums)
    }

    /// Writes diagnostics to standard error, and ends the command if one of them is an error.
    func check(_ diagnostics: [LocatedDiagnostic]) throws {
        var diagnostics = diagnostics
        if isStrict {
            for index in diagnostics.indices where diagnostics[index].severity == .warning {
                diagnostics[index].severity = .error
            }
        }
        try CommandExit.check(showsWarnings ? diagnostics : diagnostics.filter { $0.severity == .error })
    }

    /// Checks a version as `modelgen validate` does: a model that a merge has damaged, for example, must not become a
    /// compiled model without the damaged part, because a store loses the part's data when it migrates.
    ///
    /// Older versions are not checked, because a correction would change released versions.
    private func validate(_ version: ModelVersion, of model: VersionedModel) throws {
        guard let bytes = version.document.originalBytes else { return }
        var projects = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        var settings = try projects.settings(forModelAt: model.path)
        try CommandExit.check(projects)
        // What SwiftData cannot express is about code.
        settings.validation.targets = []
        let source = ModelSource(modelName: model.name, versionName: version.name, contentsPath: version.file)
        let check = VersionCheck(ModelFile(source, bytes: .success(bytes)), options: settings.validation)
        var findings = check.diagnostics.filter { $0.severity != .note }
        if let path = settings.baselinePath {
            let baseline = try BaselineFile(readingFrom: path)
            findings = baseline.baseline.newFindings(among: findings, in: baseline.name(of: version.file))
        }
        for index in findings.indices
        where ValidationRule.codesWithoutEffectOnCompiledModels.contains(findings[index].code) {
            findings[index].severity = .warning
        }
        try self.check(check.located(findings).sorted())
    }

    /// The diagnostic for a part that cannot be compiled, or whose form is not known.
    func diagnostic(_ message: String, isError: Bool, at anchor: Diagnostic.Anchor) -> Diagnostic {
        Diagnostic(
            isError ? .compilationImpossible : .compilationUncertain,
            severity: isError ? .error : .warning, message, at: anchor)
    }

    /// The archives of all versions, by the names of their files.
    private func archives(of model: VersionedModel) throws -> [String: [UInt8]] {
        let outcomes = ParallelWork.map(model.versions) { version in
            var writer = CompiledModelWriter(tools: tools, moduleName: moduleName)
            let archive = writer.archive(of: version.model)
            return (archive: archive, findings: writer.findings)
        }
        var archives: [String: [UInt8]] = [:]
        var diagnostics: [LocatedDiagnostic] = []
        for (version, outcome) in zip(model.versions, outcomes) {
            archives[version.name + ".mom"] = outcome.archive
            guard !outcome.findings.isEmpty else { continue }
            var index = SourceIndex(version.document.sourceMap)
            diagnostics += outcome.findings.map { finding in
                let diagnostic = diagnostic(finding.message, isError: finding.isError, at: .schema(finding.path))
                return LocatedDiagnostic(diagnostic, file: version.file) { index.position(of: $0) }
            }
        }
        try check(diagnostics)
        return archives
    }
}
