import CommandArguments
import CompiledModels
import FileAccess
import Foundation
import GeneratedOutput
import MappingModels

/// A compiled model or mapping model that is not written yet.
struct CompiledOutput {
    /// What is compiled.
    enum Form: String {
        /// A folder with versions.
        case bundle = "momd"
        /// A version.
        case model = "mom"
        /// A mapping model.
        case mappingModel = "cdm"
    }

    /// The form, whose raw value is the extension of its name.
    let form: Form
    /// The name of the source, without its extension.
    let name: String
    /// The files of a bundle by name, or the only file, whose name has no meaning.
    let files: [String: [UInt8]]
    /// The checksums of versions, in the order of the bundle.
    var checksums: [(versionName: String, checksum: String)] = []

    /// Plans the output in a folder, under the name of the source.
    func plan(in folder: PathArgument) throws -> FolderPlan {
        let shown = folder.path.hasSuffix("/") ? String(folder.path.dropLast()) : folder.path
        return try plan(at: try PathArgument(argument: "\(shown)/\(name).\(form.rawValue)"))
    }

    /// Plans the output at a path. An existing output of the same form is replaced completely.
    ///
    /// - Throws: ``OutputError`` if the path has other contents, or `OutputArgumentError` if it is inside a model or a
    ///   store.
    func plan(at path: PathArgument) throws -> FolderPlan {
        try OutputArgument(path).refusePart()
        let target = path.absolutePath
        guard form != .bundle else {
            return try FolderPlan(replacing: target, with: files, removing: Self.compiledFiles(in: target))
        }
        let url = URL(filePath: target)
        let plan = try FolderPlan(
            replacing: url.deletingLastPathComponent().path(percentEncoded: false).withoutSlashAtEnd,
            with: [url.lastPathComponent: files.first?.value ?? []])
        for change in plan.changes {
            guard let bytes = change.oldBytes, !isReplaceable(bytes) else { continue }
            throw OutputError.unwritable(
                path: plan.path(of: change.name),
                reason: "the file there is not a compiled \(form == .model ? "model" : "mapping model")")
        }
        return plan
    }

    private func isReplaceable(_ bytes: [UInt8]) -> Bool {
        form == .model
            ? (try? CompiledModel(archive: bytes, name: "")) != nil : (try? MappingModel(archive: bytes)) != nil
    }

    /// The files in a compiled bundle, which can be of another compiler,
    /// and those of which a killed run has left a hidden file.
    ///
    /// - Throws: ``OutputError`` if the folder contains something else.
    private static func compiledFiles(in folder: String) throws -> [String] {
        guard let kind = FileKind(at: folder) else { return [] }
        guard kind == .folder else {
            throw OutputError.unwritable(
                path: folder, reason: "it is not a folder; move it away, or write to another folder")
        }
        let entries = try FileManager.default.contentsOfDirectory(atPath: folder)
        let names = entries.filter { !$0.hasPrefix(".") }
        for name in names.sorted() where try !isPartOfCompiledModel(name) || !isCompiled("\(folder)/\(name)") {
            throw OutputError.unwritable(
                path: folder, reason: "it contains '\(name)', which is not a part of a compiled model")
        }
        return names
            + entries.compactMap(OutputTransaction.fileName(ofHidden:)).filter {
                isPartOfCompiledModel($0) && !names.contains($0)
            }
    }

    private static func isPartOfCompiledModel(_ name: String) -> Bool {
        name == CompiledVersionList.fileName || [".mom", ".omo"].contains(where: name.hasSuffix)
    }

    /// Whether a file starts as compilers write it: with a property list, or, as the format of `.omo` files is not
    /// documented, with bytes that are not text.
    private static func isCompiled(_ path: String) throws -> Bool {
        // The transaction reports anything else in the place of a file.
        guard case .file(let bytes) = try LocalFileSystem().entry(at: path) else { return true }
        let starts = ["bplist00", "<?xml", "<!DOCTYPE plist", "<plist"]
        return starts.contains { bytes.starts(with: $0.utf8) }
            || (path.hasSuffix(".omo") && bytes.prefix(64).contains(0))
    }
}
