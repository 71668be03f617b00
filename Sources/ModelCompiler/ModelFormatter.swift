import Foundation
import GeneratedOutput
public import ModelDiagnostics
import XCDataModel

/// Puts the files of models into the form that the model editor gives them.
public struct ModelFormatter: Sendable {
    /// What a file says, before and after.
    public struct Result: Sendable, Hashable {
        /// The `contents` file.
        public var path: String
        /// The bytes that the file has.
        public var original: [UInt8]
        /// The bytes that it would have after formatting.
        public var formatted: [UInt8]

        /// Whether these differ.
        public var isChanged: Bool { original != formatted }

        /// What differs, as a unified difference of a file; empty where nothing does.
        public func difference(path: String) -> String {
            FileChange.difference(from: original, to: formatted, path: path)
        }
    }

    /// A formatter; the form is the editor's, so there is nothing to choose.
    public init() {}

    /// The form of every version of the models at a path, by path. Nothing is written.
    ///
    /// - Parameters:
    ///   - path: A bundle, a version, or a `contents` file.
    ///   - diagnostics: Receives what is wrong with the files; one that is not a data model has no result.
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
        // A file with an error may be missing something that its author meant.
        if diagnostics.contains(where: { $0.severity == .error }) { return nil }
        var written: [Diagnostic] = []
        let formatted = XCDataModelWriter().write(document, into: &written)
        diagnostics += written.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { document.sourceMap.position(of: $0) }
        }
        return formatted.map {
            Result(path: source.contentsPath, original: document.originalBytes ?? [], formatted: $0)
        }
    }
}
