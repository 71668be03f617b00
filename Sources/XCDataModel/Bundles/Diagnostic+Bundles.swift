import FileAccess
import Foundation
package import ModelDiagnostics

extension Diagnostic.Code {
    /// A path does not exist.
    static let fileMissing = Self("file-missing")
    /// A file or folder is there but cannot be read.
    static let fileUnreadable = Self("file-unreadable")
    /// A folder holds no data model.
    static let modelMissing = Self("model-missing")
    /// A version is in the binary format used before Xcode 4.
    static let binaryFormat = Self("model-binary-format")
    /// A bundle does not say which of its versions is current.
    static let currentVersionMissing = Self("current-version-missing")
    /// A bundle's current version does not exist, or the file that names it cannot be read.
    static let currentVersionUnknown = Self("current-version-unknown")
}

extension Diagnostic {
    package static func missing() -> Self {
        Diagnostic(
            .error, .fileMissing, "no such file or folder", at: .file,
            hint: "specify an .xcdatamodeld bundle, an .xcdatamodel folder, or a contents file")
    }

    static func notABundle() -> Self {
        Diagnostic(
            .error, .modelMissing, "the folder is not a data model", at: .file,
            hint: "specify an .xcdatamodeld bundle, an .xcdatamodel folder, or a contents file")
    }

    package static func noModels() -> Self {
        Diagnostic(
            .error, .modelMissing, "the folder contains no data model", at: .file,
            hint: "specify a folder that contains .xcdatamodeld or .xcdatamodel folders")
    }

    static func noVersions() -> Self {
        Diagnostic(
            .error, .modelMissing, "the bundle contains no model version", at: .file,
            hint: "add an .xcdatamodel folder for each version")
    }

    static func noContents() -> Self {
        Diagnostic(
            .error, .modelMissing, "the model version has no 'contents' file", at: .file,
            hint: "restore it from version control")
    }

    static func binaryFormat() -> Self {
        Diagnostic(
            .error, .binaryFormat, "the model version is in the binary format used before Xcode 4", at: .file,
            hint: "open the model in Xcode and save it as XML")
    }

    package static func unreadable(_ error: any Error) -> Self {
        let reason = (error as? FileFailure)?.reason ?? error.localizedDescription
        return Diagnostic(.error, .fileUnreadable, "cannot be read: \(reason)", at: .file)
    }

    static func currentVersionMissing(count: Int, assumed: String) -> Self {
        Diagnostic(
            .warning, .currentVersionMissing,
            "the bundle has \(count) versions but does not specify the current one; modelgen uses '\(assumed)'",
            at: .file, hint: "choose a current version in Xcode to create .xccurrentversion")
    }

    static func currentVersionUnknown(_ name: String, known: [String]) -> Self {
        Diagnostic(
            .error, .currentVersionUnknown, "the current version '\(name)' does not exist", at: .file,
            hint: NearestName.to(name, among: known).map { "did you mean '\($0)'?" }
                ?? "use one of \(known.joined(separator: ", "))")
    }

    static func currentVersionMalformed(_ reason: String) -> Self {
        Diagnostic(
            .error, .currentVersionUnknown, "the property list cannot be read: \(reason)", at: .file,
            hint: "choose the current version again in Xcode to rewrite .xccurrentversion")
    }
}
