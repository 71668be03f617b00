import FileAccess
import Foundation
import ModelConfiguration
import XCDataModel

/// The files that generated code follows from, as they are at one moment. Two of them are equal while nothing has changed.
package struct WatchedFiles: Sendable, Equatable {
    /// A file that is not there has no stamp, so that its coming is a change.
    private var stamps: [String: FileStamp?] = [:]

    /// Looks at the models at paths, at the configurations that hold for them and what these name, and at other files and
    /// folders.
    ///
    /// - Parameters:
    ///   - models: Models, or folders to search.
    ///   - isListed: Whether the models are those of ``ProjectSettings/projectConfiguration()``.
    ///   - settings: Finds the configurations.
    ///   - others: Whatever else a change of counts, such as folders of templates.
    /// - Throws: ``FileProblem`` if a configuration cannot be read from disk.
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

    /// Links are followed, but not into a folder that they are in: they may lead in circles.
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

    private mutating func add(_ path: String) {
        stamps[path] = .some(FileStamp(path))
    }
}
