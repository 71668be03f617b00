import FileAccess
import Foundation
package import ModelCompiler
import ModelConfiguration
import XCDataModel

/// A snapshot of the files that generated code depends on. Two snapshots are equal if nothing has changed.
package struct WatchedFiles: Sendable, Equatable {
    /// A missing file has no stamp, so creating it is a change.
    private var stamps: [String: FileStamp?] = [:]

    /// Creates a snapshot of the models at paths, their configurations, the files that these specify, and other files
    /// and folders.
    ///
    /// - Parameters:
    ///   - models: The models, or folders to search.
    ///   - isListed: Whether the models are those of ``ProjectSettings/projectConfiguration()``.
    ///   - settings: The settings that find the configurations.
    ///   - others: Other files and folders whose changes count, such as folders of templates.
    /// - Throws: ``ProjectFileError`` if a configuration cannot be read from disk.
    package init(models: [String], isListed: Bool = false, settings: ProjectSettings, others: [String]) throws {
        var settings = settings
        for path in models.flatMap(ModelBundle.paths(below:)) {
            addAll(at: path)
            if let configuration = settings.configurationPath(forModelAt: path) { add(configuration) }
            let found = try settings.settings(forModelAt: path, isListed: isListed)
            for named in [found.generation.templatesPath, found.baselinePath].compactMap(\.self) { addAll(at: named) }
        }
        for path in others { addAll(at: path) }
    }

    /// The search follows links, but not to a folder that contains them, to avoid cycles.
    private mutating func addAll(at path: String, below folders: [FileStamp] = []) {
        guard stamps[path] == nil else { return }
        add(path)
        guard FileKind(at: path) == .folder, let folder = FileStamp(path),
            !folders.contains(where: folder.isSameFile(as:))
        else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            addAll(at: path + "/" + name, below: folders + [folder])
        }
    }

    private mutating func add(_ path: String) { stamps[path] = .some(FileStamp(path)) }
}
