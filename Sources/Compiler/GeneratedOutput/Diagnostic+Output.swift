public import ModelDiagnostics

extension DiagnosticRule {
    static let outputEdited = Self("output-edited", .error, "A generated file has been edited by hand.")
    static let outputUnlisted = Self("output-unlisted", .error, "A generated file is not in the manifest.")
    static let outputNotGenerated = Self(
        "output-not-generated", .error, "Something that modelgen did not generate has the name of a generated file.")
    static let outputCollision = Self(
        "output-collision", .error, "Two models with one output folder generate the same file, or have the same name.")
    static let outputManifestInvalid = Self(
        "output-manifest-invalid", .error, "The manifest of an output folder cannot be read.")
    static let outputModelUnknown = Self(
        "output-model-unknown", .warning, "The manifest lists files of a model that is not part of the run.")
    static let outputFrozen = Self(
        "output-frozen", .error, "The version of a frozen file has changed since it was generated.")
    static let outputStale = Self("output-stale", .error, "A file differs from what the models now generate.")
}

/// The diagnostics of planning and checking output.
///
/// ```swift
/// for rule in OutputRules.all { print(rule.code, rule.summary) }
/// ```
public enum OutputRules {
    /// In the order of the documentation.
    public static let all: [DiagnosticRule] = [
        .outputEdited, .outputUnlisted, .outputNotGenerated, .outputCollision, .outputManifestInvalid,
        .outputModelUnknown, .outputFrozen, .outputStale,
    ]
}

extension LocatedDiagnostic {
    private init(
        _ rule: DiagnosticRule, _ message: String, file: String, line: Int? = nil, hint: String
    ) {
        let anchor = line.map { Diagnostic.Anchor.source(line: $0, column: 1) } ?? .file
        self.init(Diagnostic(rule, message, at: anchor, hint: hint), file: file) { _ in nil }
    }

    /// The reason why a change is blocked; nil if it is not.
    static func about(_ change: FileChange, in plan: FolderPlan) -> LocatedDiagnostic? {
        let path = plan.path(of: change.name)
        guard change.status == .edited || change.status == .blocked else { return nil }
        guard let reason = change.blockingReason else {
            return Self(
                .outputEdited, "the file has been edited since it was generated", file: path,
                hint: "move the change to the model or a file of your own, or overwrite the file with --force")
        }
        // A template of the user can write another header, by which a run without a manifest knows its files.
        let isUnmarked = reason == .notGenerated && !plan.keepsManifest
        let hint = reason.hint + (isUnmarked ? "; a header template must keep '\(GeneratedMark.text)'" : "")
        return Self(reason.rule, reason.message, file: path, hint: hint)
    }

    /// - Parameter change: A change to a file that is not up to date.
    static func stale(_ change: FileChange, path: String) -> LocatedDiagnostic {
        let message =
            change.status == .removed
            ? "the file is no longer generated" : change.oldBytes == nil ? "the file is missing" : "the file is stale"
        return Self(.outputStale, message, file: path, hint: "run modelgen generate and commit the files")
    }

    static func invalidManifest(_ failure: Manifest.SyntaxError, path: String) -> LocatedDiagnostic {
        Self(
            .outputManifestInvalid, "the line \(failure.message)", file: path, line: failure.line,
            hint: "restore the file from version control, or remove it and run modelgen generate with --force")
    }

    static func otherModel(_ model: String, fileCount: Int, path: String) -> LocatedDiagnostic {
        let files = fileCount == 1 ? "1 file" : "\(fileCount) files"
        return Self(
            .outputModelUnknown, "the folder contains \(files) of '\(model)', which is not part of this run",
            file: path, hint: "if the model was renamed or deleted, remove its files with --prune")
    }

    static func sameModelName(_ name: String, first: String, second: String) -> LocatedDiagnostic {
        Self(
            .outputCollision, "'\(first)' has the same name, '\(name)', and the same output folder",
            file: second, hint: "rename one of them, or use different output folders")
    }

    static func namesake(of output: ModelOutput, at path: String) -> LocatedDiagnostic {
        Self(
            .outputCollision,
            "the files of '\(output.model)' in the output folder belong to '\(path)', another model with this name",
            file: output.path,
            hint: "rename one of them, use different output folders, or run with --prune to replace the files")
    }

    static func takenFile(_ name: String, of model: String, by path: String) -> LocatedDiagnostic {
        Self(
            .outputCollision,
            "'\(name)' in the output folder belongs to '\(model)', which is not part of this run",
            file: path,
            hint: "use different output folders, or run with --prune if this is the same model renamed")
    }

    static func sameFile(_ name: String, first: String, second: String) -> LocatedDiagnostic {
        let message =
            first == second
            ? "two files have the name '\(name)', ignoring case"
            : "'\(first)' and this model both generate '\(name)'"
        return Self(
            .outputCollision, message, file: second, hint: "use different output folders, or rename one of them"
        )
    }
}

extension FileChange.BlockingReason {
    fileprivate var rule: DiagnosticRule {
        switch self {
        case .editedObsoleteFile: .outputEdited
        case .frozen: .outputFrozen
        case .unlisted: .outputUnlisted
        case .notGenerated, .folder, .link, .specialFile: .outputNotGenerated
        }
    }

    fileprivate var message: String {
        switch self {
        case .editedObsoleteFile: "the file is no longer generated, but it has been edited"
        case .frozen: "the file is frozen, but its version of the model has changed"
        case .unlisted: "the file is generated, but \(Manifest.fileName) does not list it, so it might have been edited"
        case .notGenerated: "modelgen did not generate the file, and leaves it unchanged"
        case .folder: "a folder has the name of a generated file"
        case .link: "a symbolic link has the name of a generated file"
        case .specialFile: "something that is not a file has the name of a generated file"
        }
    }

    fileprivate var hint: String {
        switch self {
        case .editedObsoleteFile:
            "move what you need elsewhere and remove the file, or keep it as your own with --force"
        case .frozen: "undo the change of the version, or generate the file again with --force"
        case .unlisted: "restore \(Manifest.fileName) from version control, or overwrite the file with --force"
        case .notGenerated, .folder, .link, .specialFile: "rename it, or choose another output folder"
        }
    }
}
