import CompiledModels
import FileAccess
import Foundation
import ModelCompiler
import ModelDiagnostics
import ModelProjects
import ModelText
import XCDataModel

/// A compiled model that is converted to a form that people can edit.
struct CompiledSource {
    /// What every compiled model lacks.
    static let losses =
        "compiled models lack code generation, scalar types, CloudKit settings, names of composites, "
        + "and the order of the file"

    private let path: String

    /// - Parameter path: The path of a `.momd` folder or a `.mom` file.
    init(_ path: String) { self.path = AbsolutePath.of(path) }

    /// Reads all versions, and writes what is not known to standard error.
    ///
    /// - Throws: `FileError`, or an exit code if a version cannot be read.
    func read() throws -> ModelText {
        try FileReader.requirePresence(at: path)
        guard let compiled = CompiledVersions(at: path) else { throw CommandExit.modelErrors }
        var diagnostics: [LocatedDiagnostic] = []
        let read = compiled.read(into: &diagnostics)
        try CommandExit.check(diagnostics)
        guard !read.versions.isEmpty else { throw CommandExit.modelErrors }
        for version in read.versions {
            for note in version.model.unreadableParts {
                StandardError.writeNote("modelgen: note: version '\(version.name)': \(note)\n")
            }
        }
        StandardError.writeNote("modelgen: note: \(Self.losses)\n")
        return ModelText(
            name: compiled.name, currentName: listedCurrentName,
            versions: read.versions.map {
                ModelText.Version(name: $0.name, document: ModelDocument($0.model.model))
            })
    }

    /// The current version that a folder names, as its source does; nil for a file, and if the folder names none.
    private var listedCurrentName: String? {
        let bundle = try? CompiledModelBundle(folder: URL(filePath: path))
        return bundle?.versions.map(\.name).first { $0 == bundle?.currentVersionName }
    }
}
