import Foundation
import GeneratedOutput
import ModelCompiler
public import ModelDiagnostics
import XCDataModel

/// Formats the files of models as the model editor does.
///
/// ```swift
/// var diagnostics: [LocatedDiagnostic] = []
/// for result in ModelFormatter().format(path, into: &diagnostics) where result.isChanged {
///     try Data(result.formatted).write(to: URL(filePath: result.path))
///     changedPaths.append(result.path)
/// }
/// ```
public struct ModelFormatter: Sendable {
    /// A file before and after formatting.
    public struct Result: Sendable, Hashable {
        /// The `contents` file.
        public var path: String
        /// The current bytes of the file.
        public var original: [UInt8]
        /// The bytes after formatting.
        public var formatted: [UInt8]

        /// Whether formatting changes the file.
        public var isChanged: Bool { original != formatted }

        /// The differences in unified format; empty if there are none.
        public func difference(path: String) -> String {
            FileChange.difference(from: original, to: formatted, path: path)
        }
    }

    /// Creates a formatter. It has no options, because the editor defines the format.
    public init() {}

    /// Formats every version of the models at a path, by path. The method writes no files.
    ///
    /// - Parameters:
    ///   - path: A bundle, a version, or a `contents` file.
    ///   - diagnostics: Receives the problems of the files. A file that is not a data model has no result.
    public func format(_ path: String, into diagnostics: inout [LocatedDiagnostic]) -> [Result] {
        guard let bundle = ModelBundle.open(path, into: &diagnostics) else { return [] }
        return bundle.versions.compactMap { source in
            var found: [LocatedDiagnostic] = []
            let result = format(source, into: &found)
            diagnostics += found
            return result
        }
    }

    private func format(_ source: ModelSource, into diagnostics: inout [LocatedDiagnostic]) -> Result? {
        guard let document = ModelLoader().load(source, into: &diagnostics) else { return nil }
        // A file with an error might lack something that its author intended.
        if diagnostics.contains(where: { $0.severity == .error }) { return nil }
        var written: [Diagnostic] = []
        let formatted = XCDataModelWriter().write(document, into: &written)
        diagnostics += written.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { document.sourceMap.position(of: $0) }
        }
        let original = document.originalBytes ?? []
        return formatted.map {
            Result(path: source.contentsPath, original: original, formatted: $0.withLineEnds(of: original))
        }
    }
}
