import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelProjects
import ModelSchema
import ModelValidation
import XCDataModel

/// The findings of `modelgen validate` that an edit adds to a model.
struct EditCheck {
    private let version: ModelVersion
    private let path: ElementPath?
    private let findings: [Diagnostic]

    /// Checks an edited model by the rules of its project.
    ///
    /// - Parameters:
    ///   - version: The version before the edit.
    ///   - path: The element that the edit is about; nil for a new one.
    ///   - isRenaming: Whether the edit changes only the name of the element, and what refers to it.
    /// - Throws: `ProjectFileError` if the project's configuration cannot be read, or an exit code if it is invalid.
    init(_ model: Model, of version: ModelVersion, about path: ElementPath?, isRenaming: Bool) throws {
        var settings = ProjectSettings(workingDirectory: AbsolutePath.of("."))
        let validator = ModelValidator(options: try settings.settings(forModelAt: version.file).validation)
        guard settings.diagnostics.isEmpty else {
            TerminalDiagnostics.write(settings.diagnostics, .ofTool)
            throw ExitCode.validationFailure
        }
        var (before, after): ([Diagnostic], [Diagnostic]) = ([], [])
        validator.validate(version.model, into: &before)
        validator.validate(model, into: &after)
        let known = Set(before.map(\.message))
        let renamed = isRenaming ? Self.codesOfRenamed(before, after) : []
        self.version = version
        self.path = path
        // A mistake that a predicate contains twice has one place, that of its text, so the findings are equal.
        var found: Set<Diagnostic> = []
        findings = after.filter { finding in
            let isKnown = known.contains(finding.message) || (renamed.contains(finding.code) && !finding.isAboutName)
            return !isKnown && found.insert(finding).inserted
        }
    }

    /// The codes of which a rename adds no finding. Those that the model had can have the new name in their messages.
    private static func codesOfRenamed(_ before: [Diagnostic], _ after: [Diagnostic]) -> Set<Diagnostic.Code> {
        let counts = Dictionary(before.map { ($0.code, 1) }, uniquingKeysWith: +)
        let newCounts = Dictionary(after.map { ($0.code, 1) }, uniquingKeysWith: +)
        return Set(newCounts.filter { $0.value <= counts[$0.key, default: 0] }.keys)
    }

    /// Rejects a model with new errors. Shows them at their elements in the unchanged file, or at the edited element.
    func refuseErrors() throws {
        var index = SourceIndex(version.document.sourceMap)
        try CommandExit.check(
            findings.filter { $0.severity == .error }.map { diagnostic in
                LocatedDiagnostic(diagnostic, file: version.file) { place(of: $0, &index) }
            })
    }

    /// Writes the other findings, at their positions in the edited file.
    func writeFindings(seenIn document: ModelDocument?) {
        var index = document.map { SourceIndex($0.sourceMap) }
        let located = findings.filter { $0.severity != .error }.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: version.file) { index?.position(of: $0) }
        }
        TerminalDiagnostics.write(located.sorted(), .ofTool)
    }

    private func place(of path: SchemaPath, _ index: inout SourceIndex) -> (line: Int, column: Int)? {
        var candidates = [path]
        while let steps = candidates.last?.steps.dropLast(), !steps.isEmpty {
            candidates.append(SchemaPath(steps: Array(steps)))
        }
        if let edited = self.path {
            for owner in [SchemaPath.entity(edited.entity), .model.appending(.composite, edited.entity)] {
                candidates += [SchemaPath.Kind.attribute, .relationship, .fetchedProperty].compactMap { kind in
                    edited.property.map { owner.appending(kind, $0) }
                }
                candidates.append(owner)
            }
        }
        for candidate in candidates + [.model] {
            if let place = index.position(of: candidate) { return place }
        }
        return nil
    }
}

extension Diagnostic {
    /// Whether the finding is about a name itself, such as one that is not an identifier.
    fileprivate var isAboutName: Bool {
        if case .schema(let path) = anchor { path.setting == ModelSetting.name.rawValue } else { false }
    }
}
