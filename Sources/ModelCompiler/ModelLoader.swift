import FileAccess
public import ModelDiagnostics
public import XCDataModel

/// Reads models from disk, without judging them.
public struct ModelLoader: Sendable {
    /// A loader with the reader's usual limits.
    public init() {}

    /// Reads one model version.
    ///
    /// - Parameters:
    ///   - source: The version, and its file.
    ///   - diagnostics: Receives what is wrong with the file, with its places.
    /// - Returns: The document, or nil when the file is not a data model.
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

    /// The bytes of a model version, or why they cannot be read.
    func contents(of source: ModelSource) -> Result<[UInt8], FileFailure> {
        Result { () throws(FileFailure) in
            // One byte beyond what the reader takes, so that it says itself what is too large.
            try FileReader.contents(of: source.contentsPath, maximumSizeBytes: XMLLimits().sizeBytes + 1)
        }
    }

    /// Reads one model version whose bytes are there already, or cannot be read, and leaves the places to be worked out.
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
