import ArgumentParser
import ModelCompiler
import ModelDiagnostics
import ModelEvolution
import ModelHistory
import ModelSchema
import ModelValidation
import XCDataModel

/// What an edit makes of a model, as `modelgen validate` would say it: what was found before the edit is not news.
struct EditCheck {
    private let version: ModelVersion
    private let path: ElementPath?
    private let findings: [Diagnostic]

    /// Judges an edited model by the rules of its project.
    ///
    /// - Parameters:
    ///   - version: The version that was edited, as its file has it.
    ///   - path: The element that the edit is about; nil for one that is new.
    /// - Throws: `FileProblem` if the configuration of the project cannot be read, and what a command ends with where
    ///   it is wrong.
    init(_ model: Model, of version: ModelVersion, about path: ElementPath?) throws {
        var settings = ProjectSettings(workingFolder: AbsolutePath.of("."))
        let validator = ModelValidator(options: try settings.settings(forModelAt: version.file).validation)
        guard settings.diagnostics.isEmpty else {
            TerminalDiagnostics.write(settings.diagnostics, .ofTool)
            throw ExitCode.validationFailure
        }
        var (before, after): ([Diagnostic], [Diagnostic]) = ([], [])
        validator.validate(version.model, into: &before)
        validator.validate(model, into: &after)
        let known = Set(before.map(\.message))
        self.version = version
        self.path = path
        findings = after.filter { !known.contains($0.message) }
    }

    /// Refuses a model with an error that it did not have before. The file stays as it was, and the errors are shown in
    /// it: at what they are about, or else at what was to be edited.
    func refuseErrors() throws {
        var index = SourceIndex(version.document.sourceMap)
        try Failure.check(
            findings.filter { $0.severity == .error }.map { diagnostic in
                LocatedDiagnostic(diagnostic, file: version.file) { place(of: $0, &index) }
            })
    }

    /// Says what there is to say about the model besides, at the places of the file that the edit has made.
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
            let entity = SchemaPath.entity(edited.entity)
            candidates += [SchemaPath.Kind.attribute, .relationship].compactMap { kind in
                edited.property.map { entity.appending(kind, $0) }
            }
            candidates.append(entity)
        }
        for candidate in candidates + [.model] {
            if let place = index.position(of: candidate) { return place }
        }
        return nil
    }
}
