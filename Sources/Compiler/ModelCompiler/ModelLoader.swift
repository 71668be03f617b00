package import FileAccess
public import ModelDiagnostics
public import XCDataModel

/// Reads models from disk, without checking them.
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
        var found: [Diagnostic] = []
        let document = read(source, contents(of: source), into: &found)
        diagnostics += found.map { diagnostic in
            LocatedDiagnostic(diagnostic, file: source.contentsPath) { document?.sourceMap.position(of: $0) }
        }
        return document
    }

    /// Reads the current version of the model at a path.
    public func loadCurrentVersion(
        at path: String, into diagnostics: inout [LocatedDiagnostic]
    ) -> ModelDocument? {
        guard let bundle = ModelBundle.open(path, into: &diagnostics) else { return nil }
        return load(bundle.current, into: &diagnostics)
    }

    /// Reads the bytes of a model version, or returns the reason why they cannot be read.
    package func contents(of source: ModelSource) -> Result<[UInt8], FileFailure> {
        Result { () throws(FileFailure) in
            // One byte more than the limit, so the reader itself reports that the file is too large.
            try FileReader.contents(of: source.contentsPath, maximumSizeBytes: XMLLimits().sizeBytes + 1)
        }
    }

    /// Reads one model version from its bytes, or reports that they cannot be read. The places of diagnostics are not
    /// resolved yet.
    func read(
        _ source: ModelSource, _ contents: Result<[UInt8], FileFailure>, into diagnostics: inout [Diagnostic]
    ) -> ModelDocument? {
        do {
            return XCDataModelReader().read(try contents.get(), named: source.modelName, into: &diagnostics)
        } catch {
            diagnostics.append(.unreadable(error))
            return nil
        }
    }
}
