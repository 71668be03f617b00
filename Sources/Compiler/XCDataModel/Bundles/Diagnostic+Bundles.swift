import FileAccess
import Foundation
package import ModelDiagnostics

extension DiagnosticRule {
    static let fileMissing = Self("file-missing", .error, "A path does not exist.")
    static let fileUnreadable = Self("file-unreadable", .error, "A file or folder exists but cannot be read.")
    static let modelMissing = Self(
        "model-missing", .error,
        "A folder contains no data model, or a version has no `contents` (a warning if the version is not current).")
    static let binaryFormat = Self(
        "model-binary-format", .error,
        "A version is in the binary format used before Xcode 4 (a warning if the version is not current).")
    static let currentVersionMissing = Self(
        "current-version-missing", .warning,
        "A bundle has several versions but does not specify the current one; modelgen uses the first by name.")
    static let currentVersionUnknown = Self(
        "current-version-unknown", .error,
        "The current version does not exist, or the file that names it cannot be read.")
}

extension Diagnostic {
    package static let missing = Diagnostic(
        .fileMissing, "no such file or folder", at: .file,
        hint: "specify an .xcdatamodeld bundle, an .xcdatamodel folder, or a contents file")
    static let notABundle = Diagnostic(
        .modelMissing, "the folder is not a data model", at: .file,
        hint: "specify an .xcdatamodeld bundle, an .xcdatamodel folder, or a contents file")
    package static let noModels = Diagnostic(
        .modelMissing, "the folder contains no data model", at: .file,
        hint: "specify a folder that contains .xcdatamodeld or .xcdatamodel folders")
    static let noVersions = Diagnostic(
        .modelMissing, "the bundle contains no model version", at: .file,
        hint: "add an .xcdatamodel folder for each version")
    static let noContents = Diagnostic(
        .modelMissing, "the model version has no 'contents' file", at: .file,
        hint: "restore it from version control")
    static let binaryFormat = Diagnostic(
        .binaryFormat, "the model version is in the binary format used before Xcode 4", at: .file,
        hint: "open the model in Xcode and save it as XML")

    package static func unreadable(_ error: any Error) -> Self {
        Diagnostic(.fileUnreadable, "cannot be read: \(FileError.reason(for: error))", at: .file)
    }

    static func unsearchable(for subject: String, _ error: any Error, hint: String) -> Self {
        Diagnostic(
            .fileUnreadable, "the folder cannot be searched for \(subject): \(FileError.reason(for: error))",
            at: .file, hint: hint)
    }

    static func unreadableName(_ name: String) -> Self {
        Diagnostic(.fileUnreadable, "the name '\(name)' is not UTF-8, so it is skipped", at: .file, hint: "rename it")
    }

    static func currentVersionMissing(count: Int, assumed: String) -> Self {
        Diagnostic(
            .currentVersionMissing,
            "the bundle has \(count) versions but does not specify the current one; modelgen uses '\(assumed)'",
            at: .file, hint: "choose one with 'modelgen version current', or in Xcode, to create .xccurrentversion")
    }

    static func currentVersionUnknown(_ name: String, known: [String]) -> Self {
        Diagnostic(
            .currentVersionUnknown, "the current version '\(name)' does not exist", at: .file,
            hint: NearestName.hint(for: name, among: known))
    }

    static func currentVersionMalformed(_ reason: String) -> Self {
        Diagnostic(
            .currentVersionUnknown, "the property list cannot be read: \(reason)", at: .file,
            hint: "choose it again with 'modelgen version current', or in Xcode, to rewrite .xccurrentversion")
    }
}

extension LocatedDiagnostic {
    /// Whether a file or folder exists but cannot be read, so that models can be overlooked.
    package var isAboutReading: Bool { code.rawValue == "file-unreadable" }
}
