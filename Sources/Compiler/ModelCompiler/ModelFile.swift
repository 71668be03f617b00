package import FileAccess
public import ModelDiagnostics
public import XCDataModel

/// A model version with the bytes of its file, which are not read as a model yet.
package struct ModelFile: Sendable {
    /// The version, and the place of its file.
    package let source: ModelSource
    /// The bytes, or the reason why they cannot be read.
    package let bytes: Result<[UInt8], FileError>

    /// Creates a file with known bytes.
    package init(_ source: ModelSource, bytes: Result<[UInt8], FileError>) {
        self.source = source
        self.bytes = bytes
    }

    /// Reads the bytes of a version on disk.
    package init(onDisk source: ModelSource) {
        self.source = source
        bytes = Result { () throws(FileError) in
            // One byte more than the limit, so the reader itself reports that the file is too large.
            try FileReader.contents(of: source.contentsPath, maximumSizeBytes: XMLLimits().sizeBytes + 1)
        }
    }

    /// Reads the model, and reports problems without their places.
    func document(into diagnostics: inout [Diagnostic]) -> ModelDocument? {
        do {
            return XCDataModelReader().read(try bytes.get(), named: source.modelName, into: &diagnostics)
        } catch {
            diagnostics.append(.unreadable(error))
            return nil
        }
    }

    /// Reads the model, and reports problems with their places.
    ///
    /// - Returns: The document; nil if the file is not a data model.
    package func document(into diagnostics: inout [LocatedDiagnostic]) -> ModelDocument? {
        var found: [Diagnostic] = []
        let document = document(into: &found)
        diagnostics += found.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { document?.sourceMap.position(of: $0) }
        }
        return document
    }
}

/// Reads models from disk, without checking them.
///
/// ```swift
/// var diagnostics: [LocatedDiagnostic] = []
/// let document = ModelLoader().loadCurrentVersion(at: path, into: &diagnostics)
/// let names = document?.model.entities.map(\.name) ?? []
/// ```
public struct ModelLoader: Sendable {
    /// Creates a loader with the default limits of the reader.
    public init() {}

    /// Reads one model version.
    ///
    /// - Parameters:
    ///   - source: The version and its file.
    ///   - diagnostics: Receives the problems of the file, with their places.
    /// - Returns: The document; nil if the file is not a data model.
    public func load(_ source: ModelSource, into diagnostics: inout [LocatedDiagnostic]) -> ModelDocument? {
        ModelFile(onDisk: source).document(into: &diagnostics)
    }

    /// Reads the current version of the model at a path.
    public func loadCurrentVersion(
        at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) -> ModelDocument? {
        guard let bundle = ModelBundle.open(path, into: &diagnostics) else { return nil }
        return load(bundle.currentVersion, into: &diagnostics)
    }
}
