public import ModelDiagnostics
public import XCDataModel

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
