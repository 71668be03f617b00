import FileAccess
import Foundation
import ModelCompiler
package import ModelDiagnostics
package import ModelText
import XCDataModel

/// Converts a bundle to the text form of a model, and back.
package struct BundleConversion: Sendable {
    /// Whether to leave out content that the text form cannot represent, such as comments. Otherwise it is an error.
    private let allowsLoss: Bool

    /// Creates a conversion.
    package init(allowsLoss: Bool = false) { self.allowsLoss = allowsLoss }

    /// Reads a bundle, a version, or a `contents` file with all its versions.
    ///
    /// A version in the binary format used before Xcode 4 remains in the bundle, with a note, unless it is the current
    /// one.
    ///
    /// - Parameter diagnostics: Receives an error for each version that cannot be read, or that the text form cannot
    ///   represent.
    /// - Returns: The model, or nil if there was an error.
    package func model(at path: String, into diagnostics: inout [LocatedDiagnostic]) -> ModelText? {
        var found: [LocatedDiagnostic] = []
        let sources = ModelBundle.versions(at: path, into: &found)
        for index in found.indices {
            if Self.isAside(found[index]) {
                found[index].severity = .note
                found[index].hint = "the YAML does not contain it; it remains in the bundle as it is"
            } else if !Self.isAboutCurrentVersion(found[index]) {
                // Missing versions would be lost, not only the current one.
                found[index].severity = .error
            }
        }
        var versions: [ModelText.Version] = []
        for source in sources {
            guard let document = ModelLoader().load(source, into: &found) else { continue }
            versions.append(ModelText.Version(name: source.versionName, document: document))
        }
        diagnostics += found
        guard let first = sources.first, !found.contains(where: { $0.severity == .error }) else { return nil }
        // Without a current version, a bundle uses its first one, but a text would use its last one.
        let currentName =
            CurrentVersion.versionName(ofBundleAt: path) ?? (sources.count > 1 ? first.versionName : nil)
        let model = ModelText(name: first.modelName, currentName: currentName, versions: versions)
        var problems: [LocatedDiagnostic] = []
        let losses = losses(of: model, from: sources, into: &problems)
        if !allowsLoss { problems += losses }
        diagnostics += problems
        return problems.isEmpty ? model : nil
    }

    /// Whether a finding is about a version that the tool can neither read nor change, and that is not the current one.
    private static func isAside(_ finding: LocatedDiagnostic) -> Bool {
        finding.code.rawValue == "model-binary-format" && finding.severity != .error
    }

    private static func isAboutCurrentVersion(_ finding: LocatedDiagnostic) -> Bool {
        ["current-version-missing", "current-version-unknown"].contains(finding.code.rawValue)
    }

    /// Returns the content that the text form would lose, at most one finding for each version.
    ///
    /// - Parameter problems: Receives the errors of reading the text back.
    private func losses(
        of model: ModelText, from sources: [ModelSource], into problems: inout [LocatedDiagnostic]
    ) -> [LocatedDiagnostic] {
        let path = model.name + ".yaml"
        guard let back = ModelTextReader().read(Array(model.yaml.utf8), named: model.name, at: path, into: &problems)
        else { return [] }
        return sources.enumerated().compactMap { index, source in
            let returning = back.versions.indices.contains(index) ? back.versions[index].document : nil
            return model.versions[index].document.loss(becoming: returning).map { loss in
                LocatedDiagnostic(loss, file: source.contentsPath) { _ in nil }
            }
        }
    }

    /// Writes a bundle, or a version if the path ends in `.xcdatamodel`. A crash leaves no part of a new bundle.
    ///
    /// - Parameters:
    ///   - isReplacing: Whether to overwrite files of an existing bundle. The method removes no version.
    ///   - remedy: What to do about an existing bundle that is not to be overwritten.
    /// - Returns: The written paths, relative to the bundle.
    /// - Throws: ``BundleConversion/ConversionError``, ``ModelBundleEditor/InvalidNameError``, or `FileError`.
    package func write(
        _ model: ModelText, to path: String, isReplacing: Bool, remedy: String
    ) throws -> [String] {
        let files = try model.versions.map { version in
            var problems: [Diagnostic] = []
            guard let bytes = XCDataModelWriter().write(version.document, into: &problems) else {
                throw ConversionError(
                    description: "version '\(version.name)' has a string that a model file cannot represent")
            }
            return (name: version.name, bytes: bytes)
        }
        let isVersion = path.hasSuffix(".xcdatamodel")
        if isVersion, files.count != 1 {
            throw ConversionError(
                description: "the YAML has \(files.count) versions, but '\(path)' is a single version; "
                    + "specify a bundle, whose name ends in .xcdatamodeld")
        }
        guard FileReader.itemExists(at: path) else {
            try Self.whileHoldingBundle(of: path, isVersion: isVersion) {
                try FilePackage.make(at: path) { folder in
                    guard !isVersion else {
                        try FileWriter.write(files[0].bytes, to: folder + "/contents")
                        return
                    }
                    let editor = ModelBundleEditor(path: folder)
                    for file in files {
                        try editor.addVersion(named: file.name, containing: file.bytes, isCurrent: false)
                    }
                    if let current = model.currentName ?? Self.assumedCurrent(of: model) {
                        try editor.setCurrent(current)
                    }
                }
            }
            return files.map { isVersion ? "contents" : "\($0.name).xcdatamodel/contents" }
        }
        guard isReplacing else {
            throw ConversionError(description: "'\(path)' already exists; \(remedy)")
        }
        return try ModelLock.withLock(ofModelAt: path) { _ in
            try replace(files, currentName: model.currentName, in: path, isVersion: isVersion)
        }
    }

    /// Runs a closure that creates a model, with the lock of the bundle if the model is a version in an existing one.
    private static func whileHoldingBundle(of path: String, isVersion: Bool, _ create: () throws -> Void) throws {
        let bundle = URL(filePath: path).deletingLastPathComponent()
        let bundlePath = bundle.path(percentEncoded: false)
        guard isVersion, bundle.pathExtension == "xcdatamodeld", FileKind(at: bundlePath) == .folder else {
            return try create()
        }
        try ModelLock.withLock(ofModelAt: bundlePath) { _ in try create() }
    }

    /// The current version if the text does not specify it: the last one of several. A single version needs no list.
    private static func assumedCurrent(of model: ModelText) -> String? {
        model.versions.count > 1 ? model.versions.last?.name : nil
    }

    private func replace(
        _ files: [(name: String, bytes: [UInt8])], currentName: String?, in path: String, isVersion: Bool
    ) throws -> [String] {
        guard !isVersion else {
            return try Self.replace(path + "/contents", with: files[0].bytes) ? ["contents"] : []
        }
        var found: [LocatedDiagnostic] = []
        let sources = ModelBundle.versions(at: path, into: &found)
        let names = Set(files.map(\.name))
        let surplus = sources.map(\.versionName).filter { !names.contains($0) }
        guard surplus.isEmpty else {
            throw ConversionError(
                description: "'\(path)' has versions that the YAML does not have: \(surplus.joined(separator: ", ")); "
                    + "add them to the YAML, or remove their folders")
        }
        if let unreadable = found.first(where: { $0.severity == .error && !Self.isAboutCurrentVersion($0) }) {
            throw ConversionError(description: "'\(path)' cannot be read: \(unreadable.message)")
        }
        let editor = ModelBundleEditor(path: path)
        let present = Dictionary(
            sources.map { ($0.versionName, $0.contentsPath) }, uniquingKeysWith: { first, _ in first })
        // Check everything before writing the first file.
        var newNames: Set<String> = []
        for file in files where present[file.name] == nil {
            try editor.checkNewVersion(named: file.name)
            guard newNames.insert(file.name.lowercased()).inserted else {
                throw ConversionError(
                    description: "two versions have the name '\(file.name)', ignoring case; rename one of them")
            }
        }
        var written: [String] = []
        for file in files {
            if let contents = present[file.name] {
                guard try Self.replace(contents, with: file.bytes) else { continue }
            } else {
                try editor.addVersion(named: file.name, containing: file.bytes, isCurrent: false)
            }
            written.append("\(file.name).xcdatamodel/contents")
        }
        if let currentName, currentName != CurrentVersion.versionName(ofBundleAt: path) {
            try editor.setCurrent(currentName)
            written.append(".xccurrentversion")
        }
        return written
    }

    /// Replaces the bytes of a file, which keeps its line ends.
    ///
    /// - Returns: Whether the file has changed.
    private static func replace(_ path: String, with bytes: [UInt8]) throws -> Bool {
        try FileWriter.write(bytes.withLineEnds(of: FileReader.contents(of: path)), to: path)
    }

    /// The reason why the conversion writes nothing.
    package struct ConversionError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason and a hint.
        package var description: String
    }
}
