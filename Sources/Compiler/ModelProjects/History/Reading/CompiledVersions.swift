package import CompiledModels
import FileAccess
import Foundation
import ModelCompiler
package import ModelDiagnostics
import ModelSchema
import XCDataModel

/// The versions of a compiled model: a `.momd` folder, or a `.mom` file.
package struct CompiledVersions: Sendable {
    /// A compiled version.
    package struct Version: Sendable {
        /// The name of the version.
        package let name: String
        /// The path of its file.
        package let file: String
        /// The model.
        package let model: CompiledModel
    }

    /// The path of the folder or file.
    package let path: String
    /// The name of the folder or file, without its extension.
    package var name: String { URL(filePath: path).deletingPathExtension().lastPathComponent }
    private var isBundle: Bool { path.hasSuffix(".momd") }

    /// Creates the versions at a path; nil if its extension is not that of a compiled model.
    package init?(at path: String) {
        let path = path.withoutSlashAtEnd
        guard path.hasSuffix(".momd") || path.hasSuffix(".mom") else { return nil }
        self.path = path
    }

    /// The paths of the compiled models below a folder, sorted, without the versions of a bundle.
    /// Links are not followed.
    ///
    /// - Parameter diagnostics: Receives an error if the folder cannot be searched, and a warning for each folder in it
    ///   that cannot.
    package static func paths(below folder: String, into diagnostics: inout [LocatedDiagnostic]) -> [String] {
        FolderSearch(
            for: "compiled models", hint: "allow reading it, or specify the compiled models themselves"
        ) { name, _ in CompiledVersions(at: name) == nil ? .enter : .include }
        .paths(below: folder, into: &diagnostics)
    }

    /// Reads all versions.
    ///
    /// - Parameter diagnostics: Receives an error for each version that cannot be read.
    /// - Returns: The readable versions, by name in natural order; the names of the others; and the current version.
    package func read(
        into diagnostics: inout [LocatedDiagnostic]
    ) -> (versions: [Version], unreadableNames: Set<String>, currentName: String?) {
        var sources: [(name: String, file: String, hashes: [String: CoreDataVersionHash])] = []
        var currentName: String?
        if isBundle {
            let list = "\(path)/\(CompiledVersionList.fileName)"
            do throws(CompiledModelError) {
                let bundle = try CompiledModelBundle(folder: URL(filePath: path))
                guard !bundle.versions.isEmpty else {
                    throw CompiledModelError(.notAModel, "the list contains no version in the folder", at: list)
                }
                sources = bundle.versions.map { ($0.name, $0.file.path(percentEncoded: false), $0.versionHashes) }
                currentName = bundle.currentVersionName ?? (sources.count == 1 ? sources[0].name : nil)
            } catch {
                diagnostics.append(LocatedDiagnostic(.unreadable(error, in: list), file: list) { _ in nil })
            }
        } else {
            sources = [(name, path, [:])]
            currentName = name
        }
        var versions: [Version] = []
        var unreadableNames: Set<String> = []
        for source in VersionOrder.sorted(sources, by: { $0.name }) {
            do {
                let bytes = try FileReader.contents(
                    of: source.file, maximumSizeBytes: CompiledModel.maximumSizeBytes + 1)
                // All versions of a model have the name of its folder.
                let model = try CompiledModel(archive: bytes, name: name, versionHashes: source.hashes)
                versions.append(Version(name: source.name, file: source.file, model: model))
            } catch {
                let problem: Diagnostic =
                    switch error {
                    case let failure as FileError: .unreadable(failure)
                    case let failure as CompiledModelError: .unreadable(failure)
                    default: .unreadable(CompiledModelError(.unreadableFile, "\(error)", at: source.file))
                    }
                diagnostics.append(LocatedDiagnostic(problem, file: source.file) { _ in nil })
                unreadableNames.insert(source.name)
            }
        }
        return (versions, unreadableNames, currentName)
    }

    /// Reads the current version.
    func current(into diagnostics: inout [LocatedDiagnostic]) -> Model? {
        let read = read(into: &diagnostics)
        return (read.versions.first { $0.name == read.currentName } ?? read.versions.last)?.model.model
    }
}

extension Diagnostic {
    static func unreadable(_ error: CompiledModelError) -> Self { unreadable(error, in: nil) }

    /// - Parameter file: The path with which the diagnostic begins, which the message does not repeat.
    static func unreadable(_ error: CompiledModelError, in file: String?) -> Self {
        let message = error.location == file ? error.message : error.description
        return Diagnostic(.compiledModelUnreadable, message, at: .file, hint: "compile the model again")
    }
}
