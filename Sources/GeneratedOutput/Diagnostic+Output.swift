public import ModelDiagnostics

extension Diagnostic.Code {
    /// A file has been changed since it was generated.
    static let outputEdited = Self("output-edited")
    /// A generated file is not in the manifest.
    static let outputUnlisted = Self("output-unlisted")
    /// Something that was not generated stands in the place of a file.
    static let outputNotGenerated = Self("output-not-generated")
    /// Two models, or two files of one, have the same place.
    static let outputCollision = Self("output-collision")
    /// The manifest cannot be read.
    static let outputManifestInvalid = Self("output-manifest-invalid")
    /// The manifest lists files of a model that the run does not have.
    static let outputModelUnknown = Self("output-model-unknown")
    /// A file is not what the models generate now.
    static let outputStale = Self("output-stale")
}

/// What planning and checking output can report.
public enum OutputRules {
    /// In the order of the documentation.
    public static let all: [DiagnosticRule] = [
        DiagnosticRule(.outputEdited, .error, "A generated file has been edited by hand."),
        DiagnosticRule(.outputUnlisted, .error, "A generated file is not in the manifest."),
        DiagnosticRule(.outputNotGenerated, .error, "Something that was not generated is in the place of a file."),
        DiagnosticRule(.outputCollision, .error, "Two models generate the same file."),
        DiagnosticRule(.outputManifestInvalid, .error, "The manifest of an output folder cannot be read."),
        DiagnosticRule(
            .outputModelUnknown, .warning, "The manifest lists files of a model that the run does not have."),
        DiagnosticRule(.outputStale, .error, "A file is not what the models generate now."),
    ]
}

extension LocatedDiagnostic {
    private init(
        _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, file: String,
        line: Int? = nil, hint: String
    ) {
        let anchor = line.map { Diagnostic.Anchor.source(line: $0, column: 1) } ?? .file
        self.init(Diagnostic(severity, code, message, at: anchor, hint: hint), file: file) { _ in nil }
    }

    /// What stands in the way of a change; nil where nothing does.
    static func about(_ change: FileChange, in plan: FolderPlan) -> LocatedDiagnostic? {
        let path = plan.path(of: change.name)
        guard change.status == .edited || change.status == .blocked else { return nil }
        guard let obstacle = change.obstacle else {
            return Self(
                .error, .outputEdited, "the file has been edited since it was generated", file: path,
                hint: "put the change into the model or a file of your own; --force overwrites the file")
        }
        return Self(.error, obstacle.code, obstacle.message, file: path, hint: obstacle.hint)
    }

    /// - Parameter change: One that is not as it should be.
    static func stale(_ change: FileChange, path: String) -> LocatedDiagnostic {
        let message =
            change.status == .removed
            ? "the file is no longer generated" : change.oldBytes == nil ? "the file is missing" : "the file is stale"
        return Self(.error, .outputStale, message, file: path, hint: "run modelgen generate and commit what it writes")
    }

    static func invalidManifest(_ failure: Manifest.Failure, path: String) -> LocatedDiagnostic {
        Self(
            .error, .outputManifestInvalid, "the line \(failure.message)", file: path, line: failure.line,
            hint: "restore the file from version control, or remove it and run modelgen generate with --force")
    }

    static func otherModel(_ model: String, fileCount: Int, path: String) -> LocatedDiagnostic {
        let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
        return Self(
            .warning, .outputModelUnknown, "the folder holds \(files) of '\(model)', which is not part of this run",
            file: path, hint: "if the model was renamed or is gone, run with --prune, which removes its files")
    }

    static func sameModelName(_ name: String, first: String, second: String) -> LocatedDiagnostic {
        Self(
            .error, .outputCollision, "'\(first)' has the name '\(name)', too, and the same output folder",
            file: second, hint: "rename one of them, or give them different output folders")
    }

    static func takenFile(_ name: String, of model: String, by path: String) -> LocatedDiagnostic {
        Self(
            .error, .outputCollision,
            "'\(name)' in the output folder belongs to '\(model)', which is not part of this run",
            file: path,
            hint: "give them different output folders; if this is the same model under a new name, run with --prune")
    }

    static func sameFile(_ name: String, first: String, second: String) -> LocatedDiagnostic {
        let message =
            first == second
            ? "two files are called '\(name)', at least where case does not count"
            : "'\(first)' and this model both generate '\(name)'"
        return Self(
            .error, .outputCollision, message, file: second, hint: "give them different output folders, or rename one")
    }
}

extension FileChange.Obstacle {
    fileprivate var code: Diagnostic.Code {
        switch self {
        case .editedSurplus: .outputEdited
        case .unlisted: .outputUnlisted
        case .notGenerated, .folder, .link, .special: .outputNotGenerated
        }
    }

    fileprivate var message: String {
        switch self {
        case .editedSurplus: "the file is no longer generated, and has been edited since it was"
        case .unlisted: "the file was generated, and \(Manifest.fileName) does not list it, so it may have been edited"
        case .notGenerated: "the file was not generated by modelgen and stays as it is"
        case .folder: "a folder is in the place of a generated file"
        case .link: "a symbolic link is in the place of a generated file"
        case .special: "something that is no file is in the place of a generated file"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .editedSurplus: "keep what you need of it elsewhere and remove it; with --force it stays, and is yours"
        case .unlisted: "restore \(Manifest.fileName) from version control; --force overwrites the file"
        case .notGenerated, .folder, .link, .special: "rename it, or choose another output folder"
        }
    }
}
